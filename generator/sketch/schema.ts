/**
 * The shape of a sketch file, member by member. The reader checks it, and polyloop.schema.json
 * publishes it. checks/relations.ts checks relations between members: references, duplicates, and the members
 * that each kind of task requires.
 */
import * as z from 'zod';
import { blocks } from './blocks/blocks-schema.ts';
import {
  MAX_CLOCK_HZ,
  MAX_CORES,
  MAX_COUNT,
  MAX_ELEMENTS,
  MAX_FIELDS,
  MAX_JOBS,
  MAX_MEMORY_BYTES,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PATH_LENGTH,
  MAX_PIXELS,
  MAX_PRIORITY,
  MAX_RATE_HZ,
  MAX_STACK_BYTES,
  MAX_TIME_US,
  MIN_RATE_HZ,
} from './limits.ts';
import {
  ARRIVAL_PATTERNS,
  BUDGET_SOURCES,
  CHANNEL_KINDS,
  COMMON_TERMINALS,
  EXECUTION_SHAPES,
  EXHAUSTION_POLICIES,
  FIELD_TYPES,
  FORMAT_VERSION,
  GROUP_COLORS,
  INTERRUPT_MODES,
  LED_COLORS,
  OVERRUN_POLICIES,
  PART_KINDS,
  POLICIES,
  TARGETS,
  TASK_DEFAULTS,
  TASK_KINDS,
  TIME_UNITS,
} from './model.ts';
import { code, coordinate, fnv1a32 } from './schema-values.ts';

/** A top-level member with this name or prefix is kept unchanged. Polyloop ignores it. */
export const SCHEMA_MEMBER = '$schema';
export const EXTENSION_PREFIX = 'x-';

const name = z.string().min(1).max(MAX_NAME_LENGTH).regex(/\S/u);
const time = z.int().min(1).max(MAX_TIME_US);
const timeOrZero = z.int().min(0).max(MAX_TIME_US);
const level = z.int().min(-MAX_PRIORITY).max(MAX_PRIORITY);
const position = z.strictObject({ x: coordinate, y: coordinate }).nullable().default(null);
const pin = z.string().min(1).max(32);

const execution = z
  .strictObject({
    shape: z.enum(EXECUTION_SHAPES).default('constant'),
    leastUs: time.describe('The shortest time of uniform, and the usual time of bimodal. µs'),
    mostUs: time.describe('The longest time, and the only time of constant. µs'),
    rarePercent: z
      .number()
      .min(0)
      .max(100)
      .default(5)
      .describe('For bimodal: the percentage of jobs that take mostUs.'),
  })
  .meta({ id: 'execution', description: 'Execution times of the jobs, for the simulation.' });

const budgetFrom = z
  .strictObject({
    source: z.enum(BUDGET_SOURCES),
    jobs: z.int().min(1).max(MAX_JOBS).nullable().default(null).describe('Number of jobs that were measured.'),
    longestUs: time.nullable().default(null).describe('The longest of them. µs'),
    code: fnv1a32.nullable().default(null).describe('FNV-1a, 32 bits, of the code that they ran.'),
  })
  .optional()
  .meta({
    id: 'budgetFrom',
    description:
      'Where an automatic budget is from: computed from the code, or measured in a run. Without it, the user chose the budget.',
  });

const arrivals = z
  .strictObject({
    pattern: z.enum(ARRIVAL_PATTERNS).default('periodic'),
    periodUs: time.describe('Time between arrivals or bursts; for random the mean. µs'),
    burst: z.int().min(1).max(MAX_COUNT).default(1).describe('For bursty: the number of arrivals at once.'),
  })
  .meta({ id: 'arrivals', description: 'When the environment raises the interrupt, for the simulation.' });

