/** Facts of a board. The records are data in generator/boards/<id>/. Code never compares a board's id: it asks these records. */
import type { InterruptMode, TargetName } from '../sketch/model.ts';
import type { TableMemory, ThreadMemory } from './kernel.ts';
import type { Overheads } from './overheads.ts';

export interface BoardPin {
  /** As printed on the board and used in sketches: "13", "A0". */
  readonly name: string;
  readonly digital: boolean;
  readonly analogIn: boolean;
  readonly pwm: boolean;
  /** Name of the interrupt that the pin makes, e.g. "INT0"; null: it makes none. */
  readonly interrupt: string | null;
  /** Its line in the runtime's port; null: none. */
  readonly interruptLine: number | null;
  /** What can be told apart on it; empty: none. */
  readonly interruptModes: readonly InterruptMode[];
}

/** A source of interrupts that is not a pin. The program sets it up; the runtime serves it. */
export interface InterruptSource {
  /** As in a sketch's `source`: "timer2". */
  readonly name: string;
  /** Its line in the runtime's port. */
  readonly line: number;
  /** Arduino's functions that would take the same interrupt. */
  readonly displaces: readonly string[];
  /** As shown to a user. */
  readonly label: string;
}

/** QEMU's clock moves by 2^icountShift ns with every instruction: times on such a board are counts of instructions. */
export type VirtualBoard =
  | { readonly emulator: 'avr8js' | 'host-process' }
  | {
      readonly emulator: 'qemu';
      readonly machine: string;
      readonly icountShift: number;
      /** Address of a free-running counter of hundredths of a second, by which the board's time is known though it says nothing. */
      readonly counterAddress: number;
    };

export interface DirectBuild {
  /** Prefix of the compiler's programs. */
  readonly compiler: 'arm-none-eabi';
  /** For C, C++ and linking. */
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  /** File of the port. */
  readonly linkerScript: string;
}

/** How long an instruction takes where the clock is one of instructions; null where it is one of time. Unit: ns. */
export function instructionNs({ virtual }: Pick<Board, 'virtual'>): number | null {
  return virtual?.emulator === 'qemu' ? 2 ** virtual.icountShift : null;
}

/** What programs for a board are made of, whatever their target. Its static files are in templates/boards/<id>. */
export interface BoardFiles {
  /** Folder of runtime-c/port. */
  readonly port: string;
  /** Whether Arduino's functions are Polyloop's own, from templates/arduino; else a core of the board brings them. */
  readonly ownArduino: boolean;
  /** Headers that every task's code can use. */
  readonly headers: readonly string[];
}

/** A target on one board. Its static files are in templates/targets/<target>/<board>. */
export interface TargetOnBoard {
  /** null: not measured, so the analysis counts nothing. */
  readonly overheads: Overheads | null;
  /** null: tasks have no stacks of their own. */
  readonly threads: ThreadMemory | null;
  /** null: tasks have stacks of their own, or nothing was measured. */
  readonly tables: TableMemory | null;
  /** What a build takes of the kernel's sources, from the checkout's root; a path that ends with `/` is all .c and .h in it. */
  readonly kernelFiles: readonly string[];
}

export interface Board {
  readonly id: string;
  readonly label: string;
  readonly mcu: string;
  readonly clockHz: number;
  readonly ramBytes: number;
  /** All of the flash; a program may use `usableFlashBytes`. */
  readonly flashBytes: number;
  /** What a boot loader takes of the flash. */
  readonly bootFlashBytes: number;
  /** Ticks per second of the timer that releases jobs; periods must be a whole number of them and below 2^31. */
  readonly timerHz: number;
  readonly telemetryBaud: number;
  /** Length of C `int` in bits, and whether `double` is 64 bits wide. */
  readonly intBits: number;
  /** Widest integer that is loaded and stored in one go: it limits what a ring buffer holds. */
  readonly indexBits: number;
  readonly pins: readonly BoardPin[];
  readonly interruptSources: readonly InterruptSource[];
  readonly files: BoardFiles;
  /** The targets for which programs are made for it. */
  readonly targets: Readonly<Partial<Record<TargetName, TargetOnBoard>>>;
  /** How a virtual board runs its firmware; null: real hardware only. */
  readonly virtual: VirtualBoard | null;
  /** Values for the board's section in platformio.ini; null: not built through PlatformIO. */
  readonly platformio: { readonly platform: string; readonly board: string; readonly framework: string } | null;
  /** How a compiler builds for it without PlatformIO; not given: through PlatformIO, or as a program of this computer. */
  readonly direct?: DirectBuild;
  /** Fully qualified board name for arduino-cli; null: not supported there. */
  readonly fqbn: string | null;
}

/** Flash that a program may use: 32,256 B on an Uno. */
export function usableFlashBytes(board: Board): number {
  return board.flashBytes - board.bootFlashBytes;
}
