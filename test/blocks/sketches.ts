/** Sketches with something for every block, on each board and target for which code is generated. */
import { newPartName, wirePart } from '../../generator/parts/wire.ts';
import type { Board } from '../../generator/platform/board.ts';
import { newChannel, newInterrupt, newPart, newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import {
  type Channel,
  FIELD_TYPES,
  type FieldType,
  PART_KINDS,
  type PartKind,
  type Sketch,
  type TargetName,
} from '../../generator/sketch/model.ts';
import { ONE_PER_CHIP } from '../one-per-chip.ts';

/** Tasks that exist for what they own. Blocks are made for `worker`. */
export const WORKER = 'worker';
const PEER = 'peer of the worker';

/** Channels with a field of every type and an array. Where threads leave little RAM, of three types. */
function channelsFor({ board, target }: Place): readonly Channel[] {
  const isScarce = board.targets[target]?.threads !== null && board.ramBytes < 4096;
  const types = isScarce ? (['bool', 'int16', 'float'] as const) : FIELD_TYPES;
  const array = { name: 'levels', type: 'int16', count: 2 } as const;
  const item = [...types.map((type) => ({ name: `a ${type}`, type, count: 1 })), array];
  const single = (name: string, type: FieldType) => [{ name, type, count: 1 }];
  return [
    newChannel('wide out', { item, writer: WORKER, readers: [PEER] }),
    newChannel('wide in', { item, writer: PEER, readers: [WORKER] }),
    newChannel('queue in', { kind: 'ring-buffer', capacity: 2, item, writer: PEER, readers: [WORKER] }),
    newChannel('count out', { item: single('count', 'uint8'), writer: WORKER, readers: [PEER] }),
    newChannel('count in', { item: single('count', 'int32'), writer: PEER, readers: [WORKER] }),
    newChannel('flag in', { item: single('flag', 'bool'), writer: PEER, readers: [WORKER] }),
  ];
}

const RESOURCES = ['display', 'log'].map((name) =>
  newResource(name, {
    users: [
      { task: WORKER, criticalSectionUs: 100 },
      { task: PEER, criticalSectionUs: 100 },
    ],
  }),
);

export interface Place {
  readonly board: Board;
  readonly target: TargetName;
}

/** Every board with each of its targets. */
export const PLACES: readonly Place[] = ONE_PER_CHIP.flatMap((board) =>
  Object.keys(board.targets).map((target) => ({ board, target: target as TargetName })),
);

/** The parts that the board has pins for, all of them at once where they fit. */
function withParts(sketch: Sketch, board: Board, kinds: readonly PartKind[]): Sketch {
  let grown = sketch;
  for (const kind of kinds) {
    const wiring = wirePart(grown, board, kind);
    if (!wiring.ok) continue;
    const part = newPart(newPartName(grown, kind), kind, { pins: wiring.pins });
    grown = { ...grown, parts: grown.parts.concat(part) };
  }
  return grown;
}

/** Parts that fit on one board together. */
const GROUPS: readonly (readonly PartKind[])[] = [
  PART_KINDS.filter((kind) => !['seven-segment', 'lcd', 'rgb-led'].includes(kind)),
  ['seven-segment', 'rgb-led'],
  ['lcd', 'led'],
];

/** Sketches of the place that together have every element that it supports. */
export function sketchesFor({ board, target }: Place): readonly Sketch[] {
  const stackBytes = board.targets[target]?.threads?.leastStackBytes ?? null;
  const tasks = [
    newTask(WORKER, { periodUs: 1_000_000, budgetUs: 100_000, stackBytes }),
    newTask(PEER, { periodUs: 2_000_000, budgetUs: 100_000, stackBytes }),
    newTask('on demand', { kind: 'sporadic', periodUs: 500_000, budgetUs: 1_000, stackBytes }),
  ];
  const base = newSketch('blocks', {
    board: board.id,
    target,
    tasks,
    channels: channelsFor({ board, target }),
    resources: RESOURCES,
  });
  const groups = board.pins.length === 0 ? [[]] : GROUPS;
  return groups.map((kinds) => withDimmableLed(withParts(base, board, kinds), board));
}

/** An LED gets a pin without PWM by itself. This one gets a pin with PWM, if one is left. */
function withDimmableLed(sketch: Sketch, board: Board): Sketch {
  const used = new Set(sketch.parts.flatMap(({ pins }) => Object.values(pins)));
  const pin = board.pins.find(({ name, pwm, taken }) => pwm && taken === undefined && !used.has(name));
  if (pin === undefined) return sketch;
  return { ...sketch, parts: [...sketch.parts, newPart('dimmable', 'led', { pins: { anode: pin.name } })] };
}

/** A sketch with an interrupt as the worker. The interrupt has a handler, or a bottom half only. */
export function interruptSketch({ board, target }: Place, hasHandler: boolean): Sketch {
  const [source] = board.interruptSources;
  const place = board.pins.length === 0 && source !== undefined ? { pin: null, source: source.name } : {};
  const values = hasHandler ? {} : { handlerBudgetUs: 0 };
  const interrupt = newInterrupt(WORKER, '2', { ...place, ...values });
  const tasks = [newTask(PEER, { periodUs: 2_000_000, budgetUs: 100_000 })];
  const sketch = newSketch('blocks', {
    board: board.id,
    target,
    tasks,
    channels: channelsFor({ board, target }),
    interrupts: [interrupt],
  });
  return withParts(sketch, board, GROUPS[0] ?? []);
}
