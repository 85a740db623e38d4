/** Runs one building program: lines out, messages collected, cancelled as a whole. */
import type { RunResult } from '../setup/run.mjs';
import { run } from '../setup/run.mjs';
import { describeMissing, type Missing, type Program } from '../setup/tools.ts';
import type { BuildRequest, BuildResult, Diagnostic, Firmware, MemoryUse } from './build.ts';
import { DiagnosticCollector } from './diagnostics.ts';
import { bringHome } from './explain.ts';

/** Reads a build tool's own lines, beside the compiler's. */
export interface OutputReader {
  /** Lines that tell the user nothing, e.g. each object taken from a cache. */
  readonly skip?: RegExp;
  memory(lines: readonly string[]): MemoryUse | null;
  /** Why the tool itself failed, from its last lines, when no compiler message says it. */
  failure(lines: readonly string[]): string | null;
  firmware(): Promise<Firmware | null>;
}

export const failedAtOnce = (message: string): BuildResult => ({
  outcome: 'failed',
  message,
  diagnostics: [],
  memory: null,
  firmware: null,
  durationMs: 0,
});

export const notInstalled = (part: Missing): BuildResult => failedAtOnce(`${describeMissing(part)}.`);

/** English messages with plain quotes, whatever the user's language, because they are read by a program. */
const plainMessages = { LC_ALL: 'C', LANGUAGE: undefined, GCC_COLORS: '', NO_COLOR: '1' };

export async function buildWith(
  program: Program,
  args: readonly string[],
  request: BuildRequest,
  reader: OutputReader,
): Promise<BuildResult> {
  const started = performance.now();
  const collector = new DiagnosticCollector();
  const lines: string[] = [];
  const command = [...program.command, ...args];
  request.onLine?.({ stream: 'command', text: command.join(' ') });
  const result = await run(command, {
    cwd: request.projectDir,
    env: { ...program.env, ...plainMessages },
    ...(request.signal && { signal: request.signal }),
    onLine(text, stream) {
      if (reader.skip?.test(text)) return;
      lines.push(text);
      collector.add(text);
      request.onLine?.({ stream: stream === 'stdout' ? 'out' : 'error', text });
    },
  });
  const memory = reader.memory(lines);
  checkMemory(memory, collector);
  const durationMs = performance.now() - started;
  if (result.cancelled) return { ...failedAtOnce(''), outcome: 'cancelled', message: null, durationMs };
  const firmware = result.code === 0 && !memoryExceeded(memory) ? await reader.firmware() : null;
  if (firmware !== null)
    return { outcome: 'ok', message: null, diagnostics: collector.all, memory, firmware, durationMs };
  const diagnostics = await bringHome(collector.all, request.projectDir);
  const message = collector.hasError ? null : failureMessage(program.name, result, reader.failure(lines));
  return { outcome: 'failed', message, diagnostics, memory, firmware: null, durationMs };
}

const memoryExceeded = (memory: MemoryUse | null) =>
  memory !== null && (memory.ramBytes > memory.ramAvailableBytes || memory.flashBytes > memory.flashAvailableBytes);

/** A build tool may only warn when variables overflow RAM; such a program cannot work. */
function checkMemory(memory: MemoryUse | null, collector: DiagnosticCollector): void {
  if (memory === null || memory.ramBytes <= memory.ramAvailableBytes) return;
  collector.push(ramExceeded(memory));
}

function ramExceeded({ ramBytes, ramAvailableBytes }: MemoryUse): Diagnostic {
  const message = `The program's variables take ${ramBytes} bytes of RAM; the board has ${ramAvailableBytes}. Make arrays smaller, or keep constant tables in flash with PROGMEM.`;
  return { severity: 'error', message, element: null, member: null, line: null, column: null, file: null };
}

function failureMessage(name: string, result: RunResult, reason: string | null): string {
  if (result.startError !== null) return `${name} could not be started: ${result.startError}.`;
  if (reason !== null) return reason;
  if (result.code === 0) return `${name} reported success but left no firmware.`;
  return `${name} failed${result.code === null ? '' : ` (exit code ${result.code})`}; its output says more.`;
}
