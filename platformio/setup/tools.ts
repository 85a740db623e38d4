/**
 * Which tools are there, and how to get those that are not: the one question that host, command line and tests
 * ask set-up. `findTools()` looks at files only and is cheap enough to ask before every build.
 */
import { describeMissing, findTools as find } from './find.mjs';

/** A part that is not there. Show `name` and `howToGet` to the user as they are. */
export interface Missing {
  readonly installed: false;
  readonly name: string;
  /** A command or an instruction for this system. */
  readonly howToGet: string;
  /** What is wrong, in a sentence, where "is not installed" would be wrong or too little. */
  readonly problem?: string;
}

/** A program that can be started as `spawn(command[0], [...command.slice(1), ...args], { env: { ...process.env, ...env } })`. */
export interface Program {
  readonly installed: true;
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

export type Tool = Program | Missing;

/** avr-gcc and its companions, with avr-libc, and the Arduino core's sources. */
export interface Avr {
  readonly installed: true;
  readonly name: string;
  /** Directory of avr-gcc, avr-objcopy, avr-size, avr-nm … */
  readonly binDir: string;
  /** Directory that holds `cores/`, `variants/` and `libraries/`. */
  readonly arduinoCoreDir: string;
}

export type AvrTool = Avr | Missing;

/** arduino-cli with a core; a board is called `<vendor>:avr:uno`. */
export type ArduinoTool = (Program & { readonly vendor: string }) | Missing;

/** The sources of a kernel, which builds compile with the program. */
export interface KernelCheckout {
  readonly installed: true;
  readonly name: string;
  readonly sourceDir: string;
  /** As the kernel names it itself: "V11.1.0". */
  readonly version: string;
}

export type KernelTool = KernelCheckout | Missing;

export interface Tools {
  /** Directory that set-up installs into and that caches live in. */
  readonly toolsDir: string;
  readonly pio: Tool;
  /** Where PlatformIO's platform `atmelavr` comes from: Polyloop's own on the system's tool chain, or the registry. */
  readonly pioPlatform: 'system' | 'registry' | null;
  readonly arduinoCli: ArduinoTool;
  /** The system's AVR tool chain; missing where PlatformIO brings its own. */
  readonly avr: AvrTool;
  /** Chromium, Chrome or Edge. */
  readonly browser: Tool;
  /** C compiler for the board `host`. */
  readonly hostCc: Tool;
  /** C++ compiler of the same make. */
  readonly hostCxx: Tool;
  /** Arm's GCC for processors without an operating system, with its C library. */
  readonly armGcc: Tool;
  /** The C++ compiler beside it. */
  readonly armGxx: Tool;
  /** Emulates boards with an Arm processor. */
  readonly qemuArm: Tool;
  /** What FREERTOS_KERNEL_PATH names, else `kernels/FreeRTOS-Kernel` in `toolsDir`. */
  readonly freertosKernel: KernelTool;
  readonly clangFormat: Tool;
  /** Examines the runtime's C. */
  readonly clangTidy: Tool;
  /** Python that has SimSo, another simulator. */
  readonly simso: Tool;
  /** Answers with response-time bounds that follow machine-checked proofs; see test/differential/rta-oracle. */
  readonly rtaOracle: Tool;
  /** Writes firmware into a real board. */
  readonly avrdude: Tool;
}

export function findTools(): Tools {
  return find();
}

export { describeMissing };
