/**
 * Random programs of blocks print on the virtual Uno what an interpreter of the blocks says. POLYLOOP_BLOCK_PROGRAMS
 * sets how many; see docs/blocks.md.
 */
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type BlocksState, codeOf } from '../../app/blocks/code.ts';
import type { BlocksChannel, BlocksContext } from '../../app/blocks/context.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { tools } from '../golden/compilers.ts';
import { ChannelModel } from './channel-model.ts';
import { Undefined } from './interpreter.ts';
import { differences, type Effect, outputsAtStart } from './part-model.ts';
import { programWith } from './random-programs.ts';
import { extrasFor } from './random-sketch-blocks.ts';
import { CAPACITY, contextFor, JOBS, PROGRAMS_IN_RIG, rigWith, WIRINGS, type Wiring } from './rig.ts';
import { SketchInterpreter } from './sketch-interpreter.ts';
import { UnoBatches } from './uno-batch.ts';

const PROGRAMS = Number(process.env.POLYLOOP_BLOCK_PROGRAMS ?? 60);

if (!tools.avr.installed) console.warn(`Blocks are not run: ${describeMissing(tools.avr)}`);

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

const batches = new UnoBatches();
afterAll(() => batches.remove());

/** A rig with its wiring. */
interface Rig {
  readonly wiring: Wiring;
  /** The programs of two tasks that share channels, for each pair of tasks. */
  readonly pairs: readonly (readonly {
    readonly context: BlocksContext;
    readonly arbitrary: Arbitrary<BlocksState>;
  }[])[];
  /** Code that starts the parts. */
  readonly setup: string;
}

const RIGS = WIRINGS.map(
  (wiring): Rig => ({
    wiring,
    pairs: Array.from({ length: PROGRAMS_IN_RIG / 2 }, (_, pair) =>
      [2 * pair, 2 * pair + 1].map((program) => {
        const context = contextFor(wiring, program);
        return { context, arbitrary: programWith(extrasFor(context)) };
      }),
    ),
    setup: wiring.hasScreen ? codeOf(STARTING, contextFor(wiring, 0, 'setup')).code : '',
  }),
);
/** The rig of a batch. */
const rigOf = (batch: number): Rig => RIGS[batch % RIGS.length] ?? fail();

interface Case {
  readonly state: BlocksState;
  readonly code: string;
  /** What each job prints. */
  readonly texts: readonly string[];
  /** What each job does to parts. */
  readonly effects: readonly (readonly Effect[])[];
}

/** The programs of a pair with what they print, or null if their language does not define that. */
function casesOf(states: readonly BlocksState[], places: Rig['pairs'][number]): Case[] | null {
  const codes = states.map((state, index) => {
    const { context } = places[index] ?? fail();
    const { code, problems } = codeOf(state, context);
    // A constant that does not fit is reported. All other random programs are without errors.
    const errors = problems.filter(({ severity }) => severity === 'error');
    for (const { message } of errors) expect(message).toContain('does not fit in a whole number');
    return errors.length > 0 ? null : code;
  });
  if (codes.includes(null)) return null;
  const shared = { channels: channelsOf(places.flatMap(({ context }) => context.channels)) };
  const interpreters = states.map(
    (state, index) => new SketchInterpreter(state, (places[index] ?? fail()).context, shared),
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

/** Programs that are defined, in the order in which they are drawn: pair after pair of the rig. */
function* cases(count: number): Generator<Case> {
  const seed = fc.readConfigureGlobal().seed ?? 0;
  let found = 0;
  let drawn = 0;
  for (let round = 0; found < count; round++) {
    const { pairs } = rigOf(Math.floor(found / PROGRAMS_IN_RIG));
    const places = pairs[(found / 2) % pairs.length] ?? fail();
    const arbitraries = places.map(({ arbitrary }) => arbitrary);
    for (const states of fc.sample(fc.tuple(...arbitraries), { numRuns: 20, seed: seed + round })) {
      drawn += states.length;
      const made = casesOf(states, places);
      if (made === null) continue;
      yield* made;
      found += made.length;
      break;
    }
  }
  // Otherwise the programs say little.
  expect(found / drawn).toBeGreaterThan(0.2);
}

/** Runs the programs in one firmware, or in two if they do not fit together. Null: nothing at this place. */
async function compareOnUno(batch: readonly (Case | null)[], rig: Rig): Promise<void> {
  const bodies = batch.map((each) => each?.code ?? '');
  const ran = await batches.jobs(rigWith(rig.wiring, bodies, rig.setup), rig.wiring);
  if (ran === null) {
    const half = Math.floor(PROGRAMS_IN_RIG / 4) * 2;
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
  for (const [index, { text, views }] of ran.entries()) {
    const each = batch[index % PROGRAMS_IN_RIG];
    if (each === null || each === undefined) continue;
    const job = Math.floor(index / PROGRAMS_IN_RIG);
    const { state, code, texts, effects } = each;
    for (const effect of effects[job] ?? []) effect(outputs);
    expect(text, `${code}\n${JSON.stringify(state)}`).toBe(texts[job]);
    expect(differences(views, outputs), `${code}\n${JSON.stringify(state)}`).toEqual([]);
  }
}

describe.skipIf(!tools.avr.installed)('random programs of blocks', () => {
  it(`${PROGRAMS} of them print on the Uno what their blocks mean`, async () => {
    let batch: Case[] = [];
    let compared = 0;
    const compare = async () => {
      await compareOnUno(batch, rigOf(compared / PROGRAMS_IN_RIG));
      compared += batch.length;
      batch = [];
    };
    for (const each of cases(PROGRAMS)) {
      batch.push(each);
      if (batch.length === PROGRAMS_IN_RIG) await compare();
    }
    if (batch.length > 0) await compare();
    expect(compared).toBeGreaterThanOrEqual(PROGRAMS);
  });
});
