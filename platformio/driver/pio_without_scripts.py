"""PlatformIO, without the scripts that libraries run when they are installed.

Anyone can publish a library in PlatformIO's registry, and the installation has the network. Platforms and tools keep
their scripts, because some do not work without them.
"""

import sys

from platformio.__main__ import main
from platformio.package.manager.library import LibraryPackageManager


def no_script(_manager, _package, _event):
    """Instead of `LibraryPackageManager.call_pkg_script`."""


LibraryPackageManager.call_pkg_script = no_script

if __name__ == "__main__":
    sys.exit(main())
