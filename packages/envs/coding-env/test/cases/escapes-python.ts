/**
 * Attempts to get out of Python, each with the refusal it must meet. The last group goes below Python's own refusals,
 * to the import gate, which ends the interpreter.
 */
import type { Escape } from "./escape.ts";

const notFound = /ModuleNotFoundError: No module named/;
const noFile = /FileNotFoundError/;
const noProcess = /PermissionError: .*the sandbox has no processes|does not support processes|not supported/;
const noNetwork = /Operation not permitted|Non-recoverable error|PermissionError/;
const breach = /^The code reached for what the sandbox has shut \(\w+\)\. A fresh interpreter takes its place/;

/** Finds an object that Pyodide left behind, past all that was taken from `sys.modules`. */
const finder = "import gc\nf = [o for o in gc.get_objects() if type(o).__name__ == 'JsFinder'][0]\n";
const builtin = (name: string): string =>
  `import _imp, types\ns = types.SimpleNamespace(name='${name}', origin='built-in')\nm = _imp.create_builtin(s)\n_imp.exec_builtin(m)\n`;

const modules: readonly Escape[] = [
  "import js",
  "import pyodide",
  "import pyodide_js",
  "import pyodide.http",
  "import pyodide.code",
  "import pyodide.ffi",
  "from pyodide.code import run_js",
  "import _pyodide",
  "import _pyodide._base",
  "import _pyodide_core",
  "import micropip",
  "import ctypes",
  "import _ctypes",
  "import ctypes.util",
  "import multiprocessing",
  "__import__('js')",
  "__import__('pyodide_js')",
  "__builtins__.__import__('js')",
  "import importlib\nimportlib.import_module('js')",
  "import importlib.util\nimportlib.util.module_from_spec(importlib.util.find_spec('js'))",
  "import sys\nsys.modules.pop('js', None)\nimport js",
  "exec('import js')",
  "eval(\"__import__('js')\")",
  "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'BuiltinImporter'][0].load_module('js')",
].map((code) => ({ code, refused: /ModuleNotFoundError|ImportError/ }));

const files: readonly Escape[] = [
  { code: "open('/etc/passwd')", refused: noFile },
  { code: "open('/etc/hostname')", refused: noFile },
  { code: "open('/proc/self/environ')", refused: noFile },
  { code: "open('/proc/1/cmdline')", refused: noFile },
  { code: "open('/proc/self/maps')", refused: noFile },
  { code: "open(CANARY_FILE).read()", refused: noFile },
  { code: "import os\nos.listdir(os.path.dirname(CANARY_FILE) + '/..')", refused: noFile },
  { code: "import pathlib\npathlib.Path(CANARY_FILE).read_text()", refused: noFile },
  { code: "import os\nos.symlink(CANARY_FILE, 'link')\nopen('link').read()", refused: noFile },
  { code: "import os\nos.open(CANARY_FILE, os.O_RDONLY)", refused: noFile },
  { code: "import os\nos.mount", refused: /AttributeError/ },
  { code: "import mmap\nmmap.mmap(-1, 1 << 16)[0:4] == bytes(4)", answers: "True\n" },
  { code: "import os\n'CODING_CANARY' in os.environ, len(os.environ)", answers: "(False, 4)\n" },
  { code: "import os\nos.getenv('CODING_CANARY'), os.getenv('OPENENV_PYTHON')", answers: "(None, None)\n" },
  { code: "import sys\n[n for n in ('js', 'pyodide_js', '_pyodide_core') if n in sys.modules]", answers: "[]\n" },
  { code: "import os, posix\nposix.environ.get(b'CODING_CANARY')", answers: "" },
];

