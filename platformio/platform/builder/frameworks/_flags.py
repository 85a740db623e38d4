"""Compiler and linker flags of Arduino's own platform.txt for AVR, in PlatformIO's variables.

Differences: `-Wall` instead of `-w`, because a body's warnings are worth seeing, and no `-g`, which
PlatformIO adds itself for a debug build.
"""

from SCons.Script import Import

Import("env")

env.Append(
    ASFLAGS=["-x", "assembler-with-cpp"],
    CFLAGS=["-std=gnu11", "-fno-fat-lto-objects"],
    CCFLAGS=["-Os", "-Wall", "-ffunction-sections", "-fdata-sections", "-flto", "-mmcu=$BOARD_MCU"],
    CXXFLAGS=[
        "-std=gnu++11",
        "-fpermissive",
        "-fno-exceptions",
        "-fno-threadsafe-statics",
        "-Wno-error=narrowing",
    ],
    CPPDEFINES=[("F_CPU", "$BOARD_F_CPU")],
    LINKFLAGS=["-Os", "-mmcu=$BOARD_MCU", "-Wl,--gc-sections", "-flto", "-fuse-linker-plugin"],
    LIBS=["m"],
)

# Assembler files are preprocessed and need the same machine and optimisation flags.
env.Append(ASFLAGS=env.get("CCFLAGS", [])[:])
