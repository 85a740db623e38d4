/**
 * Extreme numbers give a result or a clear refusal within a second, and never a hang, a NaN or a
 * wrong verdict.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../generator/analysis/admission.ts';
import { applyMethod } from '../generator/analysis/method.ts';
import { METHODS } from '../generator/analysis/registry.ts';
import { buildTaskSet, type Entity, type TaskSet } from '../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../generator/analysis/test-sketches.ts';
import { buildSimulation } from '../generator/simulation/build/build.ts';
import { Simulation } from '../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../generator/simulation/model.ts';
import { modelOf } from '../generator/simulation/test-models.ts';
import { POLICIES, type Sketch } from '../generator/sketch/model.ts';
import { readSketch } from '../generator/sketch/read.ts';
import { TARGETS } from '../generator/targets/index.ts';
import { withinASecond, withinCpuTime } from './cpu-time.ts';
import { usually } from './every-case.ts';
import {
  expectSound,
  expectSoundResult,
  FILE_NUMBERS,
  MEMORY_NUMBERS,
  NONSENSE,
  OrderedSink,
} from './hostile-numbers.ts';

const fixture = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', 'sketches', name), 'utf8');

/** Analyses the sketch for every target, under every policy, on one core and on four. */
function judgeEverywhere(sketch: Sketch, what: string): void {
  for (const capabilities of TARGETS) {
    for (const policy of POLICIES) {
      for (const cores of [1, 4]) {
        const admission = withinASecond(what, () => admit({ ...sketch, policy, cores }, { capabilities }));
        expectSound(admission);
      }
    }
  }
}

/** Finds every number in the text: the number, its start and its end. */
function* withEachNumber(text: string): Generator<readonly [string, number, number]> {
  for (const match of text.matchAll(/("\w+"): (-?\d+)(?=[,\n}])/g)) {
    const from = (match.index as number) + match[0].length - (match[2] as string).length;
    yield [match[1] as string, from, from + (match[2] as string).length];
  }
}

describe('in a file', () => {
  const text = fixture('everything.polyloop.json');
  const places = [...withEachNumber(text)];

  it('has numbers to change', () => expect(places.length).toBeGreaterThan(30));

  it.each(FILE_NUMBERS)('%s in any place is read and judged, or refused at its place', (number) => {
    for (const [member, from, to] of places) {
      const changed = text.slice(0, from) + number + text.slice(to);
      const result = withinASecond(`reading ${member}`, () => readSketch(changed));
      if (result.ok) {
        judgeEverywhere(result.sketch, `${member} = ${number}`);
        continue;
      }
      expect(result.problems.length).toBeGreaterThan(0);
      for (const { message, pointer } of result.problems) {
        expect(message).not.toBe('');
        expect(pointer).toMatch(/^(\/.*)?$/);
      }
    }
  });

  it('ten thousand tasks are refused, and a thousand are not', () => {
    const file = (count: number) =>
      JSON.stringify({
        ...JSON.parse(fixture('least.polyloop.json')),
        tasks: Array.from({ length: count }, (_, i) => ({ name: `t${i}`, periodUs: 10_000 + i, budgetUs: 1 })),
      });
    const many = withinASecond('reading', () => readSketch(file(10_000)));
    expect(many.ok).toBe(false);
    expect(many.ok ? '' : many.problems.map(({ message }) => message).join()).toMatch(/1000/);
    expect(readSketch(file(1000)).ok).toBe(true);
  });
});

describe('in memory', () => {
  const read = readSketch(fixture('everything.polyloop.json'));
  if (!read.ok) throw new Error('the fixture cannot be read');
  const { sketch } = read;

  it.each(MEMORY_NUMBERS)('%s in any time of any task is judged or refused', (number) => {
    for (const field of ['periodUs', 'budgetUs', 'deadlineUs', 'offsetUs', 'jitterUs', 'priority', 'core'] as const) {
      const tasks = sketch.tasks.map((task, index) => (index === 0 ? { ...task, [field]: number } : task));
      judgeEverywhere({ ...sketch, tasks }, `${field} = ${number}`);
    }
  });

  it.each(MEMORY_NUMBERS)('%s in any time of an interrupt, a server or a section is judged or refused', (number) => {
    for (const field of [
      'topHalfUs',
      'bottomHalfUs',
      'ioBudgetUs',
      'ioPeriodUs',
      'handlerBudgetUs',
      'handlerPeriodUs',
    ]) {
      const interrupts = sketch.interrupts.map((interrupt) => ({ ...interrupt, [field]: number }));
      judgeEverywhere({ ...sketch, interrupts }, `${field} = ${number}`);
    }
    judgeEverywhere({ ...sketch, ioServer: { budgetUs: number, periodUs: 1000 } }, `I/O server, budget ${number}`);
    judgeEverywhere({ ...sketch, ioServer: { budgetUs: 10, periodUs: number } }, `I/O server, period ${number}`);
    const resources = sketch.resources.map((resource) => ({
      ...resource,
      ceiling: number,
      users: resource.users.map((user) => ({ ...user, criticalSectionUs: number })),
    }));
    judgeEverywhere({ ...sketch, resources }, `section = ${number}`);
  });
});

