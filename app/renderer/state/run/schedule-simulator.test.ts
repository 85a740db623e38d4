import { describe, expect, it, vi } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { runSimulation } from '../../workers/simulation-jobs.ts';
import {
  ScheduleSimulator,
  type SimulateFunction,
  type SimulationQuestion,
  type SimulatorState,
} from './schedule-simulator.ts';

const sketchWith = (budgetUs: number): Sketch => ({
  ...sketchOf([
    { T: 10, C: budgetUs },
    { T: 25, C: 5 },
  ]),
  target: 'freertos',
});
const question = (budgetUs: number, more: Partial<SimulationQuestion> = {}): SimulationQuestion => ({
  sketch: sketchWith(budgetUs),
  options: { seed: 1, ideal: true, calibrations: [] },
  untilNs: 30_000_000,
  mostEvents: 100_000,
  ...more,
});

/** Simulates like the worker. Each slice waits until the test releases it. */
function bench() {
  const gates: (() => void)[] = [];
  const requests: number[] = [];
  const running: SimulateFunction = (request, { signal = new AbortController().signal, onProgress }) => {
    requests.push(request.knownEvents);
    const turn = () =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        gates.push(resolve);
      });
    return turn().then(() => runSimulation(request, { signal, progress: (value) => onProgress?.(value), turn }));
  };
  const states: SimulatorState[] = [];
  const simulator = new ScheduleSimulator(running, (state) => states.push(state));
  const go = async () => {
    const open = gates.splice(0);
    for (const gate of open) gate();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const finish = async () => {
    for (let i = 0; i < 200 && (gates.length > 0 || simulator.state.growing); i++) await go();
  };
  return { simulator, states, requests, go, finish };
}

const shownBudget = ({ simulated }: SimulatorState) => simulated?.question.sketch.tasks[0]?.budgetUs ?? null;

