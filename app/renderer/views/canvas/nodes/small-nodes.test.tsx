// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { newInterrupt, newSketch } from '../../../../../generator/sketch/create.ts';
import { KIND_BOOT, KIND_INTERRUPT_ENTER, KIND_INTERRUPT_EXIT } from '../../../../../generator/trace/kinds.ts';
import { testSession } from '../../../state/session/test-session.ts';
import { show } from '../../test-view.ts';
import { CanvasView } from '../canvas-view.tsx';

const SKETCH = newSketch('s', {
  interrupts: [newInterrupt('Button', '2', { position: { x: 0, y: 0 } })],
});

/** The card's count after a run in which a board recorded so many deliveries at once. */
async function countAfter(deliveries: number) {
  const session = testSession(SKETCH);
  const view = await show(session, <CanvasView />);
  await view.until(() => expect(view.container.querySelectorAll('.react-flow__node')).toHaveLength(1));
  await view.change(() => {
    session.trace.beginTrace(SKETCH);
    session.run.store.setState({ phase: 'running' });
    const { store } = session.trace.store.getState();
    store.event(0, KIND_BOOT, -1, 0);
    for (let k = 1; k <= deliveries; k++) {
      store.event(1000 * k, KIND_INTERRUPT_ENTER, 0, 0);
      store.event(1000 * k + 500, KIND_INTERRUPT_EXIT, 0, 0);
    }
    session.run.store.setState({ phase: 'idle' });
    return new Promise((resolve) => setTimeout(resolve));
  });
  return view.container.querySelector('.interrupt-node .figures')?.textContent;
}

it('counts the deliveries of an interrupt', async () => {
  expect(await countAfter(3)).toBe('3\u00a0×');
});

it('says that there were at least so many, if a board records no more of them', async () => {
  expect(await countAfter(4)).toBe('≥\u00a04\u00a0×');
});
