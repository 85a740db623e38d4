"""Serial ports of a test: pseudo terminals behind names that appear and vanish.

Reads commands from standard input, and answers each with "done":

    plug NAME    makes a port, and NAME a link to it
    pull NAME    removes the port and NAME
"""

import os
import sys

ports = {}


def plug(name):
    # The end of the board stays open. The other end belongs to whoever opens the port.
    board, port = os.openpty()
    os.symlink(os.ttyname(port), name)
    os.close(port)
    ports[name] = board


def pull(name):
    os.unlink(name)
    os.close(ports.pop(name))


for line in sys.stdin:
    command, name = line.rstrip("\n").split(" ", 1)
    {"plug": plug, "pull": pull}[command](name)
    print("done", flush=True)
