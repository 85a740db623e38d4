"""Puts finished firmware into the build folder, for an upload without a build.

PlatformIO empties the build folder of a new project before its scripts run, so the firmware cannot
be there earlier. The path of the firmware is in the environment variable POLYLOOP_FIRMWARE.
"""

import os
import shutil

Import("env")  # noqa: F821  # pylint: disable=undefined-variable

build_dir = env.subst("$BUILD_DIR")  # noqa: F821  # pylint: disable=undefined-variable
os.makedirs(build_dir, exist_ok=True)
shutil.copyfile(os.environ["POLYLOOP_FIRMWARE"], os.path.join(build_dir, "firmware.hex"))
