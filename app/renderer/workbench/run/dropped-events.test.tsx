// @vitest-environment happy-dom
/** The window says that a trace has dropped its oldest events, and goes on counting them. */
import { expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { newInterrupt } from '../../../../generator/sketch/create.ts';
import { KIND_INTERRUPT_ENTER, KIND_INTERRUPT_EXIT } from '../../../../generator/trace/kinds.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';
import { DroppedEvents } from './dropped-events.tsx';

const EDGES = 60_000;

it('names the dropped events, and opens the settings', async () => {
  const sketch = sketchOf([{ T: 10_000, C: 2_000 }], { interrupts: [newInterrupt('edge', '2')] });
  const session = testSession(sketch);
  session.trace.beginTrace(sketch);
  const { store, spans } = session.trace.store.getState();
  const view = await show(session, <DroppedEvents />);
  expect(view.all('button')).toEqual([]);
  store.keep(1);
  store.segment(true);
  for (let i = 0; i < EDGES; i++) {
    store.event(2000 * i, KIND_INTERRUPT_ENTER, 0, 0);
    store.event(2000 * i + 1000, KIND_INTERRUPT_EXIT, 0, 0);
    // As a window does while a program runs.
    if (i % 1000 === 0) spans.update();
  }
  await view.change(() => session.measured.measure());
  expect(store.first).toBe(98_304);
  expect(view.get('button', 'Oldest events dropped').title).toContain('98\u202f304');
  expect(session.measured.store.getState().interrupts).toEqual([{ times: EDGES, isLeast: true }]);
  await view.press('button', 'Oldest events dropped');
  expect(session.settings.store.getState().open).toBe(true);
});
