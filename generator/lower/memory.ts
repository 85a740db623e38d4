/**
 * Checks the RAM of stacks and channel buffers. An excess is reported before the build, at the task
 * or channel that needs most.
 */

import type { Board } from '../platform/board.ts';
import type { ThreadMemory } from '../platform/kernel.ts';
import type { Sketch } from '../sketch/model.ts';
import type { Runnable } from '../system/runnables.ts';
import { systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
import { itemBytes } from './items.ts';
import type { LoweredChannel, LoweredServer, LoweredTask, MemoryShare } from './program.ts';
import type { Reporter } from './reporter.ts';

/** Above this share of RAM little remains for variables, the runtime and the stack. */
const COMFORTABLE = 0.6;
/** The same if stacks and the runtime are included. */
const COMFORTABLE_WITH_THREADS = 0.95;

/** Maximum stack size in units of pl_stack_t. */
const MAX_STACK_UNITS = 65_535;

export interface MemoryUsers {
  readonly sketch: Sketch;
  readonly channels: readonly LoweredChannel[];
  readonly tasks: readonly LoweredTask[];
  readonly ioServers: readonly LoweredServer[];
  readonly threads: ThreadMemory | null;
  readonly board: Board;
}

interface Share {
  readonly bytes: number;
  readonly path: readonly PropertyKey[];
  /** The use of the memory. `way` is a remedy for the user. */
  readonly what: string;
  readonly way: string;
}

/** Bytes of one channel's buffers: one buffer per reader (runtime-c/include/polyloop/channel.h). */
export function channelBytes({ kind, fields, capacity, readers, writer }: LoweredChannel, board: Board): number {
  if (writer === null && readers.length === 0) return 0;
  const items = kind === 'four-slot' ? 4 : capacity + 1;
  return Math.max(1, readers.length) * items * itemBytes(fields, board);
}

/**
 * Reports memory that exceeds the board's RAM or leaves little of it.
 *
 * @param estimate the use of RAM by each element, which the estimate before a build shows, too; null: not
 * measured
 */
export function checkMemory(users: MemoryUsers, estimate: readonly MemoryShare[] | null, reporter: Reporter): void {
  const { board, threads } = users;
  const channels = channelShares(users);
  const stacks = stackShares(users);
  const stackTotal = sum(stacks) + commonBytes(users);
  const total = threads === null || estimate === null ? sum(channels) + stackTotal : sum(estimate);
  const channelTotal = total - stackTotal;
  if (total <= (threads === null ? COMFORTABLE : COMFORTABLE_WITH_THREADS) * board.ramBytes) return;
  const [most] = [...stacks, ...channels].sort((a, b) => b.bytes - a.bytes);
  if (most === undefined) return;
  const { ramBytes, label } = board;
  const text = `${most.what}; ${allOf(channelTotal, stackTotal, total, ramBytes, label)} ${most.way}`;
  // The text says that it is about a stack, so the message names the element alone.
  reporter.report(most.path, text, total > board.ramBytes ? 'error' : 'warning', most.path.slice(0, 2));
}

function allOf(channels: number, stacks: number, total: number, ramBytes: number, board: string): string {
  if (stacks === 0 && channels > 0) return tr`all channels take ${total} of the ${ramBytes} bytes of RAM of ${board}.`;
  if (channels === 0 || stacks === 0)
    return tr`threads and kernel take ${total} of the ${ramBytes} bytes of RAM of ${board}.`;
  return tr`all channels take ${channels}, threads and kernel ${stacks}, together ${total} of the ${ramBytes} bytes of RAM of ${board}.`;
}

const sum = (shares: readonly Pick<Share, 'bytes'>[]) => shares.reduce((total, { bytes }) => total + bytes, 0);

/** Memory that belongs to no single element. */
function commonBytes({ sketch, ioServers, threads }: MemoryUsers): number {
  if (threads === null) return 0;
  const interrupts = sketch.interrupts.length === 0 ? 0 : threads.interruptBytes;
  const { managerStackBytes, idleStackBytes, baseBytes, ioServerBytes } = threads;
  return managerStackBytes + idleStackBytes + baseBytes + interrupts + ioServers.length * ioServerBytes;
}

function channelShares({ channels, board }: MemoryUsers): Share[] {
  return channels.map((channel, index) => {
    const bytes = channelBytes(channel, board);
    const readers = channel.readers.length;
    return {
      bytes,
      path: ['channels', index],
      what:
        readers > 1
          ? tr`it takes ${bytes} bytes, a buffer for each of its ${readers} readers`
          : tr`it takes ${bytes} bytes`,
      way: tr`Choose a smaller capacity, smaller items or fewer readers.`,
    };
  });
}

function stackShares({ sketch, tasks, threads }: MemoryUsers): Share[] {
  if (threads === null) return [];
  const { runnables } = systemOf(sketch);
  return tasks.map(({ stackBytes, element }, index) => ({
    bytes: stackBytes + threads.controlBytes,
    path: placeOf(runnables[index] as Runnable),
    what: tr`its stack takes ${stackBytes} bytes, and what the kernel keeps of it ${threads.controlBytes}`,
    way:
      element === 'task'
        ? tr`Choose a smaller stack, or fewer tasks.`
        : tr`Remove its handler, or give tasks smaller stacks.`,
  }));
}

/** A handler has no stack setting, so its interrupt is reported. */
function placeOf({ element, source }: Runnable): readonly PropertyKey[] {
  return element === 'task' ? ['tasks', source, 'stackBytes'] : ['interrupts', source];
}

/** Reports stacks that are too small to run any code, or too large for the runtime. */
export function checkStacks({ sketch, threads, board }: MemoryUsers, reporter: Reporter): void {
  if (threads === null) return;
  const [least, most] = [threads.leastStackBytes, MAX_STACK_UNITS * threads.stackUnitBytes];
  sketch.tasks.forEach(({ stackBytes }, index) => {
    if (stackBytes === null || (stackBytes >= least && stackBytes <= most)) return;
    const why =
      stackBytes < least
        ? tr`the runtime alone takes ${least} bytes of a stack on ${board.label}`
        : tr`a stack has at most ${most} bytes on ${board.label}`;
    const text = tr`its stack has ${stackBytes} bytes, but ${why}. Choose from ${least} to ${most}.`;
    reporter.report(['tasks', index, 'stackBytes'], text, 'error', ['tasks', index]);
  });
}