const processes: readonly Escape[] = [
  { code: "import os\nos.system('id')", refused: noProcess },
  { code: "import posix\nposix.system('id')", refused: noProcess },
  { code: "import os\nos.popen('id').read()", refused: noProcess },
  { code: "import subprocess\nsubprocess.run(['id'])", refused: noProcess },
  { code: "import subprocess\nsubprocess.check_output('id', shell=True)", refused: noProcess },
  { code: "import os\nos.fork()", refused: /PermissionError|AttributeError/ },
  { code: "import os\nos.execv('/bin/sh', ['sh'])", refused: noProcess },
  { code: "import os\nos.posix_spawn('/bin/sh', ['sh'], {})", refused: /PermissionError|AttributeError/ },
  { code: "import os\nos.kill(os.getppid(), 9)", refused: /PermissionError|AttributeError/ },
  { code: "import pty\npty.spawn('/bin/sh')", refused: /Error/ },
  { code: "import threading\nthreading.Thread(target=print).start()", refused: /RuntimeError: can't start new thread/ },
  {
    code: "import sys\nreal = [c for c in sys.modules['posix'].__dict__.values() if getattr(c, '__name__', '') == 'system']\nreal[0]('id')",
    refused: noProcess,
  },
];

const network: readonly Escape[] = [
  { code: "import socket\nsocket.socket()", refused: noNetwork },
  { code: "import socket\nsocket.create_connection(('127.0.0.1', 80), 1)", refused: noNetwork },
  { code: "import socket\nsocket.getaddrinfo('localhost', 80)", refused: noNetwork },
  { code: "import socket\nsocket.gethostbyname('localhost')", refused: /gaierror/ },
  { code: "import urllib.request\nurllib.request.urlopen('http://127.0.0.1/')", refused: /URLError/ },
  { code: "import http.client\nhttp.client.HTTPConnection('127.0.0.1').request('GET', '/')", refused: noNetwork },
  { code: "import asyncio\nasyncio.run(asyncio.open_connection('127.0.0.1', 80))", refused: /Error/ },
  { code: "import socket\nsocket.socketpair()", refused: /Error/ },
  { code: "import os\nos.pipe()", refused: /OSError/ },
];

/** Below Python: what is left of the bridge to JavaScript, raw built-in modules, memory by address. */
const beneath: readonly Escape[] = [
  { code: `${finder}f.jsproxies['js'].eval('1')`, breach },
  { code: `${finder}f.jsproxies['pyodide_js'].runPython`, breach },
  { code: `${finder}dir(f.jsproxies['js'])`, breach },
  { code: `${finder}str(f.jsproxies)`, breach },
  { code: `${finder}f.jsproxies['js'].constructor.constructor('return process')()`, breach },
  { code: `${finder}setattr(f.jsproxies['js'], 'x', 1)`, breach },
  { code: `${builtin("_ctypes")}m.dlopen(None, 0)`, breach },
  { code: "import sys\nsys.meta_path.pop(0)\nimport ctypes\nctypes.CDLL(None).emscripten_run_script(b'1')", breach },
  { code: `${builtin("_pyodide_core")}m.create_proxy(print)`, refused: /Error/, breach },
  { code: `${builtin("_pyodide_core")}m.to_js([1, 2])`, refused: /Error/, breach },
  { code: `${builtin("_pyodide_core")}m.run_sync(None)`, refused: /Error/, breach },
  {
    code: `${builtin("_pyodide_core")}m.trigger_fatal_error()`,
    breach: /^The (code|interpreter) .* A fresh interpreter/,
  },
  { code: "import sys\nsys.meta_path.clear()\nimport js", refused: notFound },
  {
    code: "open('evil.cpython-314-wasm32-emscripten.so', 'wb').write(b'\\0asm\\1\\0\\0\\0')\nimport evil",
    refused: /ImportError|ModuleNotFoundError/,
    breach,
  },
  {
    // A dynamic library whose exports Emscripten would run as JavaScript.
    code: "import _imp, types\nopen('x.so', 'wb').write(b'\\0asm\\1\\0\\0\\0\\0\\x0e\\x08dylink.0\\1\\4\\0\\0\\0\\0')\n_imp.create_dynamic(types.SimpleNamespace(name='x', origin='x.so'))",
    refused: /ImportError/,
    breach,
  },
];

export const pythonEscapes: readonly Escape[] = [...modules, ...files, ...processes, ...network, ...beneath];
