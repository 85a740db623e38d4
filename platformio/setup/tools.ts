/**
 * Which tools are installed, and how to get the others. Host, command line and tests use it.
 * `findTools()` only reads files and is fast enough to call before every build.
 */
import { isAbsolute } from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import { clangdAt, howToGetClangd as clangdHint, findTools as find } from './find.mjs';
import type { Hints } from './hints.mjs';

/** The sentences of hints.mjs in the user's language. */
const HINTS: Hints = {
  either: (command, other) => tr`${command}, or ${other}`,
  orArduinoIde: (command) => tr`${command}, or the Arduino IDE`,
  withBinOnPath: (command) => tr`${command}, and its bin directory on PATH`,
  buildRtems: (page) => tr`build it as ${page} says, then set RTEMS_PREFIX, RTEMS_TOOLS, RTEMS_VERSION and RTEMS_BSP`,
  buildQuest: (page) => tr`build ${page} with its tool chain as its README says, then set QUEST_ROOT to it`,
  setQuestTools: (variable) => tr`The tool chain of Quest is not known. Set ${variable} to its folder.`,
  setBsp: (variable) => tr`${variable} is not set, so the board support package of RTEMS is not known.`,
  oldRtems: (version, least) => tr`RTEMS_VERSION is ${version}; Polyloop needs RTEMS ${least} or later.`,
  noFile: (file, variables) => tr`There is no ${file}, which ${variables} stand for.`,
  orSet: (command, variable) => tr`${command}, or set ${variable} to a checkout`,
  setOrUnset: (variable, command) => tr`set ${variable} to a checkout, or unset ${variable} and use ${command}`,
  both: (first, last) => tr`${first} and ${last}`,
  noKernel: (dir, folder, needed) => tr`${dir} is no ${folder} (it needs ${needed}).`,
  namesNoKernel: (variable, dir, folder, needed) =>
    tr`${variable} names ${dir}, which is no ${folder} (it needs ${needed}).`,
  oldKernel: (dir, name, version, least) => tr`${dir} is ${name} ${version}; Polyloop needs ${least} or later.`,
  namesOldKernel: (variable, dir, name, version, least) =>
    tr`${variable} names ${dir}, which is ${name} ${version}; Polyloop needs ${least} or later.`,
};

export const howToGetClangd = (): string => clangdHint(HINTS);

/** A part that is not installed. Show `name` and `howToGet` to the user unchanged. */
export interface Missing {
  readonly installed: false;
  readonly name: string;
  /** A command or an instruction for this system. */
  readonly howToGet: string;
  /** The problem in a sentence, if "is not installed" would be wrong or incomplete. */
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

/** avr-gcc and its tools, with avr-libc, and the Arduino core's sources. */
export interface Avr {
  readonly installed: true;
  readonly name: string;
  /** Directory of avr-gcc, avr-objcopy, avr-size, avr-nm … */
  readonly binDir: string;
  /** Directory that holds `cores/`, `variants/` and `libraries/`. */
  readonly arduinoCoreDir: string;
}

export type AvrTool = Avr | Missing;

/** arduino-cli with a core. A board is named `<vendor>:avr:uno`. */
export type ArduinoTool = (Program & { readonly vendor: string }) | Missing;

/** The sources of a kernel, which builds compile with the program. */
export interface KernelCheckout {
  readonly installed: true;
  readonly name: string;
  readonly sourceDir: string;
  /** The kernel's own version string: "V11.1.0". */
  readonly version: string;
  /** The kernel's name of the board for which it is installed. Undefined: a build chooses the board. */
  readonly board?: string;
}

/** A kernel's own compilers, with the flags of its board. */
export interface KernelCompilers {
  readonly c: Program;
  readonly cpp: Program;
  readonly cFlags: readonly string[];
  readonly linkFlags: readonly string[];
}

/** A board support package of RTEMS that is installed, with its tool chain. */
export type RtemsTool = (KernelCheckout & { readonly compilers: KernelCompilers }) | Missing;

/** A checkout of Quest that was built, with its tool chain. */
export type QuestTool =
  | (KernelCheckout & {
      readonly compilers: KernelCompilers;
      /** The kernel, which a boot loader or QEMU starts. */
      readonly kernelImage: string;
    })
  | Missing;

export type KernelTool = KernelCheckout | Missing;

export interface Tools {
  /** Directory for installations and caches of set-up. */
  readonly toolsDir: string;
  /** With Polyloop's own platform `atmelavr`, on the tool chain that set-up found or brought. */
  readonly pio: Tool;
  readonly arduinoCli: ArduinoTool;
  /** The compiler and the Arduino core for AVR boards. */
  readonly avr: AvrTool;
  /** Chromium, Chrome or Edge. */
  readonly browser: Tool;
  /** C compiler for the board `host`. */
  readonly hostCc: Tool;
  /** C++ compiler of the same vendor. */
  readonly hostCxx: Tool;
  /** Arm's GCC for processors without an operating system, with its C library. */
  readonly armGcc: Tool;
  /** The matching C++ compiler. */
  readonly armGxx: Tool;
  /** Emulates boards with an Arm processor. */
  readonly qemuArm: Tool;
  /** Emulates PCs. */
  readonly qemuPc: Tool;
  /** The checkout in FREERTOS_KERNEL_PATH, otherwise `kernels/FreeRTOS-Kernel` in `toolsDir`. */
  readonly freertosKernel: KernelTool;
  /** The folder in ZEPHYR_BASE, otherwise `kernels/zephyrproject/zephyr` in `toolsDir`. */
  readonly zephyrKernel: KernelTool;
  /** The board support package that RTEMS_PREFIX, RTEMS_TOOLS, RTEMS_VERSION and RTEMS_BSP name. */
  readonly rtemsKernel: RtemsTool;
  /** The checkout in QUEST_ROOT. */
  readonly questKernel: QuestTool;
  readonly clangFormat: Tool;
  /** Language server for C++: the program in POLYLOOP_CLANGD, otherwise on PATH. See `withClangd`. */
  readonly clangd: Tool;
  /** Static analysis of the runtime's C. */
  readonly clangTidy: Tool;
  /** Python with SimSo, another simulator. */
  readonly simso: Tool;
  readonly traceReaders: Tool;
  readonly babeltrace2: Tool;
  /**
   * Computes response-time bounds that follow machine-checked proofs; see
   * test/differential/rta-oracle.
   */
  readonly rtaOracle: Tool;
  /** Writes firmware to a real board. */
  readonly avrdude: Tool;
}

export function findTools(): Tools {
  return find(HINTS);
}

/** The tools with the clangd at a path that the user chose. With an empty path, the one that was found. */
export function withClangd(tools: Tools, path: string): Tools {
  if (path === '') return tools;
  const clangd = clangdAt(path, HINTS);
  if (clangd.installed) return { ...tools, clangd };
  const problem = isAbsolute(path) ? tr`There is no program at ${path}.` : tr`${path} is not a full path.`;
  return { ...tools, clangd: { ...clangd, problem } };
}

/** What is not installed and how to get it, in sentences for the user. */
export function describeMissing({ name, howToGet, problem }: Missing): string {
  return problem === undefined
    ? tr`${name} is not installed. To get it: ${howToGet}`
    : tr`${problem} To get it: ${howToGet}`;
}
