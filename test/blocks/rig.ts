/**
 * The sketch in which random programs run on the virtual Uno. Its tasks stand in pairs: the first of a pair
 * writes a four-slot channel and a ring buffer that the second reads, and reads what the second writes. Each
 * job has a slot of time to itself, so the order of all jobs is known.
 */
import { type BlocksContext, contextOf } from '../../app/blocks/context.ts';
import type { CodePiece } from '../../generator/sketch/blocks/model.ts';
import { newChannel, newPart, newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Channel, Field, FieldType, Part, Sketch, TargetName } from '../../generator/sketch/model.ts';

/** Where programs run together. */
export interface Place {
  readonly target: TargetName;
  /** Programs in one firmware, two for each pair: as many as fit into the flash and the RAM of an Uno. */
  readonly programs: number;
  /** The stack of each task, where tasks have one. */
  readonly stackBytes: number | null;
}

export const PLACES = {
  superloop: { target: 'superloop', programs: 12, stackBytes: null },
  freertos: { target: 'freertos', programs: 2, stackBytes: 280 },
} as const satisfies Partial<Record<TargetName, Place>>;

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

/**
 * Half a period of the signal generator: it is low in the first job of each task and high in the second one.
 * It changes late in a slot, when no job runs. Unit: s.
 */
const halfPeriodS = (programs: number): number => (programs * SLOT_US - 20_000) / 1e6;

/** A part with the value that the test gives its control. */
interface WiredPart {
  readonly part: Part;
  readonly value: number;
}

const COLOUR = { red: '3', green: '5', blue: '6' };
const LIGHTS_AND_SENSORS = {
  light: { value: 0, part: newPart('light', 'led', { pins: { anode: '13' } }) },
  lamp: { value: 0, part: newPart('lamp', 'led', { pins: { anode: '11' } }) },
  colour: { value: 0, part: newPart('colour', 'rgb-led', { pins: COLOUR }) },
  arm: { value: 0, part: newPart('arm', 'servo', { pins: { signal: '7' } }) },
  strip: { value: 0, part: newPart('strip', 'led-strip', { pins: { data: '8' }, pixels: 3 }) },
  button: { value: 1, part: newPart('button', 'button', { pins: { a: '2' } }) },
  switch: { value: 1, part: newPart('switch', 'slide-switch', { pins: { common: '4' } }) },
  knob: { value: 100 * fractionOf(KNOB), part: newPart('knob', 'potentiometer', { pins: { wiper: 'A0' } }) },
  sensor: { value: LUX, part: newPart('sensor', 'light-sensor', { pins: { signal: 'A1' } }) },
  ruler: { value: DISTANCE_CM, part: newPart('ruler', 'ultrasonic', { pins: { trigger: '9', echo: '10' } }) },
} as const satisfies Readonly<Record<string, WiredPart>>;

const SEGMENTS = { a: '3', b: '4', c: '5', d: '6', e: '7', f: '11', g: '12' };
const LCD = { rs: 'A0', e: 'A1', d4: 'A2', d5: 'A3', d6: 'A4', d7: 'A5' };
/** Parts for which the pins of an Uno do not suffice beside the others. */
const displaysAndSound = (programs: number) =>
  ({
    digit: { value: 0, part: newPart('digit', 'seven-segment', { pins: SEGMENTS, common: 'anode' }) },
    screen: { value: 0, part: newPart('screen', 'lcd', { pins: LCD }) },
    horn: { value: 0, part: newPart('horn', 'buzzer', { pins: { signal: '8' } }) },
    wave: {
      value: 1 / (2 * halfPeriodS(programs)),
      part: newPart('wave', 'signal-generator', { pins: { output: '2' } }),
    },
    light: { value: 0, part: newPart('light', 'led', { pins: { anode: '13' } }) },
  }) as const satisfies Readonly<Record<string, WiredPart>>;

export type PartName = keyof typeof LIGHTS_AND_SENSORS | keyof ReturnType<typeof displaysAndSound>;

/** What is wired to the board. */
export interface Wiring {
  readonly parts: readonly WiredPart[];
  /** What blocks set. */
  readonly outputs: readonly PartName[];
  /** Whether the sketch has an LCD, which its first task starts. */
  readonly hasScreen: boolean;
}

const OUTPUTS: readonly PartName[] = ['light', 'lamp', 'colour', 'arm', 'strip'];
const anode = {
  ...LIGHTS_AND_SENSORS,
  colour: { value: 0, part: newPart('colour', 'rgb-led', { pins: COLOUR, common: 'anode' }) },
};

export const wiringsAt = ({ programs }: Place): readonly Wiring[] => [
  { parts: Object.values(LIGHTS_AND_SENSORS), outputs: OUTPUTS, hasScreen: false },
  { parts: Object.values(displaysAndSound(programs)), outputs: ['light', 'digit', 'screen', 'horn'], hasScreen: true },
  { parts: Object.values(anode), outputs: OUTPUTS, hasScreen: false },
];

export const RESOURCES = ['display', 'log'] as const;

/**
 * The sketch with these bodies, as code. A task without one does nothing.
 * @param setup code of the first task that runs once
 */
export function rigWith(place: Place, wiring: Wiring, bodies: readonly string[], setup = ''): Sketch {
  const { target, programs, stackBytes } = place;
  const tasks = Array.from({ length: programs }, (_, program) =>
    newTask(taskName(program), {
      stackBytes,
      periodUs: programs * SLOT_US,
      offsetUs: program * SLOT_US,
      budgetUs: SLOT_US,
      setup: program === 0 ? `Serial.begin(115200);\n${setup}` : '',
      body: `Serial.write(${START_OF_JOB});\n${bodies[program] ?? ''}`,
    }),
  );
  const users = tasks.map(({ name }) => ({ task: name, criticalSectionUs: SLOT_US }));
  return newSketch('blocks', {
    target,
    tasks,
    channels: Array.from({ length: programs / 2 }, (_, pair) => channelsOf(pair)).flat(),
    parts: wiring.parts.map(({ part }) => part),
    resources: RESOURCES.map((name) => newResource(name, { users })),
  });
}

/** What the blocks of a program may use. */
export function contextFor(place: Place, wiring: Wiring, program: number, piece: CodePiece = 'body'): BlocksContext {
  const context = contextOf(rigWith(place, wiring, []), { kind: 'tasks', name: taskName(program) }, piece);
  if (context === null) throw new Error('The sketch has no such task.');
  return context;
}
