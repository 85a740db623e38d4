/** The request and the result of a build, the same for every build tool. */
import type { Tools } from '../setup/tools.ts';
import type { Limits } from './check/limits.ts';

/** An element of a sketch, as the generator's `#line` markers name it. */
export interface DiagnosticElement {
  readonly kind: 'sketch' | 'task' | 'interrupt' | 'channel' | 'resource' | 'part';
  /** Empty for the sketch itself. */
  readonly name: string;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The element with the code that the message is about; null if it is not about the user's code. */
  readonly element: DiagnosticElement | null;
  /** Which piece of the element's code: `body`, `setup`, `deadlineHandler`, `budgetHandler`, `prelude`. */
  readonly member: string | null;
  /** From 1; inside the piece of code if there is an element, otherwise in `file`. */
  readonly line: number | null;
  readonly column: number | null;
  /** The file that the tool named, if the message is not about the user's code. */
  readonly file: string | null;
}

export interface MemoryUse {
  /** Static data: .data, .bss and .noinit, without the stack. */
  readonly ramBytes: number;
  readonly ramAvailableBytes: number;
  readonly flashBytes: number;
  /** Flash for the program, without the boot loader. Unit: bytes. */
  readonly flashAvailableBytes: number;
}

export interface Firmware {
  readonly format: 'intel-hex' | 'elf' | 'executable';
  readonly path: string;
  /** The same program with its symbols; null if there is none. */
  readonly elf: string | null;
}

export interface BuildLine {
  /** command: the command that runs. out, error: the tool's own output. */
  readonly stream: 'command' | 'out' | 'error';
  readonly text: string;
}

export interface BuildRequest {
  /** A generated project: platformio.ini, src/, lib/. */
  readonly projectDir: string;
  readonly tools: Tools;
  /** The board's fully qualified name, `arduino:avr:uno`; only arduino-cli uses it. */
  readonly fqbn?: string | null;
  /**
   * Whether a build may do without PlatformIO when only the sketch's own source has changed.
   * For folders in which only Polyloop builds: the firmware in PlatformIO's own folder stays old.
   */
  readonly repeat?: boolean;
  /** Whether the user trusts the sketch: what its libraries run may run without a sandbox. */
  readonly trusted?: boolean;
  /** The folder of the plans of builds that repeat. Absent: the one that all builds share. */
  readonly plans?: string;
  /** Absent: those of every build, `BUILD_LIMITS`. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: BuildLine) => void;
}

export interface BuildResult {
  readonly outcome: 'ok' | 'failed' | 'cancelled';
  /**
   * Why the build failed, in one sentence for the user, if no diagnostic says it; otherwise null.
   */
  readonly message: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly memory: MemoryUse | null;
  /** null unless `outcome` is `ok`. */
  readonly firmware: Firmware | null;
  readonly durationMs: number;
}
