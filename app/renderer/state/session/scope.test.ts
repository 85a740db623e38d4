import { describe, expect, it, vi } from 'vitest';
import { createFrameBatch } from './frame-batch.ts';
import { Scope } from './scope.ts';

describe('a scope', () => {
  it('ends everything once, newest first', () => {
    const scope = new Scope();
    const ended: string[] = [];
    scope.own(() => ended.push('first'));
    const endSecond = scope.own(() => ended.push('second'));
    scope.own(() => ended.push('third'));
    endSecond();
    expect(ended).toEqual(['second']);
    scope.dispose();
    scope.dispose();
    endSecond();
    expect(ended).toEqual(['second', 'third', 'first']);
  });

  it('immediately ends anything added after it was disposed', () => {
    const scope = new Scope();
    scope.dispose();
    const end = vi.fn();
    scope.own(end);
    expect(end).toHaveBeenCalledOnce();
  });

  it('runs a delayed call once, unless it is cancelled or the scope is disposed', () => {
    vi.useFakeTimers();
    try {
      const scope = new Scope();
      const calls: string[] = [];
      scope.after(10, () => calls.push('runs'));
      scope.after(10, () => calls.push('cancelled'))();
      const stop = scope.every(10, () => calls.push('again'));
      vi.advanceTimersByTime(25);
      expect(calls).toEqual(['runs', 'again', 'again']);
      stop();
      scope.after(10, () => calls.push('disposed'));
      scope.every(10, () => calls.push('disposed'));
      scope.dispose();
      vi.advanceTimersByTime(100);
      expect(calls).toEqual(['runs', 'again', 'again']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a batch by frame', () => {
  function batch() {
    const frames: (() => void)[] = [];
    const taken: string[][] = [];
    const scope = new Scope();
    const requestFrame = (run: () => void) => {
      frames.push(run);
      return () => void frames.splice(frames.indexOf(run), 1);
    };
    const items = createFrameBatch<string>({ requestFrame }, scope, (all) => taken.push([...all]));
    const paint = () => {
      for (const run of frames.splice(0)) run();
    };
    return { items, frames, taken, scope, paint };
  }

  it('delivers all items of a frame together, in order', () => {
    const { items, frames, taken, paint } = batch();
    items.add('a');
    items.add('b');
    expect([frames.length, taken]).toEqual([1, []]);
    paint();
    items.add('c');
    paint();
    expect(taken).toEqual([['a', 'b'], ['c']]);
  });

  it('delivers early on request, and then not again', () => {
    const { items, taken, paint } = batch();
    items.add('a');
    items.flush();
    items.flush();
    paint();
    expect(taken).toEqual([['a']]);
  });

  it('continues after pending items were dropped, until its scope is disposed', () => {
    const { items, taken, scope, frames, paint } = batch();
    items.add('a');
    items.drop();
    items.add('b');
    paint();
    expect(taken).toEqual([['b']]);
    items.add('c');
    scope.dispose();
    expect(frames).toEqual([]);
  });
});
