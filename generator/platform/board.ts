/**
 * The properties of a board. The records are data in generator/boards/<id>/. Code reads these
 * properties and never compares board ids.
 */
import { libraryShortName } from '../sketch/libraries.ts';
import type { InterruptMode, Sketch, TargetName } from '../sketch/model.ts';
import type { Ns } from '../sketch/time.ts';
import type { CodeCosts } from './costs.ts';
import type { FlashMemory, TableMemory, ThreadMemory } from './kernel.ts';
import type { Overheads } from './overheads.ts';

export interface BoardPin {
  /** The name that is printed on the board and used in sketches: "13", "A0". */
  readonly name: string;
  readonly digital: boolean;
  readonly analogIn: boolean;
  readonly pwm: boolean;
  /** Name of the pin's interrupt, e.g. "INT0"; null if the pin has no interrupt. */
  readonly interrupt: string | null;
  /** The interrupt's line in the runtime's port; null if the pin has no interrupt. */
  readonly interruptLine: number | null;
  /** The trigger modes that the interrupt supports; empty if the pin has no interrupt. */
  readonly interruptModes: readonly InterruptMode[];
  /**
   * What the runtime needs of this pin. serial: the whole pin, for the serial line. release-timer:
   * the pin's PWM, because its timer releases the jobs.
   */
  readonly taken?: 'serial' | 'release-timer' | undefined;
}

/**
 * An interrupt source that is not a pin. The user's program configures the source, and the runtime
 * handles its interrupts.
 */
export interface InterruptSource {
  /** The value of `source` in a sketch: "timer2". */
  readonly name: string;
  /** The source's line in the runtime's port. */
  readonly line: number;
  /** Arduino functions that use the same interrupt and are therefore unavailable. */
  readonly displaces: readonly string[];
  /** The name that the user sees. */
  readonly label: string;
}

/**
 * QEMU's clock advances by 2^icountShift ns for each instruction, so times on such a board are
 * instruction counts.
 */
export type VirtualBoard =
  | { readonly emulator: 'avr8js' | 'host-process' }
  | {
      readonly emulator: 'qemu';
      /** The processor, in the name of QEMU's program. Default: arm. */
      readonly processor?: 'i386';
      readonly machine: string;
      /** QEMU's further arguments for this machine. Default: none. */
      readonly machineArguments?: readonly string[];
      readonly icountShift: number;
      /**
       * What gives the board's time while the program sends no telemetry: the address of a free-running counter of
       * hundredths of a second, or the port of a PC's power management timer.
       */
      readonly counter: { readonly address: number } | { readonly pmTimerPort: number };
      /** With `boots`: from the start of the kernel to that of the program, at most. Unit: ns. */
      readonly bootNs?: Ns;
      /**
       * The kernel that QEMU starts, with the program as its first module: a file of its own, which the user has
       * installed. Undefined: the program contains its kernel.
       */
      readonly boots?: 'quest';
      /**
       * The kernel writes messages to the line of telemetry, too, and a carriage return before each line feed: what it
       * writes there when it ends the program.
       */
      readonly lineEnds?: readonly string[];
      /**
       * The first serial line is the kernel's console, and telemetry uses the second: what the kernel writes there when
       * it ends the program. Undefined: the first line has telemetry.
       */
      readonly consoleEnds?: readonly string[];
    };

export interface DirectBuild {
  /**
   * Prefix of the compiler's commands, or the kernel that brings its compiler and its flags when it is installed.
   */
  readonly compiler: 'arm-none-eabi' | 'rtems' | 'quest';
  /** The languages that the compiler knows. Default: C99 and GNU C++17. */
  readonly standards?: { readonly c: string; readonly cpp: string };
  /** Flags for C, C++ and linking. */
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  /** Linker script in the port's folder; null: the compiler's own. */
  readonly linkerScript: string | null;
  /** The program is filled up to a multiple of this size. Undefined: it is left as it is. */
  readonly pageBytes?: number;
}

/**
 * Time of one instruction in ns if the board's clock counts instructions; null if the clock
 * measures time.
 */
export function instructionNs({ virtual }: Pick<Board, 'virtual'>): number | null {
  return virtual?.emulator === 'qemu' ? 2 ** virtual.icountShift : null;
}

/** The files that a program for a board consists of, whatever its target. */
export interface BoardFiles {
  /** Name of the folder in runtime-c/port. */
  readonly port: string;
  /**
   * Name of the board's folders in templates/boards and templates/targets/<target>. Boards of one
   * family share them. Default: the board's id.
   */
  readonly templates?: string;
  /**
   * Whether Polyloop provides Arduino's functions, from templates/arduino. Otherwise the board's
   * Arduino core provides them.
   */
  readonly ownArduino: boolean;
  /** Headers that the code of every task can use. */
  readonly headers: readonly string[];
  /**
   * Name of the file in templates/calibration with the clock of calibration programs. Undefined: the
   * overheads of the board cannot be measured on it.
   */
  readonly calibration?: string;
}

/** A library that Polyloop has written itself, because the usual one needs what the runtime uses. */
export interface OwnLibrary {
  /** Its folder, from the root of the repository. */
  readonly folder: string;
  /** The macro of polyloop_config.h that configures the runtime for it. */
  readonly macro: string;
}

