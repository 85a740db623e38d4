"""Serial ports of a test: pseudo terminals behind names that appear and vanish.

Reads commands from standard input, and answers each with "done":

    plug NAME    makes a port, and NAME a link to it
    pull NAME    removes the port and NAME
    hold NAME    opens the port, as a serial monitor does
"""

import os
import sys

ports = {}
held = []


def plug(name):
    # The end of the board stays open. The other end belongs to whoever opens the port.
    board, port = os.openpty()
    os.symlink(os.ttyname(port), name)
    os.close(port)
    ports[name] = board


def pull(name):
    os.unlink(name)
    os.close(ports.pop(name))


def hold(name):
    held.append(os.open(name, os.O_RDWR | os.O_NOCTTY))


for line in sys.stdin:
    command, name = line.rstrip("\n").split(" ", 1)
    {"plug": plug, "pull": pull, "hold": hold}[command](name)
    print("done", flush=True)
