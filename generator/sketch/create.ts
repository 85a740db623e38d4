/** New documents and elements with sensible first values, to be changed in the inspector. */

import { fromFile } from './file.ts';
import type { Channel, Interrupt, Part, PartKind, Resource, Sketch, Task } from './model.ts';
import { elementSchemas, sketchFileSchema } from './schema.ts';

/** Names are judged when the element is added (edits.ts), not here. */
const PLACEHOLDER = 'new';

/** A periodic task of 10 ms period and 1 ms budget, unless other values are given. */
export function newTask(name: string, values: Partial<Task> = {}): Task {
  const isBackground = values.kind === 'background';
  const times = isBackground ? {} : { periodUs: 10_000, budgetUs: 1_000 };
  return { ...elementSchemas.tasks.parse({ name: PLACEHOLDER, ...times }), ...values, name };
}

/** A four-slot channel of one 32-bit number, not connected, unless other values are given. */
export function newChannel(name: string, values: Partial<Channel> = {}): Channel {
  const { reader: _, ...members } = elementSchemas.channels.parse({ name: PLACEHOLDER });
  return { ...members, readers: [], ...values, name };
}

/**
 * An interrupt on a pin, with an I/O budget of its own and a handler of 5 % unless other values are given. The budget has
 * room for what the runtime takes for one on the slowest board and target, where there are two interrupts and a task.
 */
export function newInterrupt(name: string, pin: string, values: Partial<Interrupt> = {}): Interrupt {
  const times = { handlerBudgetUs: 1_000, handlerPeriodUs: 20_000, ioBudgetUs: 1_200, ioPeriodUs: 20_000 };
  return { ...elementSchemas.interrupts.parse({ name: PLACEHOLDER, ...times }), pin, ...values, name };
}

/** A resource that nobody uses yet. */
export function newResource(name: string, values: Partial<Resource> = {}): Resource {
  return { ...elementSchemas.resources.parse({ name: PLACEHOLDER }), ...values, name };
}

/** A part that is not wired yet. */
export function newPart(name: string, kind: PartKind, values: Partial<Part> = {}): Part {
  return { ...elementSchemas.parts.parse({ name: PLACEHOLDER, kind }), ...values, name, kind };
}

/** An empty super-loop sketch for the Uno, unless other values are given. */
export function newSketch(name: string, values: Partial<Sketch> = {}): Sketch {
  const file = sketchFileSchema.parse({ polyloop: 1, name: PLACEHOLDER, board: 'uno', target: 'superloop', tasks: [] });
  return { ...fromFile(file, {}), ...values, name };
}
