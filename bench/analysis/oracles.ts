/** Compares with other programs on the same work: a crate with proven response times, and SimSo. */
import { applyMethod, type Method, type MethodResult } from '../../generator/analysis/method.ts';
import type { TaskSet } from '../../generator/analysis/task-set.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import { askBounds, missingOracle } from '../../test/differential/rta-oracle.ts';
import { missingSimso, playInSimso } from '../../test/differential/simso-oracle.ts';
import { paragraph, print, shown, timed } from './report.ts';
import { fixedPriorities, judged, methodOf, setFor } from './settings.ts';
import { Counter, modelFrom } from './simulation.ts';

export function printProven(): void {
  print('## Comparison with the crate response-time-analysis');
  print();
  if (missingOracle !== null) {
    print(`Not measured: ${missingOracle}\n`);
    return;
  }
  const sets = Array.from({ length: 50 }, (_, seed) => setFor(fixedPriorities, seed, 100));
  const questions = sets.map(({ entities }) => ({
    policy: 'fixed-priority' as const,
    limit: 10 ** 13,
    tasks: entities.map(({ periodNs, costNs, deadlineNs, rank }) => ({
      period: periodNs,
      cost: costNs,
      deadline: deadlineNs,
      priority: rank,
    })),
  }));
  const started = performance.now();
  const bounds = askBounds(questions);
  const theirs = performance.now() - started;
  const method = methodOf('response-time');
  const results = sets.map((set) => applyMethod(method, set));
  const goes = (one: (method: Method, set: TaskSet) => MethodResult) =>
    timed(() => {
      for (const set of sets) one(method, set);
    });
  const [ours, withWords] = [goes(applyMethod), goes(judged)];
  const same = results.reduce(
    (sum, { tasks }, index) =>
      sum + tasks.filter(({ entity, responseNs }) => bounds[index]?.[entity] === responseNs).length,
    0,
  );
  paragraph(
    `Response times of 50 sets of 100 tasks: Polyloop ${shown(ours)} ms, the crate ${shown(theirs)} ms (including the start of its ` +
      `process and JSON). ${same} of ${50 * 100} bounds are equal. With an explanation of each bound in words and TeX: ${shown(withWords)} ms.`,
  );
  print();
}

export function printSimso(): void {
  print('## Comparison with SimSo');
  print();
  if (missingSimso !== null) {
    print(`Not measured: ${missingSimso}\n`);
    return;
  }
  paragraph(
    '20 sets of 10 tasks under fixed priorities, each for 2 s of simulated time in steps of 1 µs. Processor ' +
      'time of the simulation alone, without start and JSON. Goal: 100 times as fast.',
  );
  print();
  const until = 2_000_000;
  const models = Array.from({ length: 20 }, (_, seed) => modelFrom(seed, 10));
  const answers = playInSimso(
    models.map(({ tasks }) => ({
      scheduler: 'fp',
      cores: 1,
      until,
      tasks: tasks.map(({ arrivals, budgetNs, deadlineNs, priority }) => ({
        period: arrivals.kind === 'periodic' ? arrivals.periodNs : 1,
        cost: budgetNs,
        deadline: deadlineNs,
        offset: 0,
        priority: 100 - priority,
        core: 0,
      })),
    })),
  );
  const theirs = answers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) * 1000;
  const play = () => {
    for (const model of models) new Simulation(model, new Counter(), { seed: 1 }).run(until);
  };
  const ours = timed(play);
  const jobs = answers.reduce((sum, { done }) => sum + done.reduce((all, times) => all + times.length, 0), 0);
  paragraph(
    `${jobs} jobs: Polyloop ${shown(ours)} ms, SimSo ${shown(theirs)} ms: ${Math.round(theirs / ours)} times as fast.`,
  );
  print();
}
