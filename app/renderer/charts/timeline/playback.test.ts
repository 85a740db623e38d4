import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Playback, speedFor } from './playback.ts';

const MS = 1_000_000;
let tick: ((now: number) => void) | null = null;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => {
    tick = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    tick = null;
  });
});
afterEach(() => vi.unstubAllGlobals());

function bench(endNs: number) {
  let playhead: number | null = null;
  const reported: boolean[] = [];
  const playback = new Playback({
    playhead: () => playhead,
    endNs: () => endNs,
    moveTo: (time) => {
      playhead = Math.min(time, endNs);
    },
    changed: (playing) => reported.push(playing),
  });
  let now = performance.now();
  const frame = (ms: number) => {
    now += ms;
    tick?.(now);
  };
  return { playback, reported, frame, at: () => playhead };
}

describe('playing a schedule', () => {
  test('moves the playhead as time passes, at a reduced speed', () => {
    const { playback, frame, at } = bench(1_000 * MS);
    playback.setSpeed(0.1);
    playback.play(5 * MS);
    const from = at() ?? 0;
    expect(from).toBe(5 * MS);
    frame(0);
    const begun = at() ?? 0;
    frame(20);
    frame(30);
    expect((at() ?? 0) - begun).toBeCloseTo(5 * MS, -2);
  });

  test('stops at the end, and restarts from the given time', () => {
    const { playback, reported, frame, at } = bench(10 * MS);
    playback.play(0);
    frame(50);
    frame(50);
    expect(at()).toBe(10 * MS);
    expect([playback.isPlaying, reported]).toEqual([false, [true, false]]);
    playback.play(2 * MS);
    expect(at()).toBe(2 * MS);
  });

  test('continues after a pause, and ignores long pauses between frames', () => {
    const { playback, frame, at } = bench(10_000 * MS);
    playback.play(0);
    frame(40);
    playback.pause();
    const paused = at();
    playback.play(0);
    expect(at()).toBe(paused);
    frame(60_000);
    expect((at() ?? 0) - (paused ?? 0)).toBeLessThan(101 * MS);
  });

  test('plays any view in a few seconds', () => {
    expect(speedFor(1_000 * MS)).toBe(0.1);
    expect(speedFor(10 * MS)).toBe(0.001);
    expect(speedFor(3_600_000 * MS)).toBe(1);
  });
});
