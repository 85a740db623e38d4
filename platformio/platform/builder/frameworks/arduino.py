"""Framework `arduino`: the Arduino core of the system, compiled once and shared between projects.

Only the core's objects come out of the shared cache: a warning is printed when an object is compiled, so
a project's own objects must really be compiled whenever they change.
"""

import os

from SCons.Script import DefaultEnvironment

env = DefaultEnvironment()
platform = env.PioPlatform()
board = env.BoardConfig()

core_dir = platform.arduino_core_dir()
core = os.path.join(core_dir, "cores", board.get("build.core"))
variant = os.path.join(core_dir, "variants", board.get("build.variant"))

env.SConscript("_flags.py", exports="env")
env.Append(
    CPPDEFINES=["ARDUINO_ARCH_AVR", ("ARDUINO", 10808)],
    CPPPATH=[core, variant],
    LIBSOURCE_DIRS=[os.path.join(core_dir, "libraries")],
)

# A board with USB of its own names itself to the computer.
if "build.usb_product" in board:
    vendor_id, product_id = board.get("build.hwids")[0]
    env.Append(
        CPPDEFINES=[
            ("USB_VID", vendor_id),
            ("USB_PID", product_id),
            ("USB_PRODUCT", '\\"%s\\"' % board.get("build.usb_product")),
            ("USB_MANUFACTURER", '\\"%s\\"' % board.get("vendor")),
        ]
    )

core_env = env.Clone()
core_env.CacheDir(platform.framework_cache_dir())
core_env.Append(
    # Third-party code. Its warnings do not concern the user.
    CCFLAGS=["-w"],
    # WString.cpp requires it; avr-gcc 5's <float.h> defines it in C only.
    CXXFLAGS=["-DDECIMAL_DIG=__DECIMAL_DIG__"],
)
env.Prepend(
    LIBS=[
        core_env.BuildLibrary(os.path.join("$BUILD_DIR", "FrameworkArduinoVariant"), variant),
        core_env.BuildLibrary(os.path.join("$BUILD_DIR", "FrameworkArduino"), core),
    ]
)
