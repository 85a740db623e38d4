/** Sketch + board + target's capabilities → tables, or everything that stands in the way. */
import { type Identifiers, identifiers, sketchIdentifiers } from '../sketch/identifiers.ts';
import { type Channel, deadlineUsOf, type Sketch, type Task } from '../sketch/model.ts';
import type { Board, Capabilities } from '../sketch/platform.ts';
import { encodeMetadata } from '../trace/metadata.ts';
import { itemBytes, MAX_ITEM_BYTES, maxRingCapacity } from './items.ts';
import { traceMetadata } from './metadata.ts';
import type { LoweredChannel, LoweredTask, Lowering, UserText } from './program.ts';
import { ranksOf } from './ranks.ts';
import { Reporter } from './reporter.ts';
import { checkSupport } from './support.ts';
import { toTicks } from './ticks.ts';

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
  if (reporter.failed) return { program: null, diagnostics: reporter.problems };
  const prelude = { text: sketch.prelude, origin: 'sketch/prelude' };
  const metadata = encodeMetadata(traceMetadata(sketch, board));
  return { program: { name: sketch.name, prelude, tasks, channels, metadata }, diagnostics: reporter.problems };
}

function identifierOf(names: Identifiers, name: string): string {
  const found = names.get(name);
  if (found === undefined) throw new Error(`no identifier was made for ${JSON.stringify(name)}`);
  return found;
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

function lowerChannel(
  channel: Channel,
  index: number,
  sketch: Sketch,
  names: Identifiers,
  board: Board,
  reporter: Reporter,
): LoweredChannel {
  checkChannel(channel, index, board, reporter);
  const taskIndex = (name: string) => sketch.tasks.findIndex((task) => task.name === name);
  const writer = channel.writer === null ? -1 : taskIndex(channel.writer);
  const readers = channel.readers.map(taskIndex).filter((reader) => reader >= 0);
  const fieldNames = identifiers(channel.item.map((field) => field.name));
  const [first] = channel.item;
  return {
    name: channel.name,
    identifier: identifierOf(names, channel.name),
    kind: channel.kind,
    fields: channel.item.map((field) => ({ ...field, identifier: identifierOf(fieldNames, field.name) })),
    scalar: channel.item.length === 1 && first?.count === 1,
    capacity: channel.capacity,
    writer: writer < 0 ? null : writer,
    readers,
  };
}

function checkChannel(channel: Channel, index: number, board: Board, reporter: Reporter): void {
  const bytes = itemBytes(channel.item, board);
  if (bytes > MAX_ITEM_BYTES) {
    const text = `an item takes ${bytes} bytes, and a channel carries at most ${MAX_ITEM_BYTES}. Make its fields fewer or smaller.`;
    reporter.report(['channels', index, 'item'], text);
  }
  const most = maxRingCapacity(board);
  if (channel.kind === 'ring-buffer' && channel.capacity > most) {
    const text = `a ring buffer holds at most ${most} items on ${board.label}, found ${channel.capacity}. Choose at most ${most}.`;
    reporter.report(['channels', index, 'capacity'], text);
  }
  if (channel.writer === null && channel.readers.length > 0) {
    const text = 'nobody writes it, so its readers never get an item. Connect a writer.';
    reporter.report(['channels', index, 'writer'], text, 'warning');
  }
  if (channel.writer !== null && channel.readers.length === 0) {
    const text = 'nobody reads it, so what is written is lost. Connect a reader.';
    reporter.report(['channels', index, 'reader'], text, 'warning');
  }
}
