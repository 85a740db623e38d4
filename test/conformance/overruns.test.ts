/**
 * The verdict and the runtime agree on overruns: random tasks with deadlines up to three periods,
 * under every overrun policy and limit, on the host, where the runtime takes no time. An admitted
 * set drops no release, misses no deadline and keeps its bounds. A set that the exact test under
 * fixed priorities disproves drops a release or misses a deadline.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import { Random } from '../../generator/simulation/random.ts';
import { OVERRUN_POLICIES } from '../../generator/sketch/model.ts';
import {
  byDeadline,
  COSTS,
  coincides,
  type Event,
  HORIZON_US,
  type Kind,
  modelFor,
  simulated,
  TASKS,
  type Task,
  TaskProgram,
} from './task-program.ts';
import { hostCompiler } from './toolchain.ts';

const SETS = 12;

/** Tasks with a synchronous release. Each job takes exactly its budget. */
function randomTasks(random: Random): Task[] {
  const load = 0.7 + 0.3 * random.unit();
  const periods = Array.from({ length: TASKS }, () => random.integer(3000, 30_000));
  return periods.map((period) => {
    const cost = random.integer(Math.ceil((period * load) / TASKS / 2), Math.floor((period * load) / TASKS));
    const overrun = random.integer(0, OVERRUN_POLICIES.length - 1);
    return {
      ...{ period, offset: 0, deadline: random.integer(period, 3 * period), budget: null, overrun },
      limit: overrun === 1 || overrun === 3 ? random.integer(1, 3) : 0,
      sections: [],
      costs: Array.from({ length: COSTS }, () => cost),
    };
  });
}

function judged(tasks: readonly Task[], { preemptive, edf }: Kind): Admission {
  const numbers = tasks.map(({ period, deadline, overrun, limit, costs }, index) => ({
    ...{ T: period, D: deadline, C: costs[0] ?? 1, priority: TASKS - index },
    overrun: (['skip', 'catch-up', 'stop', 'demote'] as const)[overrun] ?? 'skip',
    catchUpLimit: Math.max(1, limit),
  }));
  const capabilities = preemptive ? preemptiveKernel({ budgets: 'monitored' }) : superLoop;
  return admit(sketchOf(numbers, { policy: edf ? 'edf' : 'fixed' }), { capabilities });
}

const lossesIn = (events: readonly Event[]): string[] =>
  events.flatMap(({ text }) => (/^(release-dropped|deadline-miss)/.test(text) ? text : []));

/** By task: the longest response time. Unit: ns. */
function responsesIn(events: readonly Event[], tasks: readonly Task[]): number[] {
  return tasks.map(({ period }, index) => {
    const ends = events.filter(({ text }) => text.startsWith(`complete ${index} `));
    return Math.max(0, ...ends.map(({ timeNs }, job) => timeNs - job * period * 1000));
  });
}

describe.skipIf(hostCompiler === null || process.platform === 'win32')(
  'overruns in the verdict and in the runtime',
  () => {
    const kind = { sections: false, servers: false };
    const kinds: readonly (Kind & { readonly name: string })[] = [
      { ...kind, name: 'fixed priorities', preemptive: true, edf: false },
      { ...kind, name: 'EDF', preemptive: true, edf: true },
      { ...kind, name: 'the super-loop', preemptive: false, edf: false },
      { ...kind, name: 'the super-loop, EDF', preemptive: false, edf: true },
    ];
    const programs: TaskProgram[] = [];
    afterAll(async () => {
      for (const program of programs) await program.remove();
    });

    it.each(kinds)('$name', async (kind) => {
      const program = await TaskProgram.build(kind);
      programs.push(program);
      let [admitted, refused] = [0, 0];
      for (let seed = 1; admitted < SETS || refused < SETS; seed++) {
        const tasks = byDeadline(randomTasks(new Random(seed, 7)));
        const admission = judged(tasks, kind);
        // Only sets with a verdict that depends on an overrun policy.
        if (admission.tasks.every(({ servedWithinNs }) => servedWithinNs === null)) continue;
        const disproved = admission.decidedBy === 'response-time' && admission.failure?.kind === 'release';
        if (admission.admitted ? admitted >= SETS : refused >= SETS) continue;
        if (coincides(simulated(modelFor(tasks, kind)), tasks)) continue;
        const events = (await program.events(tasks))?.filter(({ timeNs }) => timeNs < HORIZON_US * 1000);
        if (events === undefined) continue;
        if (!admission.admitted) {
          refused += 1;
          if (disproved) expect(lossesIn(events), admission.sentence).not.toEqual([]);
          continue;
        }
        admitted += 1;
        expect(lossesIn(events), admission.sentence).toEqual([]);
        for (const [index, worstNs] of responsesIn(events, tasks).entries()) {
          const boundNs = admission.tasks[index]?.responseNs ?? Number.POSITIVE_INFINITY;
          expect(worstNs, admission.sentence).toBeLessThanOrEqual(boundNs);
        }
      }
    });
  },
);
