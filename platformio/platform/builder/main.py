"""Builds firmware.elf and firmware.hex, measures them, and uploads with avrdude where it is installed."""

import os
import shutil

from platformio.public import list_serial_ports
from SCons.Script import AlwaysBuild, Builder, COMMAND_LINE_TARGETS, Default, DefaultEnvironment

env = DefaultEnvironment()
platform = env.PioPlatform()

toolchain_bin_dir = platform.toolchain_bin_dir()
if toolchain_bin_dir:
    env.PrependENVPath("PATH", toolchain_bin_dir)

env.Replace(
    AR="avr-gcc-ar",
    AS="avr-as",
    CC="avr-gcc",
    CXX="avr-g++",
    GDB="avr-gdb",
    OBJCOPY="avr-objcopy",
    RANLIB="avr-gcc-ranlib",
    SIZETOOL="avr-size",
    ARFLAGS=["rc"],
    # Flash also contains the image of .data; RAM contains .data, .bss and .noinit.
    SIZEPROGREGEXP=r"^(?:\.text|\.data|\.bootloader)\s+(\d+).*",
    SIZEDATAREGEXP=r"^(?:\.data|\.bss|\.noinit)\s+(\d+).*",
    SIZECHECKCMD="$SIZETOOL -A -d $SOURCES",
    SIZEPRINTCMD="$SIZETOOL -A -d $SOURCES",
    PROGSUFFIX=".elf",
)

if env.get("PROGNAME", "program") == "program":
    env.Replace(PROGNAME="firmware")

env.Append(
    BUILDERS={
        "ElfToHex": Builder(
            action=env.VerboseAction("$OBJCOPY -O ihex -R .eeprom $SOURCES $TARGET", "Building $TARGET"),
            suffix=".hex",
        )
    }
)

if not env.get("PIOFRAMEWORK"):
    env.SConscript("frameworks/_flags.py", exports="env")

target_elf = None
target_hex = os.path.join("$BUILD_DIR", "${PROGNAME}.hex")
if "nobuild" not in COMMAND_LINE_TARGETS:
    target_elf = env.BuildProgram()
    target_hex = env.ElfToHex(os.path.join("$BUILD_DIR", "${PROGNAME}"), target_elf)

AlwaysBuild(env.Alias("nobuild", target_hex))
target_build = env.Alias("buildprog", target_hex, target_hex)
target_size = AlwaysBuild(
    env.Alias("size", target_elf, env.VerboseAction("$SIZEPRINTCMD", "Calculating size $SOURCE"))
)


def look_for_port(target, source, env):  # pylint: disable=unused-argument
    """Runs just before avrdude, because the port may have appeared only now."""
    if not shutil.which("avrdude", path=env["ENV"].get("PATH")):
        env.Exit("avrdude is not installed: it is what writes the firmware into the board (apt-get install avrdude)")
    env.AutodetectUploadPort()
    # The boot loader of a chip with USB is another device: a touch at 1200 baud starts it.
    options = env.BoardConfig().get("upload", {})
    before = list_serial_ports()
    if options.get("use_1200bps_touch", False):
        env.TouchSerialPort("$UPLOAD_PORT", 1200)
    if options.get("wait_for_upload_port", False):
        env.Replace(UPLOAD_PORT=env.WaitForNewSerialPort(before))
    env.Append(UPLOADERFLAGS=["-P", '"$UPLOAD_PORT"'])
    if env.subst("$UPLOAD_SPEED"):
        env.Append(UPLOADERFLAGS=["-b", "$UPLOAD_SPEED"])


avrdude, avrdude_configuration = platform.avrdude()
if avrdude and not shutil.which("avrdude", path=env["ENV"].get("PATH")):
    env.AppendENVPath("PATH", os.path.dirname(avrdude))
else:
    avrdude_configuration = None
env.Replace(
    UPLOADER="avrdude",
    UPLOADERFLAGS=["-p", "$BOARD_MCU", "-c", "$UPLOAD_PROTOCOL", "-D"]
    + (["-C", f'"{avrdude_configuration}"'] if avrdude_configuration else []),
    UPLOADCMD="$UPLOADER $UPLOADERFLAGS -U flash:w:$SOURCES:i",
)
AlwaysBuild(
    env.Alias(
        "upload",
        target_hex,
        [
            env.VerboseAction(look_for_port, "Looking for upload port..."),
            env.VerboseAction("$UPLOADCMD", "Uploading $SOURCE"),
        ],
    )
)

Default([target_build, target_size])