const task = z
  .strictObject({
    name: name.describe('Unique among tasks and interrupts.'),
    kind: z.enum(TASK_KINDS).default(TASK_DEFAULTS.kind),
    periodUs: time.nullable().default(null).describe('T; for a sporadic task the minimum time between arrivals. µs'),
    budgetUs: time
      .nullable()
      .default(null)
      .describe('C: processor time that one job may use; for a background task, the longest time of one run. µs'),
    budgetFrom,
    deadlineUs: time.nullable().default(TASK_DEFAULTS.deadlineUs).describe('D, from the arrival. Default: D = T. µs'),
    offsetUs: timeOrZero.default(TASK_DEFAULTS.offsetUs).describe('First arrival after start. µs'),
    jitterUs: timeOrZero.default(TASK_DEFAULTS.jitterUs).describe('Maximum delay from an arrival to its release. µs'),
    priority: level
      .nullable()
      .default(TASK_DEFAULTS.priority)
      .describe('For the policy "fixed": larger is more urgent.'),
    core: z
      .int()
      .min(0)
      .max(MAX_CORES - 1)
      .nullable()
      .default(TASK_DEFAULTS.core)
      .describe('The core of the task, from 0. With clusters, any core of its cluster.'),
    affinity: z
      .array(
        z
          .int()
          .min(0)
          .max(MAX_CORES - 1),
      )
      .max(MAX_CORES)
      .default(() => [...TASK_DEFAULTS.affinity])
      .describe('Cores on which it may run. Empty: all that "core" allows.'),
    stackBytes: z.int().min(1).max(MAX_STACK_BYTES).nullable().default(TASK_DEFAULTS.stackBytes),
    overrun: z
      .enum(OVERRUN_POLICIES)
      .default(TASK_DEFAULTS.overrun)
      .describe('What happens to releases that occur while a job is running.'),
    catchUpLimit: z
      .int()
      .min(1)
      .max(MAX_COUNT)
      .default(TASK_DEFAULTS.catchUpLimit)
      .describe('With "catch-up": maximum number of missed releases that run later.'),
    exhaustion: z
      .enum(EXHAUSTION_POLICIES)
      .default(TASK_DEFAULTS.exhaustion)
      .describe(
        'Where budgets are enforced: whether a job with an exhausted budget runs below all others, or waits, until the replenishment. Where jobs lie on one stack: whether it is only reported, or stopped (stop).',
      ),
    execution: execution
      .nullable()
      .default(TASK_DEFAULTS.execution)
      .describe('For the simulation. Default: every job uses its whole budget.'),
    deadlineHandler: code.default(TASK_DEFAULTS.deadlineHandler).describe('C++ code called when a deadline is missed.'),
    budgetHandler: code.default(TASK_DEFAULTS.budgetHandler).describe('C++ code called when the budget is exhausted.'),
    setup: code.default(TASK_DEFAULTS.setup).describe('C++ code run once before the first release.'),
    body: code.default(TASK_DEFAULTS.body).describe('C++ code of one job.'),
    blocks: z.strictObject({ setup: blocks, body: blocks, deadlineHandler: blocks, budgetHandler: blocks }).optional(),
    position,
  })
  .meta({
    id: 'task',
    description:
      'A task. A periodic or sporadic one needs periodUs and budgetUs; a background task has no periodUs, and may have budgetUs.',
  });

const field = z.strictObject({
  name,
  type: z.enum(FIELD_TYPES),
  count: z.int().min(1).max(MAX_COUNT).default(1).describe('A count above 1 makes the field an array.'),
});

/** The default item of a channel: one 32-bit number. */
const DEFAULT_ITEM = [{ name: 'value', type: 'int32' as const, count: 1 }];
const DEFAULT_CAPACITY = 16;

const channel = z
  .strictObject({
    name,
    kind: z.enum(CHANNEL_KINDS).default('four-slot'),
    item: z
      .array(field)
      .min(1)
      .max(MAX_FIELDS)
      .default(() => DEFAULT_ITEM.map((member) => ({ ...member }))),
    capacity: z
      .int()
      .min(1)
      .max(MAX_COUNT)
      .default(DEFAULT_CAPACITY)
      .describe('Number of items that a ring buffer can hold.'),
    writer: name.nullable().default(null).describe('Name of the task or interrupt that writes.'),
    reader: z
      .union([name, z.array(name).max(MAX_ELEMENTS)])
      .nullable()
      .default(() => [])
      .describe('Name, or names, of the tasks or interrupts that read.'),
    position,
  })
  .meta({
    id: 'channel',
    description: 'A channel. A four-slot channel delivers the newest item, a ring-buffer all items in order.',
  });

