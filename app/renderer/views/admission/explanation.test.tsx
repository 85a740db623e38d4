// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { newInterrupt } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { Explanation } from './explanation.tsx';

async function explain(sketch: ReturnType<typeof sketchOf>) {
  const session = testSession(sketch);
  session.settings.changeSettings({ detail: 'full' });
  return { session, view: await show(session, <Explanation />) };
}

const cells = (row: HTMLElement) => [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' '));

describe('the explanation of a verdict', () => {
  it('shows each task’s response time and deadline', async () => {
    const { session, view } = await explain(
      sketchOf([
        { T: 10_000, C: 2_000 },
        { T: 20_000, C: 4_000 },
      ]),
    );
    await view.press('box', /^Without runtime overheads/);
    expect(view.all('row').map(cells)).toEqual([
      ['T1', '20 %', '2 ms', '10 ms', '20 %'],
      ['T2', '20 %', '6 ms', '20 ms', '30 %'],
    ]);
    await view.press('button', 'T2');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'T2' }]);
  });

  it('marks the task that misses its deadline, until an edit fixes it', async () => {
    const { session, view } = await explain(
      sketchOf([
        { T: 10_000, C: 6_000 },
        { T: 20_000, C: 9_000 },
      ]),
    );
    const last = () => view.all('row').at(-1);
    expect(last()?.dataset.meets).toBe('false');
    expect(cells(last() ?? view.container).at(-1)).toBe('misses');
    await view.change(() =>
      session.document.edit('Change budget', (sketch) => {
        const tasks = sketch.tasks.map((task, index) => (index === 1 ? { ...task, budgetUs: 2_000 } : task));
        return { ok: true, sketch: { ...sketch, tasks } };
      }),
    );
    expect(last()?.dataset.meets).toBe('true');
  });

  it('includes runtime overheads unless the user excludes them', async () => {
    const { session, view } = await explain(sketchOf([{ T: 10_000, C: 2_000 }]));
    const response = () => cells(view.all('row')[0] ?? view.container)[2];
    const real = response();
    expect(view.text()).toContain('with runtime overheads');
    await view.press('box', /^Without runtime overheads/);
    expect(response()).toBe('2 ms');
    expect(real).not.toBe('2 ms');
    expect(session.admission.options.getState().ideal).toBe(true);
    expect(view.text()).not.toContain('with runtime overheads');
  });

  it('has neither the tests that do not apply nor the textbook’s switch in simple, unless it is on', async () => {
    const { session, view } = await explain(sketchOf([{ T: 10_000, C: 2_000 }]));
    const inapplicable = () => view.container.querySelectorAll('[data-applies="false"]').length;
    expect(inapplicable()).toBeGreaterThan(0);
    const applicable = view.container.querySelectorAll('[data-applies="true"]').length;
    await view.change(session.settings.toggleDetail);
    expect(inapplicable()).toBe(0);
    expect(view.container.querySelectorAll('[data-applies="true"]')).toHaveLength(applicable);
    expect(view.all('box')).toEqual([]);
    await view.change(() => session.admission.setIdeal(true));
    expect(view.get('box', /^Without runtime overheads/)).toBeTruthy();
  });

  it('lists the handlers of interrupts after the tasks', async () => {
    const handler = newInterrupt('Edge', '2', { handlerBudgetUs: 500, handlerPeriodUs: 10_000 });
    const { session, view } = await explain(sketchOf([{ T: 10_000, C: 2_000 }], { interrupts: [handler] }));
    expect(view.all('row').map((row) => cells(row)[0])).toEqual(['T1', 'Edge']);
    await view.press('button', 'Edge');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'interrupts', name: 'Edge' }]);
  });
});
