/**
 * Response times of tasks that may run on some cores only, for any sets of cores.
 *
 * While a job waits, every core on which it may run is busy with a job of the same or a higher
 * priority. So for any subset α of its cores: x = C_k + ⌊(1/|α|) Σ I_i(x)⌋ over the tasks that may
 * run on a core of α, as if α were all processors. A. Gujarati, F. Cerqueira, B. Brandenburg,
 * "Schedulability Analysis of the Linux Push and Pull Scheduler with Arbitrary Processor
 * Affinities", ECRTS 2013, reduce affinities to global scheduling in this way. The test tries all
 * of a task's cores, then smaller subsets, removing the core with the highest demand of other tasks
 * each time. The smallest bound counts.
 *
 * The assumption holds for a dispatcher that migrates running jobs, such as RTEMS's Strong APA, and
 * for RTEMS's EDF, which supports one core or all cores. It does not always hold for RTEMS's
 * Priority Affinity scheduler (see its simulation). Sufficient.
 */

import { formatInstant } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { exactUs, formatComparison, texName } from '../format.ts';
import type { Step } from '../method.ts';
import { type StepBudget, stepBudget } from '../response.ts';
import { formula } from '../symbols.ts';
import { nameOfCores } from './cores.ts';
import { type Found, mostOf, responseOn, solve } from './global-response.ts';
import type { GlobalSystem, GlobalTask, GlobalTest, Outcome } from './multiprocessor.ts';

/** About twenty milliseconds. */
const MOST_STEPS = 2_000_000;

/** α itself, and smaller and smaller subsets of it. */
function subsetsOf({ cores }: GlobalTask, load: ReadonlyMap<number, number>): (readonly number[])[] {
  const byLoad = [...cores].sort((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0));
  return byLoad.map((_, left) => byLoad.slice(0, byLoad.length - left));
}

/** ΣC/T by core. A task that may run on several cores counts with an equal share on each. */
function loadByCore({ tasks }: GlobalSystem): ReadonlyMap<number, number> {
  const load = new Map<number, number>();
  for (const { cores, costNs, periodNs } of tasks) {
    for (const core of cores) load.set(core, (load.get(core) ?? 0) + costNs / periodNs / cores.length);
  }
  return load;
}

interface FoundOn extends Found {
  readonly on: readonly number[];
}

function best(
  system: GlobalSystem,
  task: GlobalTask,
  subsets: readonly (readonly number[])[],
  known: ReadonlyMap<GlobalTask, number>,
  budget: StepBudget,
  leastNs: number,
): FoundOn | null {
  let least: FoundOn | null = null;
  for (const on of subsets) {
    if (!budget.spend(system.tasks.length)) break;
    const found = responseOn(system, task, on, known, budget, leastNs);
    if (found === null || (least !== null && found.responseNs >= least.responseNs)) continue;
    least = { ...found, on };
  }
  return least;
}

function run(system: GlobalSystem): Outcome {
  const { tasks } = system;
  const budget = stepBudget(MOST_STEPS);
  const load = loadByCore(system);
  const found = new Map<GlobalTask, FoundOn | null>();
  solve(system, (task, known, leastNs) => {
    const one = best(system, task, subsetsOf(task, load), known, budget, leastNs);
    found.set(task, one);
    return one?.responseNs ?? null;
  });
  const holds = tasks.every((task) => found.get(task) !== null);
  return {
    holds,
    responses: holds ? tasks.map((task) => found.get(task)?.responseNs ?? null) : null,
    value: null,
    bound: null,
    // Under EDF, while one task has no bound, the others have none either.
    steps: () =>
      tasks
        .filter((task) => holds || !system.edf || found.get(task) === null)
        .slice(0, MOST_SHOWN)
        .map((task) => explain(system, task, found.get(task) ?? null)),
  };
}

const MOST_SHOWN = 32;

function explain(system: GlobalSystem, task: GlobalTask, found: FoundOn | null): Step {
  if (found === null) {
    return { text: tr`R(${task.name}): no bound up to ${formatInstant(mostOf(task, system))} was found.` };
  }
  const { response, sign, limit } = formatComparison(found.responseNs, task.deadlineNs);
  const start = found.startNs > 0 ? `${exactUs(found.startNs)} + ` : '';
  const interference = found.responseNs - found.startNs - task.costNs;
  return {
    text: tr`R(${task.name}) ≤ ${response} ${sign} D = ${limit}, from ${nameOfCores([...found.on].sort((a, b) => a - b))} and all tasks that may run there.`,
    tex: `R_{${texName(task.name)}} = ${start}${exactUs(task.costNs)} + \\left\\lfloor\\tfrac{1}{${found.on.length}}\\sum I_i\\right\\rfloor = ${start}${exactUs(task.costNs)} + ${exactUs(interference)} = ${exactUs(found.responseNs)}\\,\\text{µs}`,
    numbers: { R: found.responseNs, D: task.deadlineNs, C: task.costNs, m: found.on.length },
  };
}

export const affinityTest: GlobalTest = {
  id: 'affinity',
  get label() {
    return tr`Response times with affinities`;
  },
  get phrase() {
    return tr`response-time analysis with affinities`;
  },
  reference: 'Gujarati, Cerqueira, Brandenburg 2013; Bertogna, Cirinei 2007',
  formula: formula(
    'R_i = s_i + x_i, \\quad x_i = C_i + \\left\\lfloor\\frac{1}{|\\alpha|} \\sum_j I_j(x_i)\\right\\rfloor, \\quad R_i \\le D_i',
    ['R', 'D', 'C', 'i'],
    [
      ['s_i', () => tr`when x starts, after the arrival of a job: its jitter, or D − T under EDF if R is smaller`],
      ['x_i', () => tr`longest time from then to the end of the job`],
      ['\\alpha', () => tr`some of the cores on which the task may run: those with the smallest R`],
      ['j', () => tr`each task that may run on a core of \\alpha`],
      ['I_j(x)', () => tr`how long j can delay the job within x`],
    ],
  ),
  measures: 'response-time',
  refuses: () => null,
  run,
};
