import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Asker, type AskerState } from './asker.ts';

interface Search {
  readonly question: string;
  readonly signal: AbortSignal;
  readonly resolve: (value: string) => void;
  readonly reject: (error: unknown) => void;
}

let searches: Search[];
let state: AskerState<string, string>;
beforeEach(() => {
  searches = [];
});

function makeAsker(mode: 'finish' | 'restart', delayMs = 0, paceMs = 0) {
  return new Asker<string, string>({
    ask: (question, signal) =>
      new Promise<string>((resolve, reject) => searches.push({ question, signal, resolve, reject })),
    same: (a, b) => a === b,
    mode,
    delayMs,
    paceMs,
    tell: (next) => {
      state = next;
    },
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const asked = () => searches.map(({ question }) => question);

describe('an asker', () => {
  it('asks a question once and shows its answer', async () => {
    const asker = makeAsker('finish');
    asker.want('a');
    asker.want('a');
    expect(asked()).toEqual(['a']);
    expect(state).toEqual({ answer: null, stale: false, problem: null });
    searches[0]?.resolve('A');
    await settled();
    expect(state).toEqual({ answer: { question: 'a', value: 'A' }, stale: false, problem: null });
    asker.want('a');
    expect(asked()).toEqual(['a']);
  });

  it('marks its answer as stale while a newer question is open', async () => {
    const asker = makeAsker('finish');
    asker.want('a');
    searches[0]?.resolve('A');
    await settled();
    asker.want('b');
    expect(state).toMatchObject({ answer: { value: 'A' }, stale: true });
    asker.want('a');
    expect(state).toMatchObject({ answer: { value: 'A' }, stale: false });
  });

  it('finish: completes while questions keep arriving, then asks only the newest', async () => {
    const asker = makeAsker('finish');
    for (const question of ['a', 'b', 'c']) asker.want(question);
    expect(asked()).toEqual(['a']);
    expect(searches[0]?.signal.aborted).toBe(false);
    searches[0]?.resolve('A');
    await settled();
    expect(state).toMatchObject({ answer: { value: 'A' }, stale: true });
    expect(asked()).toEqual(['a', 'c']);
    searches[1]?.resolve('C');
    await settled();
    expect(state).toMatchObject({ answer: { question: 'c', value: 'C' }, stale: false });
  });

  it('restart: cancels the running search and ignores its late result', async () => {
    vi.useFakeTimers();
    try {
      const asker = makeAsker('restart', 100);
      asker.want('a');
      vi.advanceTimersByTime(100);
      asker.want('b');
      expect(searches[0]?.signal.aborted).toBe(true);
      vi.advanceTimersByTime(99);
      asker.want('c');
      vi.advanceTimersByTime(99);
      expect(asked()).toEqual(['a']);
      vi.advanceTimersByTime(1);
      expect(asked()).toEqual(['a', 'c']);
    } finally {
      vi.useRealTimers();
    }
    searches[0]?.resolve('A');
    searches[1]?.resolve('C');
    await settled();
    expect(state).toMatchObject({ answer: { value: 'C' }, stale: false });
  });

  it('begins two searches no closer together than its pace', async () => {
    vi.useFakeTimers();
    try {
      const asker = makeAsker('finish', 0, 50);
      asker.want('a');
      searches[0]?.resolve('A');
      await vi.advanceTimersByTimeAsync(10);
      asker.want('b');
      asker.want('c');
      await vi.advanceTimersByTimeAsync(39);
      expect(asked()).toEqual(['a']);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked()).toEqual(['a', 'c']);
      asker.want('d');
      searches[1]?.resolve('C');
      await vi.advanceTimersByTimeAsync(49);
      expect([asked(), state.stale]).toEqual([['a', 'c'], true]);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked()).toEqual(['a', 'c', 'd']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports why there is no answer, until the next question', async () => {
    const asker = makeAsker('finish');
    asker.want('a');
    searches[0]?.reject(new Error('There is no worker.'));
    await settled();
    expect(state).toEqual({ answer: null, stale: false, problem: 'There is no worker.' });
    asker.want('b');
    expect(state.problem).toBeNull();
  });

  it('asks a newer question after a failed search', async () => {
    const asker = makeAsker('finish');
    asker.want('a');
    asker.want('b');
    searches[0]?.reject(new Error('no'));
    await settled();
    expect(asked()).toEqual(['a', 'b']);
    expect(state.problem).toBeNull();
  });

  it('stops asking without a question, and keeps its answer', async () => {
    const asker = makeAsker('finish');
    asker.want('a');
    searches[0]?.resolve('A');
    await settled();
    asker.want('b');
    asker.want(null);
    expect(searches[1]?.signal.aborted).toBe(true);
    searches[1]?.resolve('B');
    await settled();
    expect(state).toMatchObject({ answer: { value: 'A' }, stale: false });
  });
});
