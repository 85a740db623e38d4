/**
 * Tests one seed: draws a sketch, raises its budgets to the limit of admission, runs it, and
 * shrinks it if it breaks a promise.
 */
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Calibrated } from '../../generator/calibration/record.ts';
import { Random } from '../random.ts';
import { admittedSketch, type Filled, fillEachUp, fillUp } from './admitted.ts';
import { composeSketch } from './compose.ts';
import { type Draft, misbehaves } from './draft.ts';
import { drawSketch } from './draw.ts';
import type { Violation } from './observe.ts';
import { platformOf } from './profiles.ts';
import { shrink } from './shrink.ts';
import { folderOf, runTrial, type TrialResult } from './trial.ts';

export interface SeedOrder {
  readonly seed: number;
  readonly board: string;
  readonly target: string;
  readonly policy: string | null;
  /** Approximate number of jobs of the run. */
  readonly jobs: number;
  /** Folder of builds and of sketches that reproduce a violation. */
  readonly root: string;
  readonly worker: number;
  /** Largest number of smaller sketches that are tried for a violation. */
  readonly shrinkAttempts: number;
  /** Measured overheads, which replace the shipped ones. Undefined: the shipped ones are used. */
  readonly calibrations?: readonly Calibrated[];
}

export interface SeedResult {
  readonly seed: number;
  readonly board: string;
  readonly target: string;
  readonly policy: string;
  readonly outcome: 'refused' | TrialResult['outcome'];
  readonly message: string | null;
  readonly utilization: number;
  readonly runUs: number;
  readonly jobs: number;
  readonly reads: number;
  readonly lostEvents: number;
  /** For each task: the longest response time divided by its bound. */
  readonly ratios: readonly number[];
  /** Number of violations by kind. */
  readonly violations: Readonly<Record<string, number>>;
  /** File of the sketch that reproduces the violations. Null without violations. */
  readonly file: string | null;
  readonly first: string | null;
}

const LEAST_RUN_US = 1_500_000;
const MOST_RUN_US = 60_000_000;

function runTimeUs(draft: Draft, jobs: number): number {
  const perUs = draft.tasks
    .filter((task) => task.kind === 'periodic' && !misbehaves(task))
    .reduce((sum, { periodUs }) => sum + 1 / periodUs, 0);
  return Math.round(Math.min(MOST_RUN_US, Math.max(LEAST_RUN_US, jobs / perUs)));
}

/**
 * Raises the budgets to the limit of admission by a common factor, for half of the sketches then
 * also each task separately. A quarter gets 70 to 100 % of that factor.
 */
function chosen(drawn: Draft, calibrations: readonly Calibrated[] | undefined): Filled | null {
  const filled = fillUp(drawn, calibrations);
  if (filled === null) return null;
  const random = new Random(drawn.seed + 1);
  if (random.chance(0.5)) return fillEachUp(filled, calibrations);
  if (random.chance(0.5)) return filled;
  const share = filled.share * random.between(0.7, 1);
  const admitted = admittedSketch(composeSketch(drawn, share), calibrations);
  return admitted === null ? filled : { draft: drawn, share, admitted };
}

function counted(violations: readonly Violation[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of violations) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export async function trySeed(order: SeedOrder): Promise<SeedResult> {
  const { seed, board, target } = order;
  const drawn = drawSketch(seed, platformOf(order), order.policy ?? undefined);
  const filled = chosen(drawn, order.calibrations);
  const draft = filled?.draft ?? drawn;
  const runUs = runTimeUs(draft, order.jobs);
  const head = { seed, board, target, policy: draft.policy, runUs, utilization: filled?.admitted.utilization ?? 0 };
  const none = { message: null, jobs: 0, reads: 0, lostEvents: 0, ratios: [], violations: {}, file: null, first: null };
  if (filled === null) return { ...head, ...none, outcome: 'refused' };
  const trial = await runTrial(filled.admitted, runUs, folderOf(order.root, order, order.worker));
  const { outcome, message, jobs, reads, lostEvents, violations } = trial;
  const ratios = trial.tasks.filter((task) => task.jobs > 0).map(({ worstNs, boundNs }) => worstNs / boundNs);
  const result = {
    ...head,
    ...none,
    outcome,
    message,
    jobs,
    reads,
    lostEvents,
    ratios,
    violations: counted(violations),
  };
  const first = worstOf(violations);
  if (first === null) return result;
  const saved = await saveSmallest({ order, runUs, ...filled, violations });
  return { ...result, file: saved, first: `${first.kind}: ${first.message}` };
}

/**
 * Kinds of violations, the most serious first. A sketch is reported and stored under its most
 * serious kind.
 */
const GRAVITY = ['crash', 'check', 'interrupt', 'silent', 'reset', 'line', 'bound', 'lost', 'dropped', 'miss'];

function worstOf(violations: readonly Violation[]): Violation | null {
  const rank = ({ kind }: Violation) => (GRAVITY.includes(kind) ? GRAVITY.indexOf(kind) : GRAVITY.length);
  return violations.reduce<Violation | null>(
    (worst, one) => (worst === null || rank(one) < rank(worst) ? one : worst),
    null,
  );
}

/** Number of stored sketches for each kind of violation and board. */
const KEPT = 2;

interface Broken extends Filled {
  readonly order: SeedOrder;
  readonly runUs: number;
  readonly violations: readonly Violation[];
}

async function saveSmallest({ order, draft, runUs, share, admitted, violations }: Broken): Promise<string | null> {
  const kind = worstOf(violations)?.kind ?? '';
  const name = `${order.board}-${order.target}-${kind.replaceAll(' ', '-')}`;
  const folder = path.join(order.root, 'violations');
  await mkdir(folder, { recursive: true });
  if (readdirSync(folder).filter((file) => file.startsWith(`${name}-`)).length >= KEPT) return null;
  let best = { admitted, violations };
  const still = async (candidate: Draft) => {
    const smaller = admittedSketch(composeSketch(candidate, share), order.calibrations);
    if (smaller === null) return false;
    const dir = folderOf(order.root, order, order.worker);
    const trial = await runTrial(smaller, runUs, dir);
    if (!trial.violations.some((violation) => violation.kind === kind)) return false;
    best = { admitted: smaller, violations: trial.violations };
    return true;
  };
  if (order.shrinkAttempts > 0) await shrink(draft, still, order.shrinkAttempts);
  const file = path.join(folder, `${name}-${order.seed}.polyloop.json`);
  const notes = { ...best.admitted.notes, runUs, violations: best.violations.slice(0, 20).map((one) => one.message) };
  await writeFile(file, `${JSON.stringify({ ...JSON.parse(best.admitted.text), 'x-soak': notes }, null, 1)}\n`);
  return file;
}
