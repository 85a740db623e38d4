// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { nameOf, show } from '../test-view.ts';
import { Inspector } from './inspector.tsx';

async function inspect() {
  const session = testSession(
    newSketch('s', {
      target: 'freertos',
      policy: 'fixed',
      tasks: [
        newTask('Blink', { periodUs: 10_000, budgetUs: 1_000, priority: 3 }),
        newTask('Log', { kind: 'background', periodUs: null, budgetUs: null }),
      ],
    }),
  );
  session.settings.changeSettings({ detail: 'full' });
  session.selection.select([{ kind: 'tasks', name: 'Blink' }]);
  const view = await show(session, <Inspector />);
  const task = (index: number) => session.document.currentSketch().tasks[index];
  return { session, view, task };
}

describe('the form of a task', () => {
  it('accepts a period with a unit, and undo restores the old one', async () => {
    const { session, view, task } = await inspect();
    await view.enter(/Period$/, '25 ms');
    expect(task(0)?.periodUs).toBe(25_000);
    expect(view.value('field', /Deadline$/)).toBe('25 ms');
    await view.change(session.document.undo);
    expect(view.value('field', /Period$/)).toBe('10 ms');
  });

  it('does not commit invalid text, and shows the error', async () => {
    const { view, task } = await inspect();
    await view.enter(/Period$/, '0');
    expect(task(0)?.periodUs).toBe(10_000);
    expect(view.get('alert', 'At least 1 µs.')).toBeTruthy();
    await view.key(/Period$/, 'Escape');
    expect(view.value('field', /Period$/)).toBe('10 ms');
    expect(view.all('alert')).toEqual([]);
  });

  it('has logarithmic sliders from the shortest time to the period, and 0 where it is allowed', async () => {
    const { view, task } = await inspect();
    const thumb = (name: string) => {
      const found = view.container.querySelector(`[role="slider"][aria-label="${name} slider"]`);
      if (found === null) throw new Error(`no slider of ${name}`);
      return found;
    };
    const press = (name: string, key: string) =>
      view.change(() =>
        thumb(name).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      );
    const place = (name: string) => Number(thumb(name).getAttribute('aria-valuenow'));
    const at = place('Budget');
    await view.enter(/Budget$/, '100 us');
    const tenTimesLess = at - place('Budget');
    await view.enter(/Budget$/, '10 us');
    expect(place('Budget')).toBe(at - 2 * tenTimesLess);
    expect(tenTimesLess).toBe(250);
    await press('Budget', 'Home');
    expect(task(0)?.budgetUs).toBe(1);
    await press('Budget', 'ArrowRight');
    expect(task(0)?.budgetUs).toBe(2);
    await press('Budget', 'End');
    expect(task(0)?.budgetUs).toBe(10_000);
    await press('Deadline', 'Home');
    expect(task(0)?.deadlineUs).toBe(1);
    await press('Deadline', 'End');
    expect(task(0)?.deadlineUs).toBeNull();
    await press('Offset', 'ArrowRight');
    expect(task(0)?.offsetUs).toBe(1);
    await press('Offset', 'ArrowLeft');
    expect(task(0)?.offsetUs).toBe(0);
  });

  it('covers four decades below a long period, and a shorter time that was typed', async () => {
    const { view, task } = await inspect();
    const home = () =>
      view.change(() =>
        view.container
          .querySelector('[role="slider"][aria-label="Budget slider"]')
          ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true })),
      );
    await view.enter(/Period$/, '10 s');
    await home();
    expect(task(0)?.budgetUs).toBe(1_000);
    await view.enter(/Budget$/, '20 us');
    await home();
    expect(task(0)?.budgetUs).toBe(20);
  });

  it('keeps D = T while the deadline follows the period', async () => {
    const { view, task } = await inspect();
    await view.enter(/Deadline$/, '8 ms');
    expect(task(0)?.deadlineUs).toBe(8_000);
    await view.enter(/Deadline$/, '10 ms');
    expect(task(0)?.deadlineUs).toBeNull();
    expect(view.text()).toContain('Equal to the period.');
  });

  it('stays on the task when it is renamed', async () => {
    const { session, view } = await inspect();
    await view.enter('Name', 'Flash');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'Flash' }]);
    expect(view.value('field', 'Name')).toBe('Flash');
    await view.enter('Name', '  ');
    expect(view.get('alert', 'A name must have at least one character.')).toBeTruthy();
  });

  it('shows why a name is rejected', async () => {
    const { session, view, task } = await inspect();
    await view.enter('Name', 'Log');
    expect(task(0)?.name).toBe('Blink');
    expect(session.notices.store.getState().notices).toMatchObject([{ tone: 'problem' }]);
  });

  it('has only the longest run for a background task', async () => {
    const { session, view, task } = await inspect();
    await view.change(() => session.selection.select([{ kind: 'tasks', name: 'Log' }]));
    expect(view.all('field', /Period$|Deadline$|Jitter$/)).toEqual([]);
    await view.enter(/Longest run$/, '500');
    expect(task(1)?.budgetUs).toBe(500);
  });

  it('has a catch-up limit only for a task that catches up', async () => {
    const { view, task } = await inspect();
    expect(view.all('field', 'At most')).toEqual([]);
    const options = [...view.get('list', 'If it overruns').querySelectorAll('option')];
    const label = options.find(({ value }) => value === 'catch-up')?.textContent ?? '';
    await view.choose('If it overruns', label);
    await view.enter('At most', '3');
    expect(task(0)).toMatchObject({ overrun: 'catch-up', catchUpLimit: 3 });
  });

  it('has a priority only with the fixed-priority policy', async () => {
    const { session, view, task } = await inspect();
    await view.enter('Priority', '7');
    expect(task(0)?.priority).toBe(7);
    await view.change(() =>
      session.document.edit('Change policy', (sketch) => ({
        ok: true,
        sketch: { ...sketch, policy: 'rate-monotonic' },
      })),
    );
    expect(view.all('field', 'Priority')).toEqual([]);
  });

  it('opens the code of the task, or its budget handler', async () => {
    const { session, view } = await inspect();
    await view.press('button', 'Open the code');
    expect(session.bodies.store.getState()).toMatchObject({
      open: [{ owner: { kind: 'tasks', name: 'Blink' } }],
      reveal: { member: 'body' },
    });
    await view.press('button', 'Add a budget handler');
    expect(session.bodies.store.getState()).toMatchObject({ open: [{}], reveal: { member: 'budgetHandler' } });
  });

  it('shows the limit from the analysis, and a click applies it', async () => {
    const { view, task } = await inspect();
    const limit = await view.until(() => view.get('button', /^Admitted up to/));
    const words = nameOf(limit);
    await view.press('button', words);
    expect(task(0)?.budgetUs).toBeGreaterThan(1_000);
    await view.until(() => expect(view.text()).toContain(`${words}: this is the limit.`));
  });
});
