"""Runs snippets as a REPL would, each in a namespace of its own: a list of strings as JSON in, [ok, stdout] pairs out."""

import ast
import contextlib
import io
import json
import sys


def run(code):
    out = io.StringIO()
    names = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(out):
            tree = ast.parse(code)
            last = None
            if tree.body and isinstance(tree.body[-1], ast.Expr):
                last = ast.Expression(tree.body.pop().value)
            exec(compile(tree, "<snippet>", "exec"), names)
            if last is not None:
                value = eval(compile(last, "<snippet>", "eval"), names)
                if value is not None:
                    print(repr(value))
        return [True, out.getvalue()]
    except BaseException:
        return [False, out.getvalue()]


json.dump([run(code) for code in json.load(sys.stdin)], sys.stdout)
