/** `/openapi.json`, `/docs` and the page at `/`: for people, without anything from another host. */
import { envNames } from "../../schema/names.ts";
import type { HttpHost, Route } from "./host.ts";
import { metadataOf } from "./info-routes.ts";
import { openApiDocument } from "./openapi.ts";
import { html, json } from "./respond.ts";

export function docsRoutes(host: HttpHost, described: readonly Route[]): Route[] {
  return [
    { method: "GET", path: "/openapi.json", head: true, handle: () => json(openApiDocument(host, described)) },
    { method: "GET", path: "/docs", head: true, handle: () => html(docsPage(host)) },
    { method: "GET", path: "/", head: true, handle: (request) => html(startPage(host, new URL(request.url))) },
  ];
}

function startPage(host: HttpHost, url: URL): string {
  const { name, description, version } = metadataOf(host);
  const { slug, client } = envNames(host.name);
  const base = `${url.protocol}//${url.host}`;
  return page(
    name,
    `<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(description)}</p>
<p>OpenEnv environment server, version ${escapeHtml(version ?? "unknown")}, ${host.settings.mode} mode.</p>
<h2>Use it from TypeScript</h2>
<pre>import { ${client} } from "@openenv/${slug}";

await using env = await ${client}.connect("${escapeHtml(base)}");
const { observation } = await env.reset();</pre>
<h2>Use it from Python</h2>
<pre>from openenv.core import GenericEnvClient

with GenericEnvClient(base_url="${escapeHtml(base)}") as env:
    print(env.reset().observation)</pre>
<p><a href="docs">HTTP API</a> · <a href="schema">Schemas</a> · <a href="metadata">Metadata</a> · <a href="health">Health</a></p>`,
  );
}

function docsPage(host: HttpHost): string {
  const { name } = metadataOf(host);
  return page(
    `${name}: HTTP API`,
    `<h1>${escapeHtml(name)}: HTTP API</h1>
<p>The description for programs is at <a href="openapi.json">openapi.json</a>. Episodes run over the WebSocket at <code>/ws</code>.</p>
<div id="operations">Loading…</div>
<script>
fetch("openapi.json").then((response) => response.json()).then(({ paths }) => {
  const list = document.getElementById("operations");
  list.textContent = "";
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const item = list.appendChild(document.createElement("details"));
      item.appendChild(document.createElement("summary")).textContent = method.toUpperCase() + " " + path + " — " + operation.summary;
      item.appendChild(document.createElement("pre")).textContent = JSON.stringify(operation, null, 2);
    }
  }
});
</script>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color: #222; background: #fff }
pre { background: #f4f4f4; padding: 1rem; overflow: auto; border-radius: 6px }
summary { cursor: pointer; padding: .25rem 0 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } pre { background: #262626 } a { color: #8ab4ff } }
</style>
${body}
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
