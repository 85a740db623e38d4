import { describe, expect, it, vi } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { play } from '../../workers/simulation-jobs.ts';
import { type PlayerState, type PlayFunction, type PlayQuestion, SchedulePlayer } from './schedule-player.ts';

const sketchWith = (budgetUs: number): Sketch => ({
  ...sketchOf([
    { T: 10, C: budgetUs },
    { T: 25, C: 5 },
  ]),
  target: 'freertos',
});
const question = (budgetUs: number, more: Partial<PlayQuestion> = {}): PlayQuestion => ({
  sketch: sketchWith(budgetUs),
  options: { seed: 1, ideal: true },
  untilNs: 30_000_000,
  mostEvents: 100_000,
  ...more,
});

/** Simulates like the worker. Each slice waits until the test releases it. */
function bench() {
  const gates: (() => void)[] = [];
  const requests: number[] = [];
  const playing: PlayFunction = (request, { signal = new AbortController().signal, onProgress }) => {
    requests.push(request.knownEvents);
    const turn = () =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        gates.push(resolve);
      });
    return turn().then(() => play(request, { signal, progress: (value) => onProgress?.(value), turn }));
  };
  const states: PlayerState[] = [];
  const player = new SchedulePlayer(playing, (state) => states.push(state));
  const go = async () => {
    const open = gates.splice(0);
    for (const gate of open) gate();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const finish = async () => {
    for (let i = 0; i < 200 && (gates.length > 0 || player.state.growing); i++) await go();
  };
  return { player, states, requests, go, finish };
}

const shownBudget = ({ played }: PlayerState) => played?.question.sketch.tasks[0]?.budgetUs ?? null;

describe('a schedule player', () => {
  it('shows the first piece while the rest is simulated', async () => {
    const { player, go, finish } = bench();
    player.want(question(3));
    expect(player.state).toMatchObject({ played: null, growing: true, stale: false });
    await go();
    const { played } = player.state;
    expect(shownBudget(player.state)).toBe(3);
    expect(player.state.growing).toBe(true);
    const early = played?.schedule.trace.end ?? 0;
    await finish();
    expect(player.state).toMatchObject({ growing: false, stale: false, cut: false });
    expect(player.state.played?.schedule.trace.end).toBeGreaterThan(early);
    expect(player.state.played?.schedule.jobs.task(0)?.count).toBe(3001);
  });

  it('shows the old schedule as stale until the new one arrives, and cancels a simulation that has shown something', async () => {
    const { player, states, go, finish } = bench();
    player.want(question(3));
    await go();
    player.want(question(4));
    expect([shownBudget(player.state), player.state.stale]).toEqual([3, true]);
    await go();
    expect([shownBudget(player.state), player.state.stale]).toEqual([4, false]);
    await finish();
    expect(states.map(shownBudget).filter((budget) => budget === 3).length).toBeGreaterThan(0);
    expect(player.state.played?.question.sketch.tasks[0]?.budgetUs).toBe(4);
  });

  it('is not starved by frequent questions: each simulation shows something', async () => {
    const { player, states, go, finish } = bench();
    player.want(question(1));
    player.want(question(2));
    player.want(question(3));
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
      const { player, requests } = bench();
      player.want(question(1));
      player.want(question(2));
      expect(requests).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(requests).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('continues the same schedule when more of it is requested', async () => {
    const { player, requests, finish } = bench();
    player.want(question(3, { mostEvents: 1_000 }));
    await finish();
    expect(player.state.cut).toBe(true);
    const before = player.state.played;
    const known = before?.schedule.trace.end ?? 0;
    player.want(question(3));
    await finish();
    expect(requests).toEqual([0, known]);
    expect(player.state.played?.schedule).toBe(before?.schedule);
    expect(player.state.cut).toBe(false);
    expect(before?.schedule.jobs.task(0)?.count).toBe(3001);
    player.want(question(3));
    expect(requests).toHaveLength(2);
  });

  it('resumes a cancelled schedule, and simulates a shorter one again', async () => {
    const { player, requests, go, finish } = bench();
    player.want(question(3));
    await go();
    player.want(null);
    const known = player.state.played?.schedule.trace.end ?? 0;
    expect([player.state.growing, known > 0]).toEqual([false, true]);
    player.want(question(3));
    await finish();
    expect(requests).toEqual([0, known]);
    player.want(question(3, { mostEvents: 500 }));
    expect(requests).toHaveLength(2);
    player.want(question(3, { untilNs: 1_000_000 }));
    await finish();
    expect(requests).toEqual([0, known, 0]);
    expect(player.state.played?.schedule.jobs.task(0)?.count).toBe(101);
  });

  it('does not simulate again after cosmetic changes', async () => {
    const { player, requests, finish } = bench();
    player.want(question(3));
    await finish();
    const moved = sketchWith(3);
    player.want(
      question(3, { sketch: { ...moved, tasks: moved.tasks.map((task) => ({ ...task, position: { x: 1, y: 2 } })) } }),
    );
    expect(requests).toHaveLength(1);
  });

  it('reports why a sketch cannot be simulated, and simulates the next valid one', async () => {
    const { player, finish } = bench();
    player.want(
      question(3, { sketch: { ...sketchWith(3), tasks: sketchWith(3).tasks.map((t) => ({ ...t, periodUs: 1e13 })) } }),
    );
    await finish();
    expect(player.state).toMatchObject({ played: null, refusal: expect.stringContaining('52 days') });
    player.want(question(3));
    await finish();
    expect(player.state).toMatchObject({ refusal: null });
    expect(shownBudget(player.state)).toBe(3);
  });
});
