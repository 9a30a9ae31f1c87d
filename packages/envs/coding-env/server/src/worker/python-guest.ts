/**
 * The Python side of the sandbox: runs a step as a REPL does, and gives code that asks for the host a plain refusal.
 *
 * The refusals here are for good manners: they name what is missing. What cannot be got round is the import gate
 * (`import-gate.ts`), which stands below Python.
 */

/** Name of the module while it is being set up; it is not left in `sys.modules`. */
export const GUEST_MODULE = "_openenv_guest";

/** A result is the exit code, plus this when the code did not compile. */
export const SYNTAX_ERROR_FLAG: number = 1 << 16;

/** Where a step's code starts; it may write here, in memory. */
export const GUEST_HOME = "/home/user";

export const guestSource: string = String.raw`
import ast, asyncio, builtins, importlib.machinery, importlib.util, linecache, os, random, select, sys, time, traceback, types
# Imported so that they are part of the snapshot: what most code begins with then costs nothing.
import bisect, collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, heapq
import io, itertools, json, math, operator, re, statistics, string, textwrap, typing, unittest.mock

SYNTAX_ERROR_FLAG = ${SYNTAX_ERROR_FLAG}
NO_JAVASCRIPT = "the sandbox has no access to JavaScript"
REFUSED = {
    "js": NO_JAVASCRIPT,
    "pyodide": NO_JAVASCRIPT,
    "pyodide_js": NO_JAVASCRIPT,
    "_pyodide": NO_JAVASCRIPT,
    "_pyodide_core": NO_JAVASCRIPT,
    "jspi": NO_JAVASCRIPT,
    "micropip": "the sandbox has no network",
    "ctypes": "the sandbox has no native code",
    "_ctypes": "the sandbox has no native code",
    "multiprocessing": "the sandbox has no processes",
    "_posixsubprocess": "the sandbox has no processes",
    "numpy": "put its wheel beside the server's pyodide package, or name it in the option 'wheels'",
}
HIDDEN = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "jspi", "${GUEST_MODULE}")


class RefusingFinder:
    def find_spec(self, name, path=None, target=None):
        reason = REFUSED.get(name.partition(".")[0])
        if reason is None:
            return None
        raise ModuleNotFoundError(f"No module named {name!r}: {reason}", name=name)



def refuse(what):
    def refused(*args, **kwargs):
        raise PermissionError(1, f"{what}: the sandbox has no processes")
    refused.__name__ = refused.__qualname__ = what.rpartition(".")[2]
    return refused


def sleep_door(pause):
    original = time.sleep

    def sleep(seconds, /):
        if not isinstance(seconds, (int, float)) or not seconds > 0:
            return original(seconds)
        pause(min(int(seconds * 1000) + (seconds * 1000 % 1 > 0), 2_000_000_000))
    sleep.__doc__ = original.__doc__
    return sleep


class SandboxEventLoop(asyncio.base_events.BaseEventLoop):
    """Runs callbacks and timers; there are no files or sockets to wait for."""

    class _Selector:
        @staticmethod
        def select(timeout):
            if timeout is None:
                raise RuntimeError("the event loop would wait for ever: there is nothing left that could wake it")
            if timeout > 0:
                time.sleep(timeout)
            return ()

    def __init__(self):
        super().__init__()
        self._selector = self._Selector()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class SandboxLoopPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = SandboxEventLoop


def import_libraries():
    """Imports the compiled modules of wheels, whose libraries cannot be linked once the sandbox is shut."""
    root = next((entry for entry in sys.path if entry.endswith("/site-packages")), None)
    if root is None or not os.path.isdir(root):
        return
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    for folder, _, files in os.walk(root):
        for file in files:
            if file.endswith(suffixes):
                path = os.path.relpath(os.path.join(folder, file.partition(".")[0]), root)
                try:
                    importlib.import_module(path.replace("/", "."))
                except Exception:
                    pass


def confine(_):
    """Last act of the start: from here on, code that is not ours may run."""
    importlib.invalidate_caches()
    import_libraries()
    pause = select.poll().poll
    time.sleep = sleep_door(pause)
    for name in ("system", "popen", "execv", "execve", "execvp", "execvpe", "execl", "execle", "execlp", "execlpe",
                 "fork", "forkpty", "posix_spawn", "posix_spawnp", "spawnv", "spawnve", "spawnl", "spawnle", "kill",
                 "killpg"):
        if hasattr(os, name):
            setattr(os, name, refuse(f"os.{name}"))
            if hasattr(sys.modules["posix"], name):
                setattr(sys.modules["posix"], name, getattr(os, name))
    asyncio.run = asyncio.runners.run
    sys.stdin = None
    if importlib.util.find_spec("numpy") is not None:
        del REFUSED["numpy"]
    for name in list(sys.modules):
        if name.partition(".")[0] in HIDDEN:
            del sys.modules[name]
    sys.meta_path[:] = [RefusingFinder()] + [
        finder for finder in sys.meta_path if type(finder).__module__.partition(".")[0] not in HIDDEN
    ]
    asyncio.events._set_running_loop(None)
    asyncio.events._set_event_loop_policy(SandboxLoopPolicy())
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", line_buffering=True)
    random.seed()
    os.makedirs("${GUEST_HOME}", exist_ok=True)
    os.chdir("${GUEST_HOME}")
    os.environ.clear()
    os.environ.update(HOME="${GUEST_HOME}", LANG="C.UTF-8", PATH="/usr/bin", USER="user")
    sys.path[:] = ["${GUEST_HOME}"] + [entry for entry in sys.path if entry.startswith("/lib/")]
    sys.argv[:] = [""]
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    state.namespace = main.__dict__


state = types.SimpleNamespace(namespace=None, count=0)

# Kept apart, so that a step which replaces one of them harms only what it prints itself.
_compile, _exec, _eval, _len, _isinstance, _int = compile, exec, eval, len, isinstance, int
_parse, _Expression, _Expr = ast.parse, ast.Expression, ast.Expr
_format, _write = traceback.TracebackException, os.write


def show(error):
    """Writes a traceback that begins with the step's own frames."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_globals is globals():
        frames = frames.tb_next
    try:
        text = "".join(_format(type(error), error, frames, compact=True).format())
    except BaseException:
        # No memory or stack left for the whole of it.
        frames = None
        text = f"{type(error).__name__}: the traceback could not be shown\n"
    complain(text)


def complain(text):
    try:
        sys.stderr.write(text)
    except BaseException:
        _write(2, text.encode("utf-8", "replace"))


def empty_stdin():
    """An input that is at its end. exit() closes it."""
    if sys.stdin is None or sys.stdin.closed:
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


def run(code):
    """Runs one step; gives its exit code."""
    state.count += 1
    name = f"<step-{state.count}>"
    try:
        empty_stdin()
        try:
            tree = _parse(code, name)
            last = None
            if tree.body and _isinstance(tree.body[-1], _Expr):
                last = _compile(_Expression(tree.body.pop().value), name, "eval")
            body = _compile(tree, name, "exec")
        except BaseException as error:
            error.__traceback__ = None
            show(error)
            return 1 + SYNTAX_ERROR_FLAG if _isinstance(error, (SyntaxError, ValueError, UnicodeError)) else 1
        linecache.cache[name] = (_len(code), None, code.splitlines(True), name)
        try:
            _exec(body, state.namespace)
            if last is not None:
                sys.displayhook(_eval(last, state.namespace))
            if sys.stdout is not None:
                sys.stdout.flush()
            return 0
        except SystemExit as error:
            code = error.code
            if code is None:
                return 0
            if _isinstance(code, _int):
                return code & 0xFF
            complain(f"{code}\n")
            return 1
        except KeyboardInterrupt as error:
            show(error)
            return 130
        except BaseException as error:
            show(error)
            return 1
    finally:
        flush()
`;
