/**
 * Random programs of blocks print on the virtual Uno what an interpreter of the blocks says. POLYLOOP_ALL=1 runs
 * 10,000 of them; see docs/blocks.md.
 */
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type BlocksState, codeOf } from '../../app/blocks/code.ts';
import type { BlocksChannel, BlocksContext } from '../../app/blocks/context.ts';
import { describeMissing, type Missing } from '../../platformio/setup/tools.ts';
import { usually } from '../every-case.ts';
import { tools } from '../golden/compilers.ts';
import { UnoBuilds } from '../uno-builds.ts';
import { ChannelModel } from './channel-model.ts';
import { differences, type Effect, outputsAtStart } from './part-model.ts';
import { programWith } from './random-programs.ts';
import { extrasFor } from './random-sketch-blocks.ts';
import { CAPACITY, contextFor, JOBS, PLACES, type Place, rigWith, type Wiring, wiringsAt } from './rig.ts';
import { SketchInterpreter } from './sketch-interpreter.ts';
import { jobsOf } from './uno-batch.ts';
import { Undefined } from './values.ts';

/** The whole takes ten minutes of one core. */
const TIMEOUT_MS = usually(1_800_000, 21_600_000);

/** How many programs run on each target. */
const PROGRAMS = { superloop: usually(60, 10_000), freertos: usually(4, 120) } as const;

/** Starts the LCD. */
const STARTING: BlocksState = {
  blocks: {
    languageVersion: 0,
    blocks: [
      {
        type: 'polyloop_start',
        id: 'start',
        inputs: { DO: { block: { type: 'polyloop_lcd_begin', fields: { PART: 'screen' } } } },
      },
    ],
  },
};

const builds = new UnoBuilds();
afterAll(() => builds.remove());

/** The programs of two tasks that share channels. */
interface Pair {
  readonly tasks: readonly { readonly context: BlocksContext; readonly arbitrary: Arbitrary<BlocksState> }[];
  /** Programs that are drawn and not compared yet. */
  readonly waiting: (readonly BlocksState[])[];
}

/** A rig with its wiring. */
interface Rig {
  readonly place: Place;
  readonly wiring: Wiring;
  readonly pairs: readonly Pair[];
  /** Code that starts the parts. */
  readonly setup: string;
}

const rigsAt = (place: Place): readonly Rig[] =>
  wiringsAt(place).map((wiring) => ({
    place,
    wiring,
    pairs: Array.from({ length: place.programs / 2 }, (_, pair) => ({
      tasks: [2 * pair, 2 * pair + 1].map((program) => {
        const context = contextFor(place, wiring, program);
        return { context, arbitrary: programWith(extrasFor(context)) };
      }),
      waiting: [],
    })),
    setup: wiring.hasScreen ? codeOf(STARTING, contextFor(place, wiring, 0, 'setup')).code : '',
  }));

interface Case {
  readonly state: BlocksState;
  readonly code: string;
  /** What each job prints. */
  readonly texts: readonly string[];
  /** What each job does to parts. */
  readonly effects: readonly (readonly Effect[])[];
}

/** The programs of a pair with what they print, or null if their language does not define that. */
function casesOf(states: readonly BlocksState[], { tasks }: Pair): Case[] | null {
  const codes = states.map((state, index) => {
    const { context } = tasks[index] ?? fail();
    const { code, problems } = codeOf(state, context);
    // A constant that does not fit is reported. All other random programs are without errors.
    const errors = problems.filter(({ severity }) => severity === 'error');
    for (const { message } of errors) expect(message).toContain('does not fit in a whole number');
    return errors.length > 0 ? null : code;
  });
  if (codes.includes(null)) return null;
  const shared = { channels: channelsOf(tasks.flatMap(({ context }) => context.channels)) };
  const interpreters = states.map(
    (state, index) => new SketchInterpreter(state, (tasks[index] ?? fail()).context, shared),
  );
  const texts: string[][] = states.map(() => []);
  const effects: Effect[][][] = states.map(() => []);
  try {
    for (let job = 0; job < JOBS; job++) {
      interpreters.forEach((interpreter, index) => {
        interpreter.output = '';
        interpreter.effects = [];
        interpreter.job();
        texts[index]?.push(interpreter.output);
        effects[index]?.push(interpreter.effects);
      });
    }
  } catch (error) {
    if (error instanceof Undefined) return null;
    throw error;
  }
  return states.map((state, index) => ({
    state,
    code: codes[index] ?? '',
    texts: texts[index] ?? [],
    effects: effects[index] ?? [],
  }));
}

