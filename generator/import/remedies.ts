/**
 * Applies the remedies for variables that several imported tasks share: a channel for a number with one writer, and a
 * lock otherwise.
 */

import { C_TYPES } from '../lower/c-types.ts';
import { newChannel, newResource } from '../sketch/create.ts';
import { FIRST_SECTION_US } from '../sketch/edits.ts';
import { sketchIdentifiers } from '../sketch/identifiers.ts';
import type { FieldType, Sketch, Task } from '../sketch/model.ts';
import { validated } from '../sketch/validated.ts';
import type { Shared } from './shared.ts';

export type Remedy = 'channel' | 'lock';

/** The remedy that can be applied to the sketch, or null: the user has to change the code. */
export function remedyFor(sketch: Sketch, shared: Shared): Remedy | null {
  const tasks = tasksOf(sketch, shared.users);
  if (tasks.length < shared.users.length) return null;
  return channelOf(sketch, shared) === null ? 'lock' : 'channel';
}

/** The sketch with the remedy. The same sketch if there is none. */
export function withRemedy(sketch: Sketch, shared: Shared): Sketch {
  const remedy = remedyFor(sketch, shared);
  if (remedy === null) return sketch;
  const result = validated(remedy === 'lock' ? withLock(sketch, shared) : withChannel(sketch, shared));
  return result.ok ? result.sketch : sketch;
}

const tasksOf = ({ tasks }: Sketch, names: readonly string[]): Task[] =>
  tasks.filter(({ name }) => names.includes(name));

/** Each job holds the lock from its first statement to its end. */
function withLock(sketch: Sketch, { name, users }: Shared): Sketch {
  const sections = tasksOf(sketch, users).map((task) => ({
    task: task.name,
    criticalSectionUs: task.budgetUs ?? FIRST_SECTION_US,
  }));
  const locked = { ...sketch, resources: [...sketch.resources, newResource(name, { users: sections })] };
  const identifier = sketchIdentifiers(locked).resources.get(name) ?? name;
  return withBodies(locked, users, (body) => `${identifier}_guard ${identifier}_held;\n${body}`);
}

interface ChannelPlan {
  readonly type: FieldType;
  readonly initial: string;
  readonly writer: string;
  readonly readers: readonly string[];
}

/** A job of the writer ends by writing the number. It must not end before. */
function channelOf(sketch: Sketch, { remedy, writers, users, number }: Shared): ChannelPlan | null {
  const [writer] = writers;
  if (remedy !== 'channel' || number === null || writer === undefined) return null;
  const [task] = tasksOf(sketch, [writer]);
  if (task === undefined || /\breturn\b/.test(task.body)) return null;
  return { ...number, writer, readers: users.filter((user) => user !== writer) };
}

/** Each reader has a copy of the variable, with its name, that it reads at the start of its job. */
function withChannel(sketch: Sketch, shared: Shared): Sketch {
  const plan = channelOf(sketch, shared);
  if (plan === null) return sketch;
  const { type, initial, writer, readers } = plan;
  const { name } = shared;
  const item = [{ name: 'value', type, count: 1 }];
  const linked = { ...sketch, channels: [...sketch.channels, newChannel(name, { item, writer, readers })] };
  const identifier = sketchIdentifiers(linked).channels.get(name) ?? name;
  const written = withBodies(linked, [writer], (body) => `${body}\n${identifier}_write((${C_TYPES[type]})${name});`);
  const copy = `static ${C_TYPES[type]} ${name} = ${initial};\n${identifier}_read(&${name});\n`;
  return withBodies(written, readers, (body) => `${copy}${body}`);
}

const withBodies = (sketch: Sketch, names: readonly string[], change: (body: string) => string): Sketch => ({
  ...sketch,
  tasks: sketch.tasks.map((task) => (names.includes(task.name) ? { ...task, body: change(task.body) } : task)),
});
