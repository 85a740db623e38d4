import { describe, expect, it } from 'vitest';
import { preemptiveKernel, sketchOf, superLoop } from '../../analysis/test-sketches.ts';
import { NO_OVERHEADS } from '../../platform/overheads.ts';
import type { Interrupt, Sketch } from '../../sketch/model.ts';
import type { SimulationModel } from '../model.ts';
import { buildSimulation, type SimulationOptions } from './build.ts';

const kernel = preemptiveKernel({ vcpus: false });

function modelOf(sketch: Sketch, options: Partial<SimulationOptions> = {}): SimulationModel {
  const built = buildSimulation(sketch, { capabilities: kernel, ...options });
  if (!built.ok) throw new Error(built.reason);
  return built.model;
}

const interrupt = (over: Partial<Interrupt> = {}): Interrupt => ({
  name: 'edge',
  pin: '2',
  source: null,
  mode: 'rising',
  topHalfUs: 5,
  bottomHalfUs: 20,
  ioBudgetUs: 100,
  ioPeriodUs: 1000,
  handlerBudgetUs: 50,
  handlerPeriodUs: 1000,
  handlerExhaustion: 'background',
  arrivals: null,
  body: '',
  position: null,
  ...over,
});

describe('the trace', () => {
  it('counts arrivals from the start, with the simulated offsets instead of the offsets of the sketch', () => {
    const sketch = sketchOf([
      { T: 20, C: 2, offsetUs: 3 },
      { T: 10, C: 1, jitterUs: 4 },
    ]);
    const offsets = (options: Partial<SimulationOptions>) =>
      modelOf(sketch, options).metadata.objects.map(({ offsetNs }) => offsetNs);
    expect(offsets({})).toEqual([3_000, 0]);
    expect(offsets({ phasing: { kind: 'critical', task: null } })).toEqual([4_000, 0]);
    expect(modelOf(sketch).metadata.releaseStartNs).toBe(0);
  });
});

describe('tasks', () => {
  it('have the numbers of the sketch in nanoseconds and the priorities of the generated tables', () => {
    const { tasks, order, preemptive } = modelOf(
      sketchOf([
        { T: 20, C: 2, D: 15, offsetUs: 3, jitterUs: 1 },
        { T: 10, C: 1 },
      ]),
    );
    expect([order, preemptive]).toEqual(['fixed-priority', true]);
    expect(tasks.map(({ priority }) => priority)).toEqual([1, 0]);
    expect(tasks[0]).toMatchObject({
      arrivals: { kind: 'periodic', offsetNs: 3000, periodNs: 20_000 },
      jitterNs: 1000,
      deadlineNs: 15_000,
      budgetNs: 2000,
      execution: { kind: 'constant', ns: 2000 },
      server: { kind: 'sporadic', budgetNs: 2000, periodNs: 20_000 },
      cluster: 0,
      affinity: [0],
    });
  });

  it('have no server if the target only monitors budgets', () => {
    const { tasks, preemptive } = modelOf(sketchOf([{ T: 20, C: 2 }]), { capabilities: superLoop });
    expect([tasks[0]?.server, preemptive]).toEqual([null, false]);
  });

  it('share the lowest level of a kernel with few levels', () => {
    const few = preemptiveKernel({ priorityLevels: 2 });
    const { tasks } = modelOf(
      sketchOf([
        { T: 1, C: 1 },
        { T: 2, C: 1 },
        { T: 3, C: 1 },
      ]),
      { capabilities: few },
    );
    expect(tasks.map(({ priority }) => priority)).toEqual([0, 1, 1]);
  });

  it('use recorded execution times, otherwise those of the sketch', () => {
    const execution = { shape: 'bimodal', leastUs: 1, mostUs: 9, rarePercent: 25 } as const;
    const sketch = sketchOf([{ T: 20, C: 5, execution }]);
    expect(modelOf(sketch).tasks[0]?.execution).toEqual({
      kind: 'bimodal',
      usualNs: 1000,
      rareNs: 9000,
      rareShare: 0.25,
    });
    const recorded = new Map([['T1', Float64Array.of(7)]]);
    expect(modelOf(sketch, { recorded }).tasks[0]?.execution).toEqual({ kind: 'recorded', ns: Float64Array.of(7) });
  });

  it('hold their resources in sequence in the middle of a job', () => {
    const users = [{ task: 'T1', criticalSectionUs: 2 }];
    const resource = (name: string) => ({ name, ceiling: null, users, position: null });
    const { tasks, resources } = modelOf(sketchOf([{ T: 20, C: 10 }], { resources: [resource('a'), resource('b')] }));
    expect(tasks[0]?.sections).toEqual([
      { resource: 0, atNs: 3000, lengthNs: 2000 },
      { resource: 1, atNs: 5000, lengthNs: 2000 },
    ]);
    expect(resources).toEqual([{ ceiling: 0 }, { ceiling: 0 }]);
  });
});

