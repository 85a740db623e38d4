"""PlatformIO development platform for AVR boards on a tool chain that PlatformIO does not manage.

It carries the name of PlatformIO's registry platform, `atmelavr`, so that one and the same
`platformio.ini` builds with either: with this one in Polyloop, with the registry's by hand elsewhere.
Nothing here touches the network: `packages` is empty, and the directories that the registry would
fill are those that set-up found or brought.
"""

import json
import os
import shutil

from platformio.exception import UserSideException
from platformio.platform.base import PlatformBase

SYSTEM_FILE = "system.json"
CORE_CANDIDATES = (
    "/usr/share/arduino/hardware/arduino/avr",
    "/usr/local/share/arduino/hardware/arduino/avr",
)


class AtmelavrPlatform(PlatformBase):
    """The class name is PlatformIO's rule for a platform called `atmelavr`."""

    def system_directories(self):
        """What set-up recorded beside the installed platform; empty when it was installed by hand."""
        path = os.path.join(self.get_dir(), SYSTEM_FILE)
        if not os.path.isfile(path):
            return {}
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def arduino_core_dir(self):
        """Directory with `cores/`, `variants/` and `libraries/`."""
        recorded = self.system_directories().get("arduinoCoreDir")
        candidates = [os.environ.get("POLYLOOP_ARDUINO_CORE"), recorded, *CORE_CANDIDATES]
        for candidate in candidates:
            if candidate and os.path.isdir(os.path.join(candidate, "cores")):
                return candidate
        raise UserSideException(
            "The Arduino core for AVR is not installed. Run `node platformio/setup/setup.mjs` in Polyloop's "
            "directory, or set POLYLOOP_ARDUINO_CORE to the directory that holds `cores/` and `variants/`."
        )

    def toolchain_bin_dir(self):
        """Directory of avr-gcc, or None when PATH is good enough."""
        recorded = self.system_directories().get("avrBinDir")
        for candidate in (os.environ.get("POLYLOOP_AVR_BIN"), recorded):
            if candidate and shutil.which("avr-gcc", path=candidate):
                return candidate
        if shutil.which("avr-gcc"):
            return None
        raise UserSideException(
            "avr-gcc is not installed. Run `node platformio/setup/setup.mjs` in Polyloop's directory, "
            "or set POLYLOOP_AVR_BIN to the directory that holds avr-gcc."
        )

    def avrdude(self):
        """The recorded avrdude and its configuration; each None when avrdude's own defaults are good enough."""
        program = self.system_directories().get("avrdude")
        if not program or not os.path.isfile(program):
            return None, None
        # Arduino's avrdude has its configuration beside it, and version 6 does not look there.
        beside = os.path.join(os.path.dirname(os.path.dirname(program)), "etc", "avrdude.conf")
        return program, beside if os.path.isfile(beside) else None

    def framework_cache_dir(self):
        """Where compiled objects of the Arduino core are kept between projects."""
        return os.path.join(self.config.get("platformio", "core_dir"), ".cache", "arduino-core")

    def get_package_dir(self, name):
        if name == "framework-arduino-avr":
            return self.arduino_core_dir()
        return super().get_package_dir(name)

    def is_embedded(self):
        return True