describe('a schedule simulator', () => {
  it('shows the first piece while the rest is simulated', async () => {
    const { simulator, go, finish } = bench();
    simulator.want(question(3));
    expect(simulator.state).toMatchObject({ simulated: null, growing: true, stale: false });
    await go();
    const { simulated } = simulator.state;
    expect(shownBudget(simulator.state)).toBe(3);
    expect(simulator.state.growing).toBe(true);
    const early = simulated?.schedule.trace.end ?? 0;
    await finish();
    expect(simulator.state).toMatchObject({ growing: false, stale: false, cut: false });
    expect(simulator.state.simulated?.schedule.trace.end).toBeGreaterThan(early);
    expect(simulator.state.simulated?.schedule.jobs.task(0)?.count).toBe(3001);
  });

  it('shows the old schedule as stale until the new one arrives, and cancels a simulation that has shown something', async () => {
    const { simulator, states, go, finish } = bench();
    simulator.want(question(3));
    await go();
    simulator.want(question(4));
    expect([shownBudget(simulator.state), simulator.state.stale]).toEqual([3, true]);
    await go();
    expect([shownBudget(simulator.state), simulator.state.stale]).toEqual([4, false]);
    await finish();
    expect(states.map(shownBudget).filter((budget) => budget === 3).length).toBeGreaterThan(0);
    expect(simulator.state.simulated?.question.sketch.tasks[0]?.budgetUs).toBe(4);
  });

  it('is not starved by frequent questions: each simulation shows something', async () => {
    const { simulator, states, go, finish } = bench();
    simulator.want(question(1));
    simulator.want(question(2));
    simulator.want(question(3));
    await go();
    // The first simulation has shown something. The questions between the first and the last are
    // skipped.
    await go();
    await finish();
    const shown = [...new Set(states.map(shownBudget))];
    expect(shown).toEqual([null, 1, 3]);
  });

  it('cancels a simulation that shows nothing for too long', async () => {
    vi.useFakeTimers();
    try {
      const { simulator, requests } = bench();
      simulator.want(question(1));
      simulator.want(question(2));
      expect(requests).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(requests).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('simulates a large sketch at a pace that leaves frames to a moving slider, and then the newest', async () => {
    vi.useFakeTimers();
    try {
      const { simulator, requests, go } = bench();
      const tasks = Array.from({ length: 60 }, () => ({ T: 1_000, C: 1 }));
      const large = (budgetUs: number) => {
        const sketch: Sketch = { ...sketchOf(tasks), target: 'freertos' };
        return question(1, {
          sketch: { ...sketch, tasks: sketch.tasks.map((task, index) => (index === 0 ? { ...task, budgetUs } : task)) },
        });
      };
      const want = (budgetUs: number) => simulator.want(large(budgetUs));
      want(1);
      const shown = go();
      await vi.advanceTimersByTimeAsync(10);
      await shown;
      expect(shownBudget(simulator.state)).toBe(1);
      for (const budgetUs of [2, 3, 4]) {
        want(budgetUs);
        await vi.advanceTimersByTimeAsync(16);
      }
      expect([requests.length, simulator.state.stale]).toEqual([1, true]);
      await vi.advanceTimersByTimeAsync(100);
      expect(requests).toHaveLength(2);
      const newest = go();
      await vi.advanceTimersByTimeAsync(10);
      await newest;
      expect([shownBudget(simulator.state), simulator.state.stale]).toEqual([4, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('continues the same schedule when more of it is requested', async () => {
    const { simulator, requests, finish } = bench();
    simulator.want(question(3, { mostEvents: 1_000 }));
    await finish();
    expect(simulator.state.cut).toBe(true);
    const before = simulator.state.simulated;
    const known = before?.schedule.trace.end ?? 0;
    simulator.want(question(3));
    await finish();
    expect(requests).toEqual([0, known]);
    expect(simulator.state.simulated?.schedule).toBe(before?.schedule);
    expect(simulator.state.cut).toBe(false);
    expect(before?.schedule.jobs.task(0)?.count).toBe(3001);
    simulator.want(question(3));
    expect(requests).toHaveLength(2);
  });

  it('resumes a cancelled schedule, and simulates a shorter one again', async () => {
    const { simulator, requests, go, finish } = bench();
    simulator.want(question(3));
    await go();
    simulator.want(null);
    const known = simulator.state.simulated?.schedule.trace.end ?? 0;
    expect([simulator.state.growing, known > 0]).toEqual([false, true]);
    simulator.want(question(3));
    await finish();
    expect(requests).toEqual([0, known]);
    simulator.want(question(3, { mostEvents: 500 }));
    expect(requests).toHaveLength(2);
    simulator.want(question(3, { untilNs: 1_000_000 }));
    await finish();
    expect(requests).toEqual([0, known, 0]);
    expect(simulator.state.simulated?.schedule.jobs.task(0)?.count).toBe(101);
  });

  it('does not simulate again after cosmetic changes', async () => {
    const { simulator, requests, finish } = bench();
    simulator.want(question(3));
    await finish();
    const moved = sketchWith(3);
    simulator.want(
      question(3, { sketch: { ...moved, tasks: moved.tasks.map((task) => ({ ...task, position: { x: 1, y: 2 } })) } }),
    );
    expect(requests).toHaveLength(1);
  });

  it('reports why a sketch cannot be simulated, and simulates the next valid one', async () => {
    const { simulator, finish } = bench();
    simulator.want(
      question(3, { sketch: { ...sketchWith(3), tasks: sketchWith(3).tasks.map((t) => ({ ...t, periodUs: 1e13 })) } }),
    );
    await finish();
    expect(simulator.state).toMatchObject({ simulated: null, refusal: expect.stringContaining('52 days') });
    simulator.want(question(3));
    await finish();
    expect(simulator.state).toMatchObject({ refusal: null });
    expect(shownBudget(simulator.state)).toBe(3);
  });
});
