// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { newChannel, newSketch } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { DesignView } from './design-view.tsx';

async function design(sketch: Sketch) {
  const session = testSession(sketch);
  session.admission.setIdeal(true);
  const view = await show(session, <DesignView />);
  await view.until(() => expect(view.all('tab').length).toBeGreaterThan(0));
  /** Radix selects a tab when it receives the focus. */
  const open = (name: RegExp) => view.change(() => view.get('tab', name).focus());
  return { session, view, open };
}

/**
 * Rate-monotonic order puts T1 first, and T2 misses its deadline. In deadline-monotonic order both
 * meet their deadlines.
 */
const ORDERED_WRONG = sketchOf(
  [
    { T: 10_000, C: 4_000 },
    { T: 20_000, C: 4_000, D: 5_000 },
  ],
  { policy: 'rate-monotonic' },
);

describe('design help', () => {
  it('shows a hint until there is a task with a period', async () => {
    const view = await show(testSession(newSketch('s')), <DesignView />);
    expect(view.text()).toBe('Add a task with a period to see its limits here.');
  });

  it('shows the limits of each task, and a click applies one', async () => {
    const { session, view } = await design(sketchOf([{ T: 10_000, C: 2_000 }]));
    await view.press('button', '10 ms');
    expect(session.document.currentSketch().tasks[0]?.budgetUs).toBe(10_000);
    await view.change(session.document.undo);
    expect(session.document.currentSketch().tasks[0]?.budgetUs).toBe(2_000);
  });

  it('applies a priority order in one step of undo, and marks it as in use', async () => {
    const { session, view, open } = await design(ORDERED_WRONG);
    await open(/^Priorities/);
    expect(view.get('button', 'Rate monotonic is in use')).toHaveProperty('disabled', true);
    await view.press('button', 'Apply Deadline monotonic');
    expect(session.document.currentSketch().policy).toBe('deadline-monotonic');
    await view.until(() => expect(view.get('button', 'Deadline monotonic is in use')).toBeTruthy());
    await view.change(session.document.undo);
    expect(session.document.currentSketch()).toEqual(ORDERED_WRONG);
  });

  it('disables its buttons while it belongs to an older sketch', async () => {
    const { session, view, open } = await design(ORDERED_WRONG);
    await open(/^Priorities/);
    await view.change(() => {
      session.document.edit('Change budget', (sketch) => updateElement(sketch, 'tasks', 'T1', { budgetUs: 3_000 }));
    });
    expect(view.get('button', 'Apply Deadline monotonic')).toHaveProperty('disabled', true);
    await view.until(() => expect(view.get('button', 'Apply Deadline monotonic')).toHaveProperty('disabled', false));
  });

  it('sets the least capacity of a ring buffer that can overflow', async () => {
    const ring = newChannel('queue', { kind: 'ring-buffer', capacity: 1, writer: 'T1', readers: ['T2'] });
    const sketch = sketchOf(
      [
        { T: 1_000, C: 100 },
        { T: 10_000, C: 1_000 },
      ],
      { channels: [ring] },
    );
    const { session, view, open } = await design(sketch);
    await open(/^Ring buffers.*1 can overflow/);
    expect(view.text()).toMatch(/holds 1, needs \d+: it can overflow/);
    await view.press('button', 'Apply the least capacity of queue');
    expect(session.document.currentSketch().channels[0]?.capacity).toBeGreaterThanOrEqual(10);
    await view.until(() => expect(view.get('tab', /^Ring buffers.*all suffice/)).toBeTruthy());
    await view.press('button', 'queue');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'channels', name: 'queue' }]);
  });

  it('cancels its search when it is closed', async () => {
    const { session, view } = await design(ORDERED_WRONG);
    await view.change(() => {
      session.document.edit('Change budget', (sketch) => updateElement(sketch, 'tasks', 'T1', { budgetUs: 3_000 }));
    });
    expect(session.help.design.store.getState().stale).toBe(true);
    await view.unmount();
    expect(session.help.design.store.getState().stale).toBe(false);
  });
});
