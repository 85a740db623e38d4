// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { LASTING_MS, useLasting } from './use-lasting.ts';
import type { ReadableStore } from './use-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface State {
  readonly stale: boolean;
}

const isStale = ({ stale }: State) => stale;

interface Props {
  readonly store: ReadableStore<State>;
  readonly shown: boolean[];
}

function View({ store, shown }: Props) {
  shown.push(useLasting(store, isStale));
  return null;
}

it('is true only when the state was true without a pause, and renders nothing before', async () => {
  const store = createStore(() => ({ stale: false }));
  const shown: boolean[] = [];
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<View {...{ store, shown }} />));
  const step = (stale: boolean, ms: number) =>
    act(async () => {
      store.setState({ stale });
      await vi.advanceTimersByTimeAsync(ms);
    });
  for (let flicker = 0; flicker < 5; flicker += 1) {
    await step(true, LASTING_MS / 3);
    await step(false, LASTING_MS / 3);
  }
  expect(shown).toEqual([false]);
  await step(true, LASTING_MS - 1);
  await step(true, 1);
  expect(shown).toEqual([false, true]);
  await step(false, 0);
  expect(shown.at(-1)).toBe(false);
  await act(async () => root.unmount());
});