/** A kernel whose own build compiles the project together with it, in the kernel's folder. */
export interface CMakeBuild {
  /** The board's name in that kernel. */
  readonly board: string;
  /**
   * Folders beside the kernel's that its build needs, relative to the folder around it. Those that are there are
   * named to the build.
   */
  readonly modules: readonly string[];
}

/** A target on one board. */
export interface TargetOnBoard {
  /** null: no overheads were measured, so the analysis assumes none. */
  readonly overheads: Overheads | null;
  /** The board whose overheads these are, if none were measured on this one. */
  readonly overheadsOf?: string;
  /** null: tasks do not have stacks of their own. */
  readonly threads: ThreadMemory | null;
  /** null: tasks have stacks of their own, or nothing was measured. */
  readonly tables: TableMemory | null;
  /** Undefined: the flash was not measured, so it is known only after a build. */
  readonly flash?: FlashMemory;
  /**
   * Kernel sources that a build needs, relative to the root of the kernel's checkout. A path that
   * ends with `/` stands for all .c and .h files in that folder. Empty with `cmake`: the build uses them where they
   * are.
   */
  readonly kernelFiles: readonly string[];
  /** The kernel's own name of the board, if the kernel is installed for one board. */
  readonly kernelBoard?: string;
  /** Builds by the kernel's own CMake files. Undefined: as the board is built for its other targets. */
  readonly cmake?: CMakeBuild;
  /** What code costs there. Undefined: it was not measured, so there is no estimate of a budget. */
  readonly costs?: CodeCosts;
  /** By the library's name without its owner. A sketch that names the library uses this one. */
  readonly ownLibraries?: Readonly<Record<string, OwnLibrary>>;
}

/** The libraries of the sketch that Polyloop provides, by their names. */
export function ownLibrariesOf(
  { libraries, target }: Pick<Sketch, 'libraries' | 'target'>,
  { targets }: Pick<Board, 'targets'>,
): ReadonlyMap<string, OwnLibrary> {
  const known = targets[target]?.ownLibraries ?? {};
  return new Map(
    libraries.flatMap((library): [string, OwnLibrary][] => {
      const own = library.folder === null ? known[libraryShortName(library)] : undefined;
      return own === undefined ? [] : [[library.name, own]];
    }),
  );
}

/** Vendor and product of a USB device. */
export interface UsbId {
  readonly vendor: number;
  readonly product: number;
}

/** The drawings of boards that the window has. */
export type BoardPicture = 'arduino-uno' | 'arduino-nano' | 'arduino-mega';

export interface Board {
  readonly id: string;
  readonly label: string;
  /**
   * How the window draws the board. Undefined: as an outline, because its virtual board has no pins
   * that parts can be wired to.
   */
  readonly picture?: BoardPicture;
  readonly mcu: string;
  readonly clockHz: number;
  readonly ramBytes: number;
  /** The whole flash. A program may use `usableFlashBytes`. */
  readonly flashBytes: number;
  /** Size of the boot loader in flash. */
  readonly bootFlashBytes: number;
  /**
   * Ticks per second of the timer that releases jobs. A period must be a whole number of ticks
   * below 2^31.
   */
  readonly timerHz: number;
  readonly telemetryBaud: number;
  /** Size of C `int` in bits, and whether `double` has 64 bits. */
  readonly intBits: number;
  /**
   * Width in bits of the widest integer with atomic load and store. It limits the capacity of a
   * ring buffer.
   */
  readonly indexBits: number;
  readonly pins: readonly BoardPin[];
  /** Undefined: `pins` are all pins of the board. True: they are not known, so a sketch may name any pin. */
  readonly hasOtherPins?: true;
  readonly interruptSources: readonly InterruptSource[];
  readonly files: BoardFiles;
  /** The targets that the board supports. */
  readonly targets: Readonly<Partial<Record<TargetName, TargetOnBoard>>>;
  /** How a virtual board runs its firmware; null if there is only real hardware. */
  readonly virtual: VirtualBoard | null;
  /**
   * Values for the board's section in platformio.ini; null if PlatformIO does not build for the
   * board.
   */
  readonly platformio: { readonly platform: string; readonly board: string; readonly framework: string } | null;
  /**
   * How to build for the board with a compiler and without PlatformIO. Undefined: the build uses
   * PlatformIO, or makes a program for this computer.
   */
  readonly direct?: DirectBuild;
  /** Why libraries cannot be used, by their name without its owner: what they need, and a way out. */
  readonly unusableLibraries?: Readonly<Record<string, string>>;
  /**
   * The USB ids of the board, from PlatformIO's manifest (`build.hwids`). Without those of USB
   * adapters that other boards use, too. Undefined: the board has none.
   */
  readonly usbIds?: readonly UsbId[];
  /** Fully qualified board name for arduino-cli; null if arduino-cli does not support the board. */
  readonly fqbn: string | null;
}

/** Name of the board's folders with static files. */
export const templatesOf = ({ id, files }: Pick<Board, 'id' | 'files'>): string => files.templates ?? id;

/** Flash that a program may use: 32,256 B on an Uno. */
export function usableFlashBytes(board: Board): number {
  return board.flashBytes - board.bootFlashBytes;
}