const kernel = preemptiveKernel();
const decide = (tasks: readonly TaskNumbers[], over: Partial<Sketch> = {}, capabilities = kernel): Admission => {
  const admission = withinASecond('judging', () => admit(sketchOf(tasks, over), { capabilities }));
  expectSound(admission);
  return admission;
};

const repeated = <Task>(count: number, task: (index: number) => Task): Task[] =>
  Array.from({ length: count }, (_, index) => task(index));

/** The first `count` primes at or above `from`. */
function primesFrom(from: number, count: number): number[] {
  const primes: number[] = [];
  for (let candidate = from; primes.length < count; candidate += 1) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor += 1;
    if (divisor * divisor > candidate) primes.push(candidate);
  }
  return primes;
}

describe('loads at and near 1 are distinguished exactly', () => {
  const third = { T: 3, C: 1 };
  it('three tasks with a utilization of 1/3 have a load of 1', () => {
    expect(decide([third, third, third], { policy: 'edf' }).admitted).toBe(true);
    expect(decide([third, third, third]).admitted).toBe(true);
  });

  it.each([
    [2 ** 31, 'rate-monotonic'],
    [4_503_599_627_370, 'rate-monotonic'],
    [2 ** 31, 'edf'],
    [4_503_599_627_370, 'edf'],
  ] as const)('three tasks with 1/3 and one with 1/%s exceed a load of 1 (%s)', (T, policy) => {
    const { admitted, methods } = decide([third, third, third, { T, C: 1 }], { policy });
    expect(admitted).toBe(false);
    expect(methods.some(({ verdict }) => verdict === 'schedulable')).toBe(false);
  });

  it('a hundred tasks with prime periods, just below 1 and above 1', () => {
    const primes = primesFrom(1000, 100);
    const tasks = primes.map((T) => ({ T, C: Math.floor(T / 100) }));
    expect(decide(tasks, { policy: 'edf' }).admitted).toBe(true);
    expect(decide([...tasks, { T: 1000, C: 1000 }], { policy: 'edf' }).admitted).toBe(false);
  });
});

describe('hyperperiods that exceed every number type', () => {
  const primes = primesFrom(999_000, 40);

  it('EDF with deadlines at the ends of periods needs only the load', () => {
    const tasks = primes.map((T) => ({ T, C: Math.floor((T * 0.999) / 40) }));
    expect(decide(tasks, { policy: 'edf' }).admitted).toBe(true);
    expect(decide([...tasks, { T: 1000, C: 2 }], { policy: 'edf' }).admitted).toBe(false);
  });

  it.each(['rate-monotonic', 'deadline-monotonic', 'edf'] as const)(
    '%s with earlier deadlines gets a verdict',
    (policy) => {
      const tasks = primes.map((T) => ({ T, C: Math.floor((T * 0.97) / 40), D: Math.floor(T * 0.98) }));
      expect(decide(tasks, { policy }).admitted).toBe(true);
      decide(tasks, { policy }, superLoop);
    },
  );

  it.each(['rate-monotonic', 'edf'] as const)(
    '%s at a load just below 1 gets a verdict or an explicit refusal',
    (policy) => {
      const tasks = primes.map((T, i) => ({ T, C: Math.floor(T / 40) - (i % 2), D: T * 2, jitterUs: T }));
      decide(tasks, { policy });
      decide(tasks, { policy }, superLoop);
    },
  );
});

/** Extreme ratios: a period of a microsecond together with one of 52 days. */
describe('periods of all sizes in one set', () => {
  const longest = 4_503_599_627_370;
  it.each(['rate-monotonic', 'deadline-monotonic', 'edf'] as const)('%s', (policy) => {
    const tasks = [
      { T: 1000, C: 400 },
      { T: longest, C: Math.floor(longest / 2), D: Math.floor(longest * 0.9) },
    ];
    const { admitted, tasks: rows } = decide(tasks, { policy });
    expect(admitted).toBe(true);
    for (const row of rows) expect(row.meetsDeadline).toBe(true);
    const over = [
      { T: 1000, C: 501 },
      { T: longest, C: Math.floor(longest / 2) },
    ];
    expect(decide(over, { policy }).admitted).toBe(false);
  });

  it.each(['rate-monotonic', 'edf'] as const)('a jitter and a deadline of 52 days, %s', (policy) => {
    const tasks = [
      { T: 10, C: 4, D: longest, jitterUs: longest },
      { T: 1000, C: 400, D: longest },
    ];
    decide(tasks, { policy });
    decide(tasks, { policy }, superLoop);
  });
});