describe('critical phases', () => {
  const offsets = (model: SimulationModel) =>
    model.tasks.map(({ arrivals }) => (arrivals.kind === 'periodic' ? arrivals.offsetNs : null));

  it('release all tasks at one instant, as late as their jitter allows', () => {
    const sketch = sketchOf([
      { T: 20, C: 2, jitterUs: 4 },
      { T: 30, C: 1, offsetUs: 9 },
    ]);
    const model = modelOf(sketch, { phasing: { kind: 'critical', task: null } });
    expect([offsets(model), model.jitter]).toEqual([[0, 4000], 'critical']);
  });

  it('start the longest less urgent job 1 ns before without preemption', () => {
    const sketch = sketchOf([
      { T: 20, C: 2 },
      { T: 30, C: 1 },
      { T: 40, C: 7 },
      { T: 50, C: 3 },
    ]);
    const model = modelOf(sketch, { phasing: { kind: 'critical', task: 1 }, capabilities: superLoop });
    expect(offsets(model)).toEqual([1, 1, 0, 1]);
  });

  it('are the same for the same seed when random', () => {
    const sketch = sketchOf([
      { T: 20, C: 2 },
      { T: 30, C: 1 },
    ]);
    const drawn = (seed: number) => offsets(modelOf(sketch, { phasing: { kind: 'random' }, seed }));
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });
});

describe('cores', () => {
  const four = (over: Partial<Sketch> = {}) =>
    sketchOf(
      [
        { T: 10, C: 6 },
        { T: 10, C: 5 },
        { T: 10, C: 3, core: 3 },
        { T: 10, C: 1 },
      ],
      { cores: 4, ...over },
    );
  const places = (sketch: Sketch) => modelOf(sketch).tasks.map(({ cluster, affinity }) => [cluster, affinity]);

  it('form one cluster with one queue by default', () => {
    expect(modelOf(four()).clusters).toEqual([{ cores: [0, 1, 2, 3], dispatcher: 'priority' }]);
    expect(places(four())[2]).toEqual([0, [3]]);
    expect(places(four())[0]).toEqual([0, [0, 1, 2, 3]]);
  });

  it('get the tasks without a core as the analysis places them, with a note', () => {
    const open = (C: number) => ({ T: 10, C });
    const sketch = sketchOf([open(4), open(7), open(5), open(2)], { cores: 2, clusterCores: 1 });
    // First-fit, largest utilization first: 7 on one core, 5 and 4 on the other, then 2.
    expect(places(sketch).map(([cluster]) => cluster)).toEqual([1, 0, 1, 0]);
    const built = buildSimulation(sketch, { capabilities: kernel });
    expect(built.ok && built.assumptions).toEqual([
      'The sketch gives some tasks no core; the simulation runs "T1" on core 1, "T2" on core 0, "T3" on core 1, "T4" on core 0.',
    ]);
    const byHand = buildSimulation(sketch, { capabilities: kernel, placement: [0, 1, 0, 1] });
    expect(byHand.ok && byHand.model.tasks.map(({ cluster }) => cluster)).toEqual([0, 1, 0, 1]);
  });

  it('get the tasks as best-fit places them if first-fit fails', () => {
    const tasks = [10, 9, 8, 2, 2, 18, 5].map((C, index) => ({ T: [30, 40, 30, 10, 10, 30, 30][index] as number, C }));
    const sketch = sketchOf(tasks, { cores: 2, clusterCores: 1, policy: 'edf' });
    const load = [0, 0];
    for (const [index, [cluster]] of places(sketch).entries()) {
      load[cluster as number] =
        load[cluster as number]! + (tasks[index] as { C: number }).C / (tasks[index] as { T: number }).T;
    }
    expect(Math.max(...load)).toBeLessThanOrEqual(1);
  });

  it('get tasks that fit on no core where the load is lowest', () => {
    const sketch = sketchOf(
      [6, 7, 8].map((C) => ({ T: 10, C })),
      { cores: 2, clusterCores: 1 },
    );
    // 8 and 7 have a core each, and 6 joins 7.
    expect(places(sketch).map(([cluster]) => cluster)).toEqual([1, 1, 0]);
    const [only] = sketch.tasks;
    if (only === undefined) throw new Error('no task');
    const bound = { ...sketch, tasks: [{ ...only, affinity: [0] }, ...sketch.tasks.slice(1)] };
    expect(places(bound)[0]).toEqual([0, [0]]);
  });

  it('reject an affinity that leaves no core', () => {
    const sketch = sketchOf([{ T: 10, C: 1, core: 0, affinity: [3] }], { cores: 4, clusterCores: 2 });
    const built = buildSimulation(sketch, { capabilities: kernel });
    expect(built).toMatchObject({ ok: false, reason: expect.stringContaining('Task "T1" may run on no core') });
  });
});

