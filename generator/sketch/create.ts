/**
 * New documents and elements with sensible default values, which the user changes in the inspector.
 */

import { fromFile } from './file.ts';
import type { Channel, Interrupt, Part, PartKind, Resource, Sketch, Task } from './model.ts';
import { elementSchemas, sketchFileSchema } from './schema.ts';

/** The edit that adds the element (edits.ts) checks its name. */
const PLACEHOLDER = 'new';

/** A periodic task with a period of 10 ms and a budget of 1 ms, unless `values` overrides them. */
export function newTask(name: string, values: Partial<Task> = {}): Task {
  const isBackground = values.kind === 'background';
  const times = isBackground ? {} : { periodUs: 10_000, budgetUs: 1_000 };
  return { ...elementSchemas.tasks.parse({ name: PLACEHOLDER, ...times }), ...values, name };
}

/** An unconnected four-slot channel of one 32-bit number, unless `values` overrides this. */
export function newChannel(name: string, values: Partial<Channel> = {}): Channel {
  const { reader: _, ...members } = elementSchemas.channels.parse({ name: PLACEHOLDER });
  return { ...members, readers: [], ...values, name };
}

/**
 * An interrupt on a pin, with an I/O budget of its own and a handler with 5 % utilization, unless
 * `values` overrides this. The budget covers the overhead of an interrupt on the slowest board and
 * target, for a sketch with two interrupts and one task.
 */
export function newInterrupt(name: string, pin: string, values: Partial<Interrupt> = {}): Interrupt {
  const times = { handlerBudgetUs: 1_000, handlerPeriodUs: 20_000, ioBudgetUs: 1_200, ioPeriodUs: 20_000 };
  return { ...elementSchemas.interrupts.parse({ name: PLACEHOLDER, ...times }), pin, ...values, name };
}

/** A resource without users. */
export function newResource(name: string, values: Partial<Resource> = {}): Resource {
  return { ...elementSchemas.resources.parse({ name: PLACEHOLDER }), ...values, name };
}

/** A part without wires. */
export function newPart(name: string, kind: PartKind, values: Partial<Part> = {}): Part {
  return { ...elementSchemas.parts.parse({ name: PLACEHOLDER, kind }), ...values, name, kind };
}

/** An empty super-loop sketch for the Uno, unless `values` overrides this. */
export function newSketch(name: string, values: Partial<Sketch> = {}): Sketch {
  const file = sketchFileSchema.parse({ polyloop: 1, name: PLACEHOLDER, board: 'uno', target: 'superloop', tasks: [] });
  return { ...fromFile(file, {}), ...values, name };
}