describe('a period of one nanosecond', () => {
  const base = buildTaskSet(
    sketchOf([
      { T: 1, C: 1 },
      { T: 2, C: 1 },
    ]),
    kernel,
  );
  const withTimes = (over: Partial<TaskSet>, ...times: readonly (readonly [number, number])[]): TaskSet => ({
    ...base,
    ...over,
    entities: times.map(([periodNs, costNs], index): Entity => {
      const entity = base.entities[Math.min(index, 1)] as Entity;
      const times = { periodNs, costNs, budgetNs: costNs, deadlineNs: periodNs, servedWithinNs: periodNs };
      return { ...entity, ...times, source: index, rank: index };
    }),
  });
  const verdicts = (set: TaskSet) =>
    METHODS.map((method) => {
      const result = withinASecond(method.id, () => applyMethod(method, set));
      expectSoundResult(result);
      return result.verdict;
    });

  it.each([
    { policy: 'rate-monotonic' },
    { policy: 'edf' },
    { policy: 'rate-monotonic', capabilities: superLoop },
  ] as const)('$policy', (over) => {
    expect(verdicts(withTimes(over, [1, 1]))).not.toContain('unschedulable');
    expect(verdicts(withTimes(over, [1, 1], [2 ** 52, 1]))).not.toContain('schedulable');
    expect(verdicts(withTimes(over, [2, 1], [2 ** 52, 2 ** 50]))).toContain(
      'capabilities' in over ? 'unschedulable' : 'schedulable',
    );
  });
});

describe('ten thousand tasks', () => {
  const many = (scale: number): TaskNumbers[] =>
    repeated(10_000, (i) => ({ T: 1_000_000 + 37 * i, C: Math.floor(((1_000_000 + 37 * i) * scale) / 10_000) }));

  it.each(usually([1, 64], [1, 4, 64]))('on %s cores, under every policy, at half load and overload', (cores) => {
    for (const policy of POLICIES) {
      expect(decide(many(0.5), { policy, cores }).methods.some(({ verdict }) => verdict === 'unschedulable')).toBe(
        false,
      );
      expect(decide(many(cores * 1.1), { policy, cores }).admitted).toBe(false);
    }
  });

  it('on one core, without preemption', () => {
    decide(many(0.5), {}, superLoop);
    expect(decide(many(1.1), { policy: 'edf' }, superLoop).admitted).toBe(false);
  });

  it('are admitted if the utilization bound suffices', () => {
    expect(decide(many(0.5)).admitted).toBe(true);
    expect(decide(many(0.99), { policy: 'edf' }).admitted).toBe(true);
  });
});

describe('the simulation', () => {
  const MOST_EVENTS = 20_000;
  const play = (model: SimulationModel, untilNs: number): Simulation => {
    // The number of events limits the work.
    return withinCpuTime('playing', 10_000, () => {
      const simulation = new Simulation(model, new OrderedSink());
      simulation.run(untilNs, MOST_EVENTS);
      return simulation;
    });
  };

  it.each(FILE_NUMBERS)('simulates a file with %s in any place, or gives the reason for a refusal', (number) => {
    const text = fixture('everything.polyloop.json');
    for (const [, from, to] of withEachNumber(text)) {
      const read = readSketch(text.slice(0, from) + number + text.slice(to));
      if (!read.ok) continue;
      const built = withinASecond('building', () => buildSimulation(read.sketch, { capabilities: kernel }));
      if (built.ok) play(built.model, 60_000_000_000);
      else expect(built.reason).not.toMatch(NONSENSE);
    }
  });

  it.each(MEMORY_NUMBERS)('refuses a sketch with an invalid time: %s', (number) => {
    const tasks = [{ T: 1000, C: 100 }].map((task) => ({ ...task, T: number }));
    const built = buildSimulation(sketchOf(tasks), { capabilities: kernel });
    expect(built.ok).toBe(Number.isInteger(number) && number >= 1 && number <= 4_503_599_627_370);
    if (built.ok) play(built.model, 60_000_000_000);
  });

  it('stops at a number of events, however short the periods are', () => {
    const simulation = play(modelOf(repeated(10, () => ({ T: 1, C: 1 }))), 2 ** 52);
    expect(simulation.eventCount).toBeGreaterThanOrEqual(MOST_EVENTS);
    expect(simulation.nowNs).toBeLessThan(2 ** 20);
  });

  it('simulates ten thousand tasks on 64 cores', () => {
    const tasks = repeated(10_000, (i) => ({ T: 1_000_000 + i, C: 100 }));
    const simulation = play(modelOf(tasks, { cores: 64 }), 100_000_000);
    expect(simulation.eventCount).toBeGreaterThanOrEqual(MOST_EVENTS);
  });

  it('continues after 2^52 ns', () => {
    const simulation = play(modelOf([{ T: 2 ** 50, C: 2 ** 49 }]), 2 ** 52 + 2 ** 51);
    expect(simulation.nowNs).toBe(2 ** 52 + 2 ** 51);
    expect(simulation.eventCount).toBeGreaterThan(10);
  });
});
