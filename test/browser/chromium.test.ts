/** A client in a page: a bundle of vite for browsers, in a real Chromium, drives a server. */
import { serve } from "@openenv/core/serve";
import { echoServer } from "@openenv/echo-env-server";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Browser, launch } from "puppeteer-core";
import { bundlePage, type PageBundle } from "./page-bundle.ts";
import type { Driver } from "./page/main.ts";

declare const driver: Driver;

const chromium = ["chromium", "chromium-browser", "google-chrome"].map((name) => Bun.which(name)).find(Boolean);

/** Names that the browser takes for this machine, and a server for other ones. */
const listed = "listed.test";
const stranger = "stranger.test";

if (typeof chromium !== "string") {
  test.skip("Clients in a page of a browser: no Chromium is on the machine (apt-get install chromium)", () => {});
} else {
  suite(chromium);
}

function suite(executablePath: string): void {
  describe("Chromium", () => {
    let bundle: PageBundle;
    let pages: ReturnType<typeof servePages>;
    let server: Awaited<ReturnType<typeof serve>>;
    let browser: Browser;

    beforeAll(async () => {
      bundle = await bundlePage();
      pages = servePages(bundle);
      server = await serve(echoServer, { port: 0, allowedOrigins: [`http://${listed}:${pages.port}`] });
      browser = await launch({
        executablePath,
        // The sandbox refuses root, and a proxy of the machine does not know these names.
        args: [
          "--no-sandbox",
          "--disable-dev-shm-usage",
          "--no-proxy-server",
          "--host-resolver-rules=MAP *.test 127.0.0.1",
        ],
      });
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      await server?.close();
      await pages?.stop(true);
    });

    /** A page of an origin, loaded; an error that it does not catch fails what is done with it. */
    const open = async (hostname: string) => {
      const page = await browser.newPage();
      const uncaught: unknown[] = [];
      page.on("pageerror", (error) => uncaught.push(error));
      await page.goto(`http://${hostname}:${pages.port}/index.html`);
      await page.waitForFunction("globalThis.driver !== undefined");
      return {
        page,
        async [Symbol.asyncDispose]() {
          await page.close();
          expect(uncaught).toEqual([]);
        },
      };
    };

    test("the bundle has nothing of Node", () => {
      expect(bundle.warnings).toEqual([]);
      const ofNode = /(?:from|import\(?|require\()\s*["'`](?:node:[^"'`]*|ws)["'`]|__vite-browser-external/;
      expect([...bundle.files].filter(([, content]) => ofNode.test(content)).map(([path]) => path)).toEqual([]);
    });

    test("the typed client: connect, reset, step, state, close, and typed errors", async () => {
      await using opened = await open(listed);
      const seen = await opened.page.evaluate((url) => driver.typedEpisode(url), server.url);
      expect(seen).toEqual({
        reset: { echoed_message: "ready", message_length: 0 },
        step: expect.objectContaining({ observation: { echoed_message: "世界", message_length: 2 }, done: false }),
        refused: { name: "ValidationError", code: "VALIDATION_ERROR", message: expect.stringContaining("message") },
        state: { last_message: "世界", episode_id: "in a page", step_count: 1 },
        closed: { name: "ClientClosedError", code: "CLIENT_CLOSED", message: expect.any(String) },
      });
    });

    test("the generic client; the server's error arrives as its class", async () => {
      await using opened = await open(listed);
      const seen = await opened.page.evaluate((url) => driver.genericEpisode(url), server.url);
      expect(seen).toMatchObject({
        reset: { echoed_message: "ready" },
        step: { observation: { echoed_message: "hi" } },
        refused: { name: "ValidationError", code: "VALIDATION_ERROR" },
        state: { last_message: "hi", step_count: 1 },
      });
    });

    test("errors keep their names in a minified bundle", async () => {
      await using opened = await open(listed);
      const names = await opened.page.evaluate(() => driver.errorNames());
      expect(names.length).toBeGreaterThan(15);
      expect(names.filter(([exported, name]) => name !== exported)).toEqual([]);
    });

    test("a blocking client is refused with what to use instead", async () => {
      await using opened = await open(listed);
      const seen = await opened.page.evaluate((url) => driver.blockingErrors(url), server.url);
      const error = {
        name: "SyncUnsupportedError",
        code: "SYNC_UNSUPPORTED",
        message: expect.stringMatching(/page in a browser must not block; use the async client/) as string,
      };
      expect(seen).toEqual({ fromClass: error, fromClient: error });
    });

    test("a page of this machine may use sockets without an entry in allowedOrigins", async () => {
      await using opened = await open("127.0.0.1");
      const seen = await opened.page.evaluate((url) => driver.genericEpisode(url), server.url);
      expect(seen.state).toMatchObject({ last_message: "hi" });
    });

    test("a page of a foreign origin is refused", async () => {
      await using opened = await open(stranger);
      // Why a socket was refused is told to the console only, never to the page.
      const complaints: string[] = [];
      opened.page.on("console", (message) => complaints.push(message.text()));
      const seen = await opened.page.evaluate((url) => driver.connectError(url), server.url);
      expect(seen).toMatchObject({ name: "ConnectionFailedError", code: "CONNECTION_FAILED" });
      expect(complaints.join("\n")).toMatch(/WebSocket connection to .* failed: .* 403/);
      const read = (url: string): Promise<string> => fetch(url).then(() => "read", String);
      expect(await opened.page.evaluate(read, `${server.url}/schema`)).toBe("TypeError: Failed to fetch");
    });
  });
}

/** Serves the page on 127.0.0.1, under whatever name it is asked for. */
function servePages({ files }: PageBundle) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      const content = files.get(pathname);
      const type = pathname.endsWith(".html") ? "text/html" : "text/javascript";
      return content === undefined
        ? new Response(null, { status: 404 })
        : new Response(content, { headers: { "content-type": `${type}; charset=utf-8` } });
    },
  });
}
