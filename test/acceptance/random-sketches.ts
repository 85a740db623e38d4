/**
 * Random sketches that the analysis admits. They are the same in every run, and their bodies use
 * nearly all of their budgets.
 */
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { type BoardChoice, boardOf } from '../../generator/boards/index.ts';
import { POLICIES, type Policy, type Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { parseSketch } from './firmware.ts';

export interface AdmittedSketch {
  readonly seed: number;
  readonly sketch: Sketch;
  readonly admission: Admission;
}

/** Park and Miller's minimal standard generator. */
export function random(seed: number): () => number {
  let state = (seed * 7919) % 2_147_483_647;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  next();
  return next;
}

/** Cycles of an iteration of `_delay_loop_2`. `MOST_LOOPS` is its maximum number of iterations. */
const CYCLES_PER_LOOP = 4;
const CYCLES_PER_US = 16;
const MOST_LOOPS = 65_535;
/** Time of the body without its loop: the call, the return, and loading the counter. */
const BODY_US = 2;

const between = (next: () => number, low: number, high: number) => Math.floor(low + next() * (high - low));

function randomTask(next: () => number, index: number, share: number, policy: Policy): object {
  // Log-uniform, so that a set has short and long periods.
  const periodUs = Math.round(3000 * 30 ** next());
  const loops = Math.min(MOST_LOOPS, Math.floor((periodUs * share * CYCLES_PER_US) / CYCLES_PER_LOOP));
  return {
    name: `t${index}`,
    periodUs,
    budgetUs: Math.ceil((loops * CYCLES_PER_LOOP) / CYCLES_PER_US) + BODY_US,
    deadlineUs: policy === 'rate-monotonic' ? periodUs : between(next, Math.floor(periodUs * 0.7), periodUs),
    offsetUs: next() < 0.5 ? 0 : between(next, 1, 30_000),
    ...(policy === 'fixed' ? { priority: between(next, 1, 9) } : {}),
    overrun: ['skip', 'catch-up', 'demote', 'stop'][between(next, 0, 4)],
    body: `_delay_loop_2(${loops});`,
  };
}

function randomSketch(seed: number, { board, boardFacts }: BoardChoice): Sketch {
  const next = random(seed);
  const policy = POLICIES[seed % POLICIES.length] ?? 'rate-monotonic';
  const count = between(next, 2, 7);
  const load = 0.2 + 0.5 * next();
  const tasks = Array.from({ length: count }, (_, index) =>
    randomTask(next, index, (load / count) * (0.4 + 1.2 * next()), policy),
  );
  const prelude = '#include <util/delay_basic.h>';
  const place = { board, ...(boardFacts && { boardFacts }), target: 'superloop' };
  return parseSketch(JSON.stringify({ polyloop: 1, name: `random ${seed}`, ...place, policy, prelude, tasks }));
}

/** Analyses the sketch with the overheads of its board. */
export function judge(sketch: Sketch): Admission {
  return admit(sketch, {
    capabilities: targetById(sketch.target),
    overheads: boardOf(sketch)?.targets.superloop?.overheads ?? null,
  });
}

const UNO: BoardChoice = { board: 'uno', boardFacts: null };

export function admittedSketches(count: number, firstSeed = 1, place: BoardChoice = UNO): AdmittedSketch[] {
  const found: AdmittedSketch[] = [];
  for (let seed = firstSeed; found.length < count; seed += 1) {
    const sketch = randomSketch(seed, place);
    const admission = judge(sketch);
    if (admission.admitted) found.push({ seed, sketch, admission });
  }
  return found;
}