const interrupt = z
  .strictObject({
    name: name.describe('Unique among tasks and interrupts.'),
    pin: pin.nullable().default(null).describe('Board pin, e.g. "2"; instead of source.'),
    source: pin.nullable().default(null).describe('A source that is not a pin, e.g. "timer2"; instead of pin.'),
    mode: z.enum(INTERRUPT_MODES).default('rising'),
    topHalfUs: timeOrZero.default(0).describe('Processor time of the part that records and masks. µs'),
    bottomHalfUs: timeOrZero.default(0).describe('Processor time of the bottom half, on the I/O budget. µs'),
    ioBudgetUs: timeOrZero.nullable().default(null).describe('0: never delivered. Default: the ioServer. µs'),
    ioPeriodUs: time.nullable().default(null).describe('µs'),
    handlerBudgetUs: timeOrZero.describe('0: no handler, only a bottom half. µs'),
    handlerBudgetFrom: budgetFrom,
    handlerPeriodUs: time.describe('µs'),
    handlerExhaustion: z
      .enum(EXHAUSTION_POLICIES)
      .default(TASK_DEFAULTS.exhaustion)
      .describe('What happens to a job of the handler with an exhausted budget, as "exhaustion" of a task.'),
    arrivals: arrivals
      .nullable()
      .default(null)
      .describe('For the simulation. Default: as often as its I/O budget allows.'),
    body: code.default('').describe('C++ code of the handler.'),
    blocks: z.strictObject({ body: blocks }).optional(),
    position,
  })
  .meta({ id: 'interrupt', description: 'An interrupt from a pin or another source.' });

const resourceUser = z.strictObject({
  task: name,
  criticalSectionUs: time.describe('Longest time for which the task holds the resource. µs'),
});

const resource = z
  .strictObject({
    name,
    ceiling: level.nullable().default(null).describe('Default: the highest priority among its users.'),
    users: z
      .array(resourceUser)
      .max(MAX_ELEMENTS)
      .default(() => []),
    position,
  })
  .meta({ id: 'resource', description: 'A resource that one task at a time may hold.' });

const part = z
  .strictObject({
    name,
    kind: z.enum(PART_KINDS),
    pins: z
      .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_+-]{0,31}$/), pin)
      .default(() => ({}))
      .describe("The part's terminal → the board's pin."),
    color: z.enum(LED_COLORS).nullable().default(null).describe('Of an LED. Default: red.'),
    common: z
      .enum(COMMON_TERMINALS)
      .nullable()
      .default(null)
      .describe('Of an RGB LED or a seven-segment digit. Default: cathode.'),
    pixels: z.int().min(1).max(MAX_PIXELS).nullable().default(null).describe('LEDs of a strip. Default: 8.'),
    rateHz: z
      .number()
      .min(MIN_RATE_HZ)
      .max(MAX_RATE_HZ)
      .nullable()
      .default(null)
      .describe('Of a signal generator, at the start of a run. Hz. Default: 10.'),
    position,
  })
  .meta({ id: 'part', description: 'Something wired to the board.' });

const memberNames = z
  .array(name)
  .max(MAX_ELEMENTS)
  .default(() => []);

const group = z
  .strictObject({
    name,
    note: z.string().max(MAX_NOTE_LENGTH).default('').describe('Text for the reader of the sketch.'),
    color: z.enum(GROUP_COLORS).default('grey'),
    tasks: memberNames,
    channels: memberNames,
    interrupts: memberNames,
    resources: memberNames,
    parts: memberNames,
  })
  .meta({
    id: 'group',
    description: 'A frame around elements on the canvas. It has at least one member and does not change the program.',
  });

