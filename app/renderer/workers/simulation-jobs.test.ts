import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../generator/analysis/test-sketches.ts';
import { buildSimulation } from '../../../generator/simulation/build/build.ts';
import { simulate } from '../../../generator/simulation/engine/engine.ts';
import { targetById } from '../../../generator/targets/index.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { pourBatch } from './event-batch.ts';
import { simulateHere } from './simulation-client.ts';
import {
  runSimulation,
  type SimulationProgress,
  type SimulationRequest,
  type SimulationSettings,
} from './simulation-jobs.ts';

const sketch = {
  ...sketchOf([
    { T: 7, C: 3 },
    { T: 12, C: 3, execution: { shape: 'uniform', leastUs: 1, mostUs: 3, rarePercent: 0 } },
    { T: 20, C: 5 },
  ]),
  target: 'freertos' as const,
};
const options: SimulationSettings = { seed: 7, ideal: true, calibrations: [] };
const request: SimulationRequest = { sketch, options, untilNs: 20_000_000, mostEvents: 1e6, knownEvents: 0 };

/** Simulates and writes the received batches into a store. */
async function simulated(wanted: SimulationRequest, turn: (turns: number) => void = () => {}) {
  const store = new TraceStore();
  const batches: number[] = [];
  let turns = 0;
  const progress = (value: SimulationProgress) => {
    if (value.kind === 'model') {
      store.metadata(value.model.metadata);
      store.segment(true);
      return;
    }
    batches.push(value.batch.count);
    pourBatch(value.batch, store);
  };
  const { signal } = new AbortController();
  const result = await runSimulation(wanted, { signal, progress, turn: async () => turn(++turns) });
  return { store, batches, result };
}

const eventsOf = (store: TraceStore, from = 0) =>
  Array.from({ length: store.end - from }, (_, i) => Object.values(store.at(from + i)).join(' '));

describe('the simulation job', () => {
  it('sends in pieces the same events as one simulation', async () => {
    const { store, batches, result } = await simulated(request);
    const built = buildSimulation(sketch, { ...options, capabilities: targetById('freertos') });
    if (!built.ok) throw new Error(built.reason);
    const whole = new TraceStore();
    simulate(built.model, whole, { untilNs: request.untilNs, seed: 7 });
    expect(batches.length).toBeGreaterThan(2);
    expect(eventsOf(store)).toEqual(eventsOf(whole));
    expect(store.currentMetadata).toEqual(whole.currentMetadata);
    expect(result).toEqual({ ok: true, reachedNs: request.untilNs, complete: true });
  });

  it('continues after the known events', async () => {
    const { store } = await simulated(request);
    const rest = await simulated({ ...request, knownEvents: 5_000 });
    expect(rest.store.currentMetadata).toBeNull();
    expect(eventsOf(rest.store)).toEqual(eventsOf(store, 5_000));
  });

  it('ends after the event limit and reports the time that it reached', async () => {
    const { store, result } = await simulated({ ...request, mostEvents: 3_000 });
    expect(store.end).toBeGreaterThanOrEqual(3_000);
    expect(store.end).toBeLessThan(3_020);
    expect(result).toMatchObject({ ok: true, complete: false });
    if (result.ok) expect(result.reachedNs).toBe(store.endNs);
  });

  it('explains why a sketch cannot be simulated', async () => {
    const endless = { ...sketch, tasks: sketch.tasks.map((task) => ({ ...task, periodUs: 1e13, budgetUs: 1e13 })) };
    const { result, store } = await simulated({ ...request, sketch: endless });
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('Choose a smaller time') });
    expect(store.end).toBe(0);
  });

  it('stops at its next yield after cancellation', async () => {
    const seen: number[] = [];
    const stopped = simulated(request, (turns) => {
      seen.push(turns);
      if (turns === 2) throw new Error('cancelled');
    });
    await expect(stopped).rejects.toThrow('cancelled');
    expect(seen).toEqual([1, 2]);
  });
});

describe('without a worker', () => {
  it('simulates in the window, and can be cancelled', async () => {
    const batches: number[] = [];
    const onProgress = (value: SimulationProgress) => {
      if (value.kind === 'events') batches.push(value.batch.count);
    };
    await expect(simulateHere(request, { onProgress })).resolves.toMatchObject({ ok: true });
    expect(batches.length).toBeGreaterThan(1);
    await expect(simulateHere(request, { signal: AbortSignal.abort('moved') })).rejects.toBe('moved');
  });
});
