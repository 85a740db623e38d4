/** Sketch + board + target's capabilities → tables, or everything that stands in the way. */
import { type Identifiers, sketchIdentifiers } from '../sketch/identifiers.ts';
import { deadlineUsOf, type Sketch, type Task } from '../sketch/model.ts';
import type { Board, Capabilities } from '../sketch/platform.ts';
import { encodeMetadata } from '../trace/metadata.ts';
import { lowerChannel } from './channels.ts';
import { checkMemory } from './memory.ts';
import { traceMetadata } from './metadata.ts';
import { identifierOf } from './names.ts';
import type { LoweredTask, Lowering, UserText } from './program.ts';
import { ranksOf } from './ranks.ts';
import { Reporter } from './reporter.ts';
import { checkSupport } from './support.ts';
import { toTicks } from './ticks.ts';

/** Pieces of 20 bytes, numbered by one byte (runtime-c/src/trace.c). */
const MAX_METADATA_BYTES = 5100;

/** Every problem is reported at once; the program is there when none of them is an error. */
export function lower(sketch: Sketch, board: Board, capabilities: Capabilities): Lowering {
  const reporter = new Reporter(sketch);
  checkSupport(sketch, board, capabilities, reporter);
  const names = sketchIdentifiers(sketch);
  const ranks = ranksOf(sketch.tasks, sketch.policy);
  const tasks = sketch.tasks.map((task, index) =>
    lowerTask(task, index, ranks[index] ?? 0, names.runnables, board, reporter),
  );
  const channels = sketch.channels.map((channel, index) =>
    lowerChannel(channel, index, sketch, names.channels, board, reporter),
  );
  if (!reporter.failed) checkMemory(channels, board, reporter);
  const metadata = encodeMetadata(traceMetadata(sketch, board));
  if (metadata.length > MAX_METADATA_BYTES) {
    const text = `its names and times take ${metadata.length} bytes of telemetry, and at most ${MAX_METADATA_BYTES} can be sent. Shorten names.`;
    reporter.report([], text);
  }
  if (reporter.failed) return { program: null, diagnostics: reporter.problems };
  const prelude = { text: sketch.prelude, origin: 'sketch/prelude' };
  return { program: { name: sketch.name, prelude, tasks, channels, metadata }, diagnostics: reporter.problems };
}

/** The name under which the compiler reports a piece of a task's code. */
export function taskOrigin(name: string, member: 'body' | 'setup' | 'deadlineHandler'): string {
  return `task:${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))}/${member}`;
}

function lowerTask(
  task: Task,
  index: number,
  rank: number,
  names: Identifiers,
  board: Board,
  reporter: Reporter,
): LoweredTask {
  const ticks = (member: 'periodUs' | 'budgetUs' | 'deadlineUs' | 'offsetUs', us: number | null): number => {
    if (task.kind === 'background' || us === null) return 0;
    const found = toTicks(us, board.timerHz);
    if (found.ok) return found.ticks;
    reporter.report(['tasks', index, member], found.reason);
    return 0;
  };
  const text = (member: 'body' | 'setup' | 'deadlineHandler'): UserText => ({
    text: task[member],
    origin: taskOrigin(task.name, member),
  });
  return {
    name: task.name,
    identifier: identifierOf(names, task.name),
    kind: task.kind,
    periodTicks: ticks('periodUs', task.periodUs),
    budgetTicks: ticks('budgetUs', task.budgetUs),
    // Without one of its own D = T, which has been reported already if it does not fit.
    deadlineTicks:
      task.deadlineUs === null ? quietTicks(deadlineUsOf(task), board) : ticks('deadlineUs', task.deadlineUs),
    offsetTicks: ticks('offsetUs', task.offsetUs),
    rank,
    overrun: task.overrun,
    catchUpLimit: task.catchUpLimit,
    setup: text('setup'),
    body: text('body'),
    deadlineHandler: text('deadlineHandler'),
  };
}

function quietTicks(us: number | null, board: Board): number {
  const found = us === null ? null : toTicks(us, board.timerHz);
  return found?.ok ? found.ticks : 0;
}
