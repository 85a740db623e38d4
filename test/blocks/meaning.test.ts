/**
 * Random programs of blocks print on the virtual Uno what an interpreter of the blocks says. POLYLOOP_BLOCK_PROGRAMS
 * sets how many; see docs/blocks.md.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type BlocksState, codeOf } from '../../app/blocks/code.ts';
import { contextOf } from '../../app/blocks/context.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { tools } from '../golden/compilers.ts';
import { Interpreter, Undefined } from './interpreter.ts';
import { program } from './random-programs.ts';
import { JOBS, UnoBatches } from './uno-batch.ts';

const PROGRAMS = Number(process.env.POLYLOOP_BLOCK_PROGRAMS ?? 60);
/** Programs in one firmware: as many as fit into the flash and the RAM of an Uno. */
const BATCH = 20;

if (!tools.avr.installed) console.warn(`Blocks are not run: ${describeMissing(tools.avr)}`);

const batches = new UnoBatches();
afterAll(() => batches.remove());

const sketch = newSketch('blocks', { tasks: [newTask('worker')] });
const context = contextOf(sketch, { kind: 'tasks', name: 'worker' }, 'body');
if (context === null) throw new Error('The sketch has no body.');

interface Case {
  readonly state: BlocksState;
  readonly code: string;
  /** What each job prints. */
  readonly texts: readonly string[];
}

/** The program with what it prints, or null if its language does not define that. */
function caseOf(state: BlocksState): Case | null {
  const { code, problems } = codeOf(state, context ?? fail());
  // A constant that does not fit is reported. All other random programs are without errors.
  const errors = problems.filter(({ severity }) => severity === 'error');
  for (const { message } of errors) expect(message).toContain('does not fit in a whole number');
  if (errors.length > 0) return null;
  const interpreter = new Interpreter(state);
  try {
    const texts = Array.from({ length: JOBS }, () => {
      interpreter.output = '';
      interpreter.job();
      return interpreter.output;
    });
    return { state, code, texts };
  } catch (error) {
    if (error instanceof Undefined) return null;
    throw error;
  }
}

function fail(): never {
  throw new Error('The sketch has no body.');
}

/** Programs that are defined, in the order in which they are drawn. */
function* cases(count: number): Generator<Case> {
  const seed = fc.readConfigureGlobal().seed ?? 0;
  let found = 0;
  let drawn = 0;
  for (let round = 0; found < count; round++) {
    for (const state of fc.sample(program, { numRuns: 100, seed: seed + round })) {
      drawn++;
      const each = caseOf(state);
      if (each === null) continue;
      yield each;
      found++;
      if (found === count) break;
    }
    // Otherwise the programs say little.
    expect(found / drawn).toBeGreaterThan(0.3);
  }
}

describe.skipIf(!tools.avr.installed)('random programs of blocks', () => {
  it(`${PROGRAMS} of them print on the Uno what their blocks mean`, async () => {
    let batch: Case[] = [];
    let compared = 0;
    const compare = async () => {
      const outputs = await batches.outputs(batch.map(({ code }) => code));
      expect(outputs).toHaveLength(batch.length * JOBS);
      for (const [index, { state, code, texts }] of batch.entries()) {
        const printed = outputs.slice(index * JOBS, (index + 1) * JOBS);
        expect(printed, `${code}\n${JSON.stringify(state)}`).toEqual(texts);
      }
      compared += batch.length;
      batch = [];
    };
    for (const each of cases(PROGRAMS)) {
      batch.push(each);
      if (batch.length === BATCH) await compare();
    }
    if (batch.length > 0) await compare();
    expect(compared).toBe(PROGRAMS);
  });
});
