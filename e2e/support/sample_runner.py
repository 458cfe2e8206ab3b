"""Runs samples one after another in this process: for each line {file, env}, a line {code, output}."""

import contextlib
import io
import json
import os
import runpy
import sys
import traceback

for line in sys.stdin:
    asked = json.loads(line)
    os.environ.update(asked["env"])
    printed = io.StringIO()
    code = 0
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(asked["file"], run_name="__main__")
    except BaseException:
        code = 1
        printed.write(traceback.format_exc())
    print(json.dumps({"code": code, "output": printed.getvalue()}), flush=True)
