/**
 * Facts about single tasks, looked up in tables. Each card asks for its own at every edit, and a search
 * through all tasks for each of 500 cards would take longer than a frame.
 */
import type { Admission, TaskAdmission } from '../../../../generator/analysis/admission.ts';
import type { Channel, ChannelKind, Sketch, Task } from '../../../../generator/sketch/model.ts';
import { remembered } from '../../../../generator/sketch/remembered.ts';

/** The kinds of the channels that a task or interrupt reads and writes first. */
export interface PortKinds {
  readonly reads: ChannelKind | 'free';
  readonly writes: ChannelKind | 'free';
}

const FREE: PortKinds = { reads: 'free', writes: 'free' };

export const indexOfTask = ({ tasks }: Sketch, name: string): number => indicesOf(tasks).get(name) ?? -1;

export const portsOf = ({ channels }: Sketch, name: string): PortKinds => allPortsOf(channels).get(name) ?? FREE;

/** The shortest period of all tasks; Infinity if there is none. */
export const shortestPeriodUs = ({ tasks }: Sketch): number => shortestOf(tasks);

export const rowOf = (admission: Admission, task: number): TaskAdmission | undefined => rowsOf(admission).get(task);

const indicesOf = remembered((tasks: readonly Task[]) => new Map(tasks.map(({ name }, index) => [name, index])));

const shortestOf = remembered((tasks: readonly Task[]) => Math.min(...tasks.flatMap(({ periodUs }) => periodUs ?? [])));

const rowsOf = remembered(({ tasks }: Admission) => new Map(tasks.map((row) => [row.task, row])));

const allPortsOf = remembered((channels: readonly Channel[]) => {
  const ports = new Map<string, PortKinds>();
  for (const { kind, writer, readers } of channels.toReversed()) {
    for (const name of readers) ports.set(name, { ...(ports.get(name) ?? FREE), reads: kind });
    if (writer !== null) ports.set(writer, { ...(ports.get(writer) ?? FREE), writes: kind });
  }
  return ports;
});
