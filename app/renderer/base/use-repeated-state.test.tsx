// @vitest-environment happy-dom
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { useRepeatedState } from './use-repeated-state.ts';

/** A frame of a run sets the state once. These are 28 minutes of frames. */
const TIMES = 100_000;

interface Reach {
  set: (text: string) => void;
  renders: number;
}

/** Puts its setter into `reach`, and counts its renders there. */
function Text({ reach }: { readonly reach: Reach }) {
  const [text, setText] = useRepeatedState<string>('');
  reach.set = setText;
  reach.renders++;
  return text;
}

async function shown() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const reach: Reach = { set: () => undefined, renders: 0 };
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  await act(async () => root.render(<Text reach={reach} />));
  return { host, set: (text: string) => reach.set(text), renders: () => reach.renders };
}

/** Bytes of the heap after a collection of garbage. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

it('shows what was set, and takes no memory for values that are equal', async () => {
  const { host, set, renders } = await shown();
  await act(async () => set('a'));
  await act(async () => set('a'));
  expect(host.textContent).toBe('a');
  const before = usedBytes();
  const rendered = renders();
  for (let i = 0; i < TIMES; i++) set('a');
  expect(usedBytes() - before).toBeLessThan(1_000_000);
  expect(renders()).toBe(rendered);
  await act(async () => set('b'));
  await act(async () => set('a'));
  expect(host.textContent).toBe('a');
});