describe('interrupts', () => {
  it('arrive as often as the budget allows, and release their handler', () => {
    const model = modelOf(sketchOf([{ T: 10, C: 1 }], { interrupts: [interrupt()] }));
    expect(model.interrupts).toEqual([
      {
        arrivals: { kind: 'bursty', offsetNs: 0, periodNs: 1_000_000, burst: 4 },
        topHalfNs: 5000,
        bottomHalfNs: 20_000,
        deliveryNs: 0,
        ioServer: 0,
        handler: 1,
        writes: [],
        core: 0,
      },
    ]);
    expect(model.ioServers).toEqual([{ kind: 'sporadic', budgetNs: 100_000, periodNs: 1_000_000 }]);
    expect(model.tasks[1]).toMatchObject({
      arrivals: { kind: 'never', leastApartNs: 1_000_000 },
      budgetNs: 50_000,
      deadlineNs: 1_000_000,
    });
  });

  it('include the overhead of a delivery in addition to the halves', () => {
    const overheads = { ...NO_OVERHEADS, interrupts: { deliveryNs: 300, perInterruptNs: 10, releaseNs: 0, loads: [] } };
    const model = modelOf(sketchOf([], { interrupts: [interrupt({ handlerBudgetUs: 0 })] }), { overheads });
    expect(model.interrupts[0]).toMatchObject({ topHalfNs: 5000, deliveryNs: 310, handler: null });
  });

  it('share the server of the sketch, and never arrive with a budget of 0', () => {
    const shared = interrupt({
      name: 'a',
      ioBudgetUs: null,
      ioPeriodUs: null,
      arrivals: { pattern: 'random', periodUs: 7, burst: 1 },
    });
    const off = interrupt({ name: 'b', ioBudgetUs: 0 });
    const model = modelOf(sketchOf([], { interrupts: [shared, off], ioServer: { budgetUs: 9, periodUs: 90 } }));
    const built = buildSimulation(sketchOf([], { interrupts: [off] }), { capabilities: kernel });
    expect(built.ok && built.assumptions).toEqual(['Interrupt "b" never arrives: its I/O budget is 0.']);
    expect(model.interrupts.map(({ arrivals, ioServer }) => [arrivals.kind, ioServer])).toEqual([
      ['random', 0],
      ['never', null],
    ]);
  });
});

it('gives the reason why a sketch cannot be simulated', () => {
  const built = buildSimulation(sketchOf([{ T: 2 ** 52, C: 1 }]), { capabilities: kernel });
  expect(built).toMatchObject({ ok: false, reason: expect.stringContaining('above 52 days') });
});