const channelsOf = (channels: readonly BlocksChannel[]) =>
  new Map(channels.map((channel) => [channel.name, new ChannelModel(channel, CAPACITY)]));

function fail(): never {
  throw new Error('The sketch has no such task.');
}

/** Programs that fast-check draws at once. It draws larger ones later. */
const DRAWN_AT_ONCE = 20;

/** Programs that are defined, in the order in which they are drawn: pair after pair of the rigs. */
function* cases(rigs: readonly Rig[], count: number): Generator<Case> {
  let seed = fc.readConfigureGlobal().seed ?? 0;
  let found = 0;
  let drawn = 0;
  while (found < count) {
    const { place, pairs } = rigOf(rigs, found);
    const pair = pairs[((found % place.programs) / 2) % pairs.length] ?? fail();
    if (pair.waiting.length === 0) {
      const both = fc.tuple(...pair.tasks.map(({ arbitrary }) => arbitrary));
      pair.waiting.push(...fc.sample(both, { numRuns: DRAWN_AT_ONCE, seed: seed++ }));
    }
    const made = casesOf(pair.waiting.shift() ?? fail(), pair);
    drawn += pair.tasks.length;
    if (made === null) continue;
    yield* made;
    found += made.length;
  }
  // Otherwise the programs say little.
  expect(found / drawn).toBeGreaterThan(0.2);
}

/** The rigs take turns. */
const rigOf = (rigs: readonly Rig[], program: number): Rig =>
  rigs[Math.floor(program / (rigs[0] ?? fail()).place.programs) % rigs.length] ?? fail();

/** Runs the programs in one firmware, or in two if they do not fit together. Null: nothing at this place. */
async function compareOnUno(batch: readonly (Case | null)[], rig: Rig): Promise<void> {
  const { place, wiring, setup } = rig;
  const bodies = batch.map((each) => each?.code ?? '');
  const flash = await builds.sketch(rigWith(place, wiring, bodies, setup));
  if (flash === null) {
    const half = Math.max(1, Math.floor(place.programs / 4) * 2);
    const halves = [0, half].map((from) =>
      batch.map((each, index) => ((from === 0 ? index < half : index >= half) ? each : null)),
    );
    for (const part of halves) {
      if (part.every((each, index) => each === batch[index])) throw new Error('The programs do not fit on an Uno.');
      await compareOnUno(part, rig);
    }
    return;
  }
  const outputs = outputsAtStart();
  for (const [index, { text, views }] of jobsOf(flash, wiring, place.programs).entries()) {
    const each = batch[index % place.programs];
    if (each === null || each === undefined) continue;
    const job = Math.floor(index / place.programs);
    const { state, code, texts, effects } = each;
    for (const effect of effects[job] ?? []) effect(outputs);
    expect.soft(text, `${code}\n${JSON.stringify(state)}`).toBe(texts[job]);
    expect.soft(differences(views, outputs), `${code}\n${JSON.stringify(state)}`).toEqual([]);
  }
}

describe.each(Object.values(PLACES))('random programs of blocks: $target', (place) => {
  const needed = place.target === 'freertos' ? [tools.avr, tools.freertosKernel] : [tools.avr];
  const missing = needed.find((tool): tool is Missing => !tool.installed);
  if (missing !== undefined) console.warn(`Blocks are not run, ${place.target}: ${describeMissing(missing)}`);
  const count = PROGRAMS[place.target];

  it.skipIf(missing !== undefined)(
    `${count} of them print on the Uno what their blocks mean`,
    { timeout: TIMEOUT_MS },
    async () => {
      const rigs = rigsAt(place);
      let batch: Case[] = [];
      let compared = 0;
      const compare = async () => {
        await compareOnUno(batch, rigOf(rigs, compared));
        compared += batch.length;
        batch = [];
      };
      for (const each of cases(rigs, count)) {
        batch.push(each);
        if (batch.length === place.programs) await compare();
      }
      if (batch.length > 0) await compare();
      expect(compared).toBeGreaterThanOrEqual(count);
    },
  );
});
