/** Parts with LEDs that light at a low level stay dark until their blocks light them, although an output begins low. */
import { afterAll, describe, expect, it } from 'vitest';
import { type BlocksState, codeOf } from '../../app/blocks/code.ts';
import { contextOf } from '../../app/blocks/context.ts';
import type { BlockState } from '../../app/blocks/spec.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import type { PartView } from '../../generator/parts/part-type.ts';
import { newPart, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Part, Sketch } from '../../generator/sketch/model.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { tools } from '../golden/compilers.ts';
import { UnoBuilds } from '../uno-builds.ts';

if (!tools.avr.installed) console.warn(`Blocks are not run: ${describeMissing(tools.avr)}`);

const builds = new UnoBuilds();
afterAll(() => builds.remove());

const MS = 16_000;
const DARK_MS = 50;

const block = (type: string, fields: BlockState['fields'], inputs: Record<string, BlockState> = {}): BlockState => ({
  type: `polyloop_${type}`,
  fields,
  inputs: Object.fromEntries(Object.entries(inputs).map(([name, each]) => [name, { block: each }])),
});
const number = (value: number) => block('number', { NUM: value });

/** A task that lights the part, but not in its first milliseconds. */
function sketchFor(part: Part, lit: BlockState): Sketch {
  const later = block('compare', { OP: 'GT' }, { A: block('clock', { UNIT: 'millis' }), B: number(DARK_MS) });
  const start = block('start', {}, { DO: block('if', {}, { IF: later, DO: lit }) });
  const state: BlocksState = { blocks: { languageVersion: 0, blocks: [{ ...start, id: 'start' }] } };
  const task = newTask('show', { periodUs: 10_000, budgetUs: 5_000 });
  const sketch = newSketch('dark', { tasks: [task], parts: [part] });
  const context = contextOf(sketch, { kind: 'tasks', name: task.name }, 'body');
  if (context === null) throw new Error('The sketch has no such task.');
  const { code, problems } = codeOf(state, context);
  expect(problems).toEqual([]);
  return { ...sketch, tasks: [{ ...task, body: code }] };
}

/** How bright the brightest LED of the part is. */
function brightest(view: PartView | null): number {
  if (view?.shows === 'colour') return Math.max(view.red, view.green, view.blue);
  return view?.shows === 'segments' ? Math.max(...view.segments) : Number.NaN;
}

const common = 'anode' as const;
const segments = { a: '2', b: '3', c: '4', d: '5', e: '6', f: '7', g: '8' };

describe.skipIf(!tools.avr.installed)('a part with a common anode', () => {
  it.each([
    {
      title: 'an RGB LED that a colour lights',
      part: newPart('colour', 'rgb-led', { pins: { red: '5', green: '6', blue: '3' }, common }),
      lit: block('rgb_colour', { PART: 'colour', COLOUR: '255 0 0' }),
    },
    {
      title: 'an RGB LED that three numbers light',
      part: newPart('colour', 'rgb-led', { pins: { red: '5', green: '6', blue: '3' }, common }),
      lit: block('rgb', { PART: 'colour' }, { RED: number(40), GREEN: number(255), BLUE: number(0) }),
    },
    {
      title: 'a digit at the supply',
      part: newPart('digit', 'seven-segment', { pins: segments, common }),
      lit: block('digit', { PART: 'digit' }, { DIGIT: number(1) }),
    },
    {
      title: 'a digit with a pin for its anode',
      part: newPart('digit', 'seven-segment', { pins: { ...segments, common: '9' }, common }),
      lit: block('digit', { PART: 'digit' }, { DIGIT: number(1) }),
    },
  ])('is dark until then: $title', async ({ part, lit }) => {
    const flash = await builds.sketch(sketchFor(part, lit));
    if (flash === null) throw new Error('The sketch does not fit on an Uno.');
    const board = new AvrBoard(flash, {});
    board.parts.replace([{ part, value: 0 }]);
    board.runCycles(DARK_MS * MS);
    expect(brightest(board.parts.view(part.name)), 'before it is lit').toBeLessThan(0.001);
    board.runCycles(100 * MS);
    board.parts.view(part.name);
    board.runCycles(50 * MS);
    expect(brightest(board.parts.view(part.name)), 'when it is lit').toBeGreaterThan(0.9);
  });
});
