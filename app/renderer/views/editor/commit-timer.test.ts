import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommitTimer } from './commit-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for a rest of 250 ms', () => {
  const [commit, rested] = [vi.fn(), vi.fn()];
  const timer = new CommitTimer({ commit, rested });
  timer.noteTyped();
  vi.advanceTimersByTime(100);
  timer.noteTyped();
  vi.advanceTimersByTime(249);
  expect(commit).not.toHaveBeenCalled();
  expect(timer.isWaiting).toBe(true);
  vi.advanceTimersByTime(1);
  expect(commit).toHaveBeenCalledOnce();
  expect(rested).toHaveBeenCalledOnce();
  expect(timer.isWaiting).toBe(false);
});

it('waits no longer than 400 ms while the user types without a rest', () => {
  const atMs: number[] = [];
  const rested = vi.fn();
  const timer = new CommitTimer({ commit: () => atMs.push(performance.now()), rested });
  const startMs = performance.now();
  for (let key = 0; key < 100; key++) {
    timer.noteTyped();
    vi.advanceTimersByTime(50);
  }
  const gaps = atMs.map((ms, index) => ms - (atMs[index - 1] ?? startMs));
  expect(gaps.length).toBeGreaterThanOrEqual(10);
  // The next key comes up to 50 ms after an edit.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(450);
  expect(rested).not.toHaveBeenCalled();
  vi.advanceTimersByTime(250);
  expect(rested).toHaveBeenCalledOnce();
  expect(timer.isWaiting).toBe(false);
});

it('notes a rest also if the last text is an edit already', () => {
  const [commit, rested] = [vi.fn(), vi.fn()];
  const timer = new CommitTimer({ commit, rested });
  timer.noteTyped();
  vi.advanceTimersByTime(240);
  timer.noteTyped();
  vi.advanceTimersByTime(200);
  expect(commit).toHaveBeenCalledOnce();
  expect(rested).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(commit).toHaveBeenCalledOnce();
  expect(rested).toHaveBeenCalledOnce();
});

it('makes an edit at once when typing ends, and only once', () => {
  const [commit, rested] = [vi.fn(), vi.fn()];
  const timer = new CommitTimer({ commit, rested });
  timer.end();
  expect(commit).not.toHaveBeenCalled();
  timer.noteTyped();
  timer.end();
  timer.end();
  vi.advanceTimersByTime(1000);
  expect(commit).toHaveBeenCalledOnce();
  expect(rested).toHaveBeenCalledOnce();
});
