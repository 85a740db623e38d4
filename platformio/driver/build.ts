/** What a build is asked for and what comes of it, the same whichever tool builds. */
import type { Tools } from '../setup/tools.ts';

/** An element of a sketch, as the generator's `#line` markers name it. */
export interface DiagnosticElement {
  readonly kind: 'sketch' | 'task' | 'interrupt' | 'channel' | 'resource' | 'part';
  /** Empty for the sketch itself. */
  readonly name: string;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The element whose code the message is about; null when it is about no code of the user's. */
  readonly element: DiagnosticElement | null;
  /** Which piece of the element's code: `body`, `setup`, `deadlineHandler`, `budgetHandler`, `prelude`. */
  readonly member: string | null;
  /** From 1; inside the piece of code when there is an element, else in `file`. */
  readonly line: number | null;
  readonly column: number | null;
  /** The file that the tool named, when the message is in no piece of the user's code. */
  readonly file: string | null;
}

export interface MemoryUse {
  /** Static data: .data, .bss and .noinit. The stack comes on top. */
  readonly ramBytes: number;
  readonly ramAvailableBytes: number;
  readonly flashBytes: number;
  /** Without what the boot loader takes. */
  readonly flashAvailableBytes: number;
}

export interface Firmware {
  readonly format: 'intel-hex' | 'elf' | 'executable';
  readonly path: string;
  /** The same program with its symbols; null where there is none. */
  readonly elf: string | null;
}

export interface BuildLine {
  /** command: what is being run. out, error: the tool's own output. */
  readonly stream: 'command' | 'out' | 'error';
  readonly text: string;
}

export interface BuildRequest {
  /** A generated project: platformio.ini, src/, lib/. */
  readonly projectDir: string;
  readonly tools: Tools;
  /** The board's fully qualified name, `arduino:avr:uno`; only arduino-cli asks for it. */
  readonly fqbn?: string | null;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: BuildLine) => void;
}

export interface BuildResult {
  readonly outcome: 'ok' | 'failed' | 'cancelled';
  /** Why it failed, in one sentence for the user, when no diagnostic says it; else null. */
  readonly message: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly memory: MemoryUse | null;
  /** Null unless `outcome` is `ok`. */
  readonly firmware: Firmware | null;
  readonly durationMs: number;
}
