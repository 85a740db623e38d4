/**
 * The sketch in which random programs run on the virtual Uno. Its tasks stand in pairs: the first of a pair
 * writes a four-slot channel and a ring buffer that the second reads, and reads what the second writes. Each
 * job has a slot of time to itself, so the order of all jobs is known.
 */
import { type BlocksContext, contextOf } from '../../app/blocks/context.ts';
import { newChannel, newPart, newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Channel, Field, FieldType, Sketch } from '../../generator/sketch/model.ts';

const PAIRS = 6;
/** Programs in one firmware: as many as fit into the flash and the RAM of an Uno. */
export const PROGRAMS_IN_RIG = 2 * PAIRS;
/** How often each body runs, so that it is seen to keep its variables. */
export const JOBS = 2;
/** Longer than any job that the interpreter accepts. */
export const SLOT_US = 200_000;

/** The bytes that begin a job on the serial line. */
export const START_OF_JOB = 0x1e;

const taskName = (program: number): string => `task ${program}`;

const field = (name: string, type: FieldType, count = 1): Field => ({ name, type, count });
/** Together they have each type, an array, and items of one number. */
const ITEMS: readonly (readonly Field[])[] = [
  [field('level', 'int8')],
  [field('level', 'uint8'), field('at', 'int16')],
  [field('at', 'uint16'), field('value', 'float')],
  [field('count', 'int32'), field('is on', 'bool')],
  [field('at', 'uint32'), field('value', 'double'), field('levels', 'int16', 2)],
  [field('far', 'int64'), field('farther', 'uint64')],
];
const itemOf = (index: number): readonly Field[] => ITEMS[index % ITEMS.length] ?? [];

/** So few that a ring buffer is often full. */
export const CAPACITY = 2;

function channelsOf(pair: number): Channel[] {
  const [first, second] = [taskName(2 * pair), taskName(2 * pair + 1)];
  const there = { writer: first, readers: [second] };
  return [
    newChannel(`news ${pair}`, { ...there, item: itemOf(pair) }),
    newChannel(`queue ${pair}`, { ...there, item: itemOf(pair + 2), kind: 'ring-buffer', capacity: CAPACITY }),
    newChannel(`echo ${pair}`, { writer: second, readers: [first], item: itemOf(pair + 4) }),
  ];
}

/** The digit of a voltage in the middle of one step of the converter, as a fraction of the supply. */
const fractionOf = (digit: number): number => (digit + 0.5) / 1024;

/** What the knob and the light sensor read. */
export const KNOB = 700;
export const LIGHT = 300;
export const DISTANCE_CM = 100;
/** Illuminance that gives the reading: see the light sensor of the virtual board. */
const LUX = 100 / (1 / fractionOf(LIGHT) - 1) ** (1 / 0.7);

/** Each part with the value that the test gives its control. */
const PARTS = {
  light: { value: 0, part: newPart('light', 'led', { pins: { anode: '13' } }) },
  lamp: { value: 0, part: newPart('lamp', 'led', { pins: { anode: '11' } }) },
  colour: { value: 0, part: newPart('colour', 'rgb-led', { pins: { red: '3', green: '5', blue: '6' } }) },
  arm: { value: 0, part: newPart('arm', 'servo', { pins: { signal: '7' } }) },
  strip: { value: 0, part: newPart('strip', 'led-strip', { pins: { data: '8' }, pixels: 3 }) },
  button: { value: 1, part: newPart('button', 'button', { pins: { a: '2' } }) },
  switch: { value: 1, part: newPart('switch', 'slide-switch', { pins: { common: '4' } }) },
  knob: { value: 100 * fractionOf(KNOB), part: newPart('knob', 'potentiometer', { pins: { wiper: 'A0' } }) },
  sensor: { value: LUX, part: newPart('sensor', 'light-sensor', { pins: { signal: 'A1' } }) },
  ruler: { value: DISTANCE_CM, part: newPart('ruler', 'ultrasonic', { pins: { trigger: '9', echo: '10' } }) },
} as const;
export type PartName = keyof typeof PARTS;
export const WIRED_PARTS = Object.values(PARTS);
export const OUTPUT_PARTS = ['light', 'lamp', 'colour', 'arm', 'strip'] as const satisfies readonly PartName[];

export const RESOURCES = ['display', 'log'] as const;

/** The sketch with these bodies, as code. A task without one does nothing. */
export function rigWith(bodies: readonly string[]): Sketch {
  const tasks = Array.from({ length: PROGRAMS_IN_RIG }, (_, program) =>
    newTask(taskName(program), {
      periodUs: PROGRAMS_IN_RIG * SLOT_US,
      offsetUs: program * SLOT_US,
      budgetUs: SLOT_US,
      setup: program === 0 ? 'Serial.begin(115200);' : '',
      body: `Serial.write(${START_OF_JOB});\n${bodies[program] ?? ''}`,
    }),
  );
  const users = tasks.map(({ name }) => ({ task: name, criticalSectionUs: SLOT_US }));
  return newSketch('blocks', {
    tasks,
    channels: Array.from({ length: PAIRS }, (_, pair) => channelsOf(pair)).flat(),
    parts: WIRED_PARTS.map(({ part }) => part),
    resources: RESOURCES.map((name) => newResource(name, { users })),
  });
}

/** What the blocks of a program may use. */
export function contextFor(program: number): BlocksContext {
  const context = contextOf(rigWith([]), { kind: 'tasks', name: taskName(program) }, 'body');
  if (context === null) throw new Error('The sketch has no such task.');
  return context;
}