export const boardFacts = z.strictObject({
  name,
  platform: name.describe('PlatformIO\'s platform, e.g. "espressif32".'),
  mcu: name.describe('The processor, e.g. "esp32".'),
  clockHz: z.int().min(1).max(MAX_CLOCK_HZ).describe('Hz'),
  ramBytes: z.int().min(1).max(MAX_MEMORY_BYTES),
  flashBytes: z.int().min(1).max(MAX_MEMORY_BYTES).describe('What a program may use.'),
  usb: z
    .array(name)
    .max(MAX_FIELDS)
    .default(() => [])
    .describe('Vendor and product of its USB devices, e.g. "2341:8036".'),
});

/** Null: the board is one of Polyloop's own. */
export const boardFactsSchema = boardFacts.nullable().default(null).meta({
  id: 'boardFacts',
  description: "Facts of a board that Polyloop has no record of. `board` is then PlatformIO's id of the board.",
});

const library = z
  .strictObject({
    name: name.describe(
      'Name in the registry of PlatformIO, e.g. "arduino-libraries/Servo", or any name with a folder.',
    ),
    version: name.nullable().default(null).describe('E.g. "1.2.1" or "^1.2". Default: the newest.'),
    folder: z
      .string()
      .min(1)
      .max(MAX_PATH_LENGTH)
      .nullable()
      .default(null)
      .describe("Full path of the library's folder on this computer. Default: the library is in the registry."),
  })
  .meta({ id: 'library', description: 'An Arduino library that the program uses.' });

const elements = <T extends z.ZodType>(element: T) => z.array(element).max(MAX_ELEMENTS);

/**
 * A whole file without its extension members (`$schema`, `x-…`), which the reader removes first.
 */
export const sketchFileSchema = z
  .strictObject({
    polyloop: z.literal(FORMAT_VERSION).describe('Version of the file format.'),
    name,
    board: name.describe('Id of the board, e.g. "uno".'),
    boardFacts: boardFactsSchema,
    target: z.enum(TARGETS),
    policy: z.enum(POLICIES).default('rate-monotonic'),
    cores: z.int().min(1).max(MAX_CORES).default(1),
    clusterCores: z
      .int()
      .min(1)
      .max(MAX_CORES)
      .nullable()
      .default(null)
      .describe('Number of cores that share a ready queue: 1 is partitioned. Default: all cores (global).'),
    timeUnit: z.enum(TIME_UNITS).default('auto').describe('Unit in which the window shows times.'),
    prelude: code.default('').describe('C++ code before everything else.'),
    libraries: z
      .array(library)
      .max(MAX_FIELDS)
      .default(() => [])
      .describe('Libraries of the program, beside those of the Arduino core.'),
    tasks: elements(task),
    channels: elements(channel).default(() => []),
    interrupts: elements(interrupt).default(() => []),
    ioServer: z
      .strictObject({ budgetUs: timeOrZero.describe('µs'), periodUs: time.describe('µs') })
      .nullable()
      .default(null)
      .describe('The budget that all interrupts without an own budget share.'),
    resources: elements(resource).default(() => []),
    parts: elements(part).default(() => []),
    groups: elements(group).default(() => []),
  })
  .describe('A Polyloop sketch. All times are whole microseconds.');

export type SketchFile = z.output<typeof sketchFileSchema>;
export type ChannelFile = SketchFile['channels'][number];

/** The schema of one element of each list, for making an element with all defaults. */
export const elementSchemas = {
  tasks: task,
  channels: channel,
  interrupts: interrupt,
  resources: resource,
  parts: part,
} as const;

/** The schema of a group, for making one with all defaults. */
export const groupSchema = group;

/** The published JSON Schema (draft 2020-12) of a sketch file. */
export function jsonSchema(): object {
  const schema = z.toJSONSchema(sketchFileSchema, { io: 'input', target: 'draft-2020-12' });
  return {
    $id: 'urn:polyloop:sketch:1',
    title: 'Polyloop sketch',
    ...schema,
    properties: { ...schema.properties, [SCHEMA_MEMBER]: { type: 'string' } },
    patternProperties: { [`^${EXTENSION_PREFIX}`]: {} },
  };
}
