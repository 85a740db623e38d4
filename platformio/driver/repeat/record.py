"""Writes down the commands of a PlatformIO build, for builds that repeat some of them.

PlatformIO runs this script before a platform's own scripts (extra_scripts, `pre:`). It changes nothing in
the build. The commands are written to the file that POLYLOOP_COMMANDS names. A command that this build
did not need stays as an earlier build wrote it: SCons repeats each command that is not the same any more.
"""

import atexit
import json
import os
import shlex

Import("env")  # noqa: F821

FILE = os.environ.get("POLYLOOP_COMMANDS")
spawn = env["SPAWN"]  # noqa: F821
commands = []


def spawn_and_record(shell, escape, command, args, environment):
    """SCons starts each program through this function; `args` are quoted for a shell."""
    commands.append(shlex.split(" ".join(args)))
    return spawn(shell, escape, command, args, environment)


def earlier():
    try:
        with open(FILE, encoding="utf-8") as file:
            return json.load(file)["commands"]
    except (OSError, ValueError, KeyError):
        return []


def key(argv):
    """The program and its output."""
    output = argv[argv.index("-o") + 1] if "-o" in argv else argv[-1]
    return argv[0], output


def write():
    """At the end of the build, when the platform's scripts have set all variables."""
    board = env.BoardConfig()  # noqa: F821
    known = {key(argv): argv for argv in [*earlier(), *commands]}
    size = {
        "command": shlex.split(env.subst("$SIZECHECKCMD")),  # noqa: F821
        "flashPattern": env.get("SIZEPROGREGEXP"),  # noqa: F821
        "ramPattern": env.get("SIZEDATAREGEXP"),  # noqa: F821
        "flashBytes": board.get("upload.maximum_size", None),
        "ramBytes": board.get("upload.maximum_ram_size", None),
    }
    path = env["ENV"].get("PATH", "")  # noqa: F821
    with open(FILE, "w", encoding="utf-8") as file:
        json.dump({"path": path, "commands": list(known.values()), "size": size}, file)


# Windows quotes in another way. There PlatformIO does each build.
if FILE and os.name == "posix":
    env["SPAWN"] = spawn_and_record  # noqa: F821
    atexit.register(write)
