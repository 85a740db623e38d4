/**
 * The use of a board's RAM by each element and by the runtime, before any build. Excludes the
 * variables of the sketch's code.
 */
import type { TableMemory } from '../platform/kernel.ts';
import { quote } from '../sketch/problem.ts';
import { tr } from '../words/tr.ts';
import { preemptionLevels } from './levels.ts';
import { channelBytes, type MemoryUsers } from './memory.ts';
import type { LoweredTask, MemoryShare } from './program.ts';

/** @param tables of a target without threads on this board; null: not measured */
export function memoryShares(users: MemoryUsers, tables: TableMemory | null): MemoryShare[] | null {
  const common = users.threads === null ? tableShares(users, tables) : threadShares(users);
  if (common === null) return null;
  const control = { 'four-slot': tables?.fourSlotBytes ?? 0, 'ring-buffer': tables?.ringBufferBytes ?? 0 };
  const channels = users.channels.map((channel) => ({
    name: tr`channel ${quote(channel.name)}`,
    bytes: channelBytes(channel, users.board) + channel.readers.length * control[channel.kind],
  }));
  return [...common, ...channels].filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes);
}

const nameOf = ({ element, name }: LoweredTask): string =>
  element === 'task' ? tr`task ${quote(name)}` : tr`handler of ${quote(name)}`;

/** The name of the one stack's share. */
export const stackPart = (): string => tr`stack`;

function threadShares({ sketch, tasks, ioServers, threads }: MemoryUsers): MemoryShare[] {
  if (threads === null) return [];
  const { managerStackBytes, idleStackBytes, baseBytes, controlBytes } = threads;
  const interrupts = sketch.interrupts.length === 0 ? 0 : threads.interruptBytes;
  return [
    ...tasks.map((task) => ({ name: nameOf(task), bytes: task.stackBytes + controlBytes })),
    { name: tr`kernel and runtime`, bytes: baseBytes },
    { name: tr`stacks of the runtime's threads`, bytes: managerStackBytes + idleStackBytes },
    { name: tr`interrupts`, bytes: interrupts + ioServers.length * threads.ioServerBytes },
  ];
}

function tableShares({ sketch, tasks, ioServers }: MemoryUsers, tables: TableMemory | null): MemoryShare[] | null {
  if (tables === null) return null;
  const keeps = tasks.some(({ overrun }) => overrun === 'catch-up' || overrun === 'demote');
  const eachBytes = tables.taskBytes + (keeps ? tables.overrunBytes : 0);
  const interrupts = sketch.interrupts.length === 0 ? 0 : tables.interruptBytes;
  const levels = preemptionLevels(tasks, sketch.policy).length;
  return [
    ...tasks.map((task) => ({ name: nameOf(task), bytes: eachBytes })),
    { name: tr`runtime`, bytes: tables.baseBytes },
    { name: stackPart(), bytes: tables.stackBytes + Math.max(0, levels - 1) * (tables.levelBytes ?? 0) },
    { name: tr`interrupts`, bytes: interrupts + ioServers.length * tables.ioServerBytes },
  ];
}
