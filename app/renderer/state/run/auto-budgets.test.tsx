// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ESTIMATE, measuredCodeOf } from '../../../../generator/sketch/budgets/budget-from.ts';
import { newInterrupt, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import type { BudgetFrom, Interrupt, Task } from '../../../../generator/sketch/model.ts';
import { eventually } from '../../../../test/eventually.ts';
import { InterruptForm } from '../../views/inspector/interrupt-form.tsx';
import { TaskForm } from '../../views/inspector/task-form.tsx';
import { show } from '../../views/test-view.ts';
import { testSession } from '../session/test-session.ts';

const SKETCH = newSketch('s', {
  tasks: [newTask('blink', { periodUs: 100_000, body: 'digitalWrite(13, HIGH);', budgetFrom: ESTIMATE })],
});

const HANDLED = newSketch('s', {
  interrupts: [
    newInterrupt('key', '2', {
      ...{ handlerBudgetUs: 1_500, handlerPeriodUs: 100_000 },
      body: 'delay(5);\nwhile (digitalRead(3) == LOW) {}',
    }),
  ],
});

const write = (session: ReturnType<typeof testSession>, body: string) =>
  session.document.edit('Edit code', (sketch) => updateElement(sketch, 'tasks', 'blink', { body }));
const taskIn = (session: ReturnType<typeof testSession>) => session.document.currentSketch().tasks[0];

describe('an estimated budget', () => {
  it('follows the code in the same step of undo', async () => {
    const session = testSession(SKETCH);
    await eventually(() => expect(session.estimates.store.getState().estimator).not.toBeNull());
    write(session, 'delay(5);');
    expect(taskIn(session)?.budgetUs).toBeGreaterThanOrEqual(6_000);
    session.document.undo();
    expect(taskIn(session)).toMatchObject({ budgetUs: 1_000, body: 'digitalWrite(13, HIGH);' });
  });

  it('is shown as an estimate, with what was assumed, and can be made the user’s own', async () => {
    const session = testSession(SKETCH);
    await eventually(() => expect(session.estimates.store.getState().estimator).not.toBeNull());
    write(session, 'while (digitalRead(2) == LOW) {}');
    const view = await show(session, <TaskForm name="blink" />);
    const origin = () => view.container.querySelector<HTMLElement>('[data-testid="budget-origin"]');
    expect(origin()?.textContent).toContain('estimate');
    expect(origin()?.textContent).toContain('The loop in line 1 has no constant bound: 10 passes assumed.');
    await view.press('box', 'Automatic');
    expect(origin()).toBeNull();
    expect(taskIn(session)).not.toHaveProperty('budgetFrom');
    await view.press('box', 'Automatic');
    expect(taskIn(session)?.budgetFrom).toEqual(ESTIMATE);
  });
});

describe('another margin in the settings', () => {
  it('changes estimated and measured budgets in one step of undo', async () => {
    const from = {
      source: 'measured' as const,
      jobs: 300,
      longestUs: 200,
      code: measuredCodeOf(SKETCH, SKETCH.tasks[0] as Task),
    };
    const other = { ...newTask('other', { body: 'delay(5);' }), budgetUs: 6_000, budgetFrom: ESTIMATE };
    const blink = { ...(SKETCH.tasks[0] as Task), budgetUs: 240, budgetFrom: from };
    const session = testSession({ ...SKETCH, tasks: [blink, other] });
    await eventually(() => expect(session.estimates.store.getState().estimator).not.toBeNull());
    session.settings.store.setState({ known: true });
    write(session, `${blink.body} // lit`);
    const before = session.document.currentSketch();
    session.settings.changeSettings({ budgetMarginPercent: 0 });
    expect(taskIn(session)).toMatchObject({ budgetUs: 200, budgetFrom: from });
    session.document.undo();
    expect(session.document.currentSketch()).toEqual(before);
    session.settings.changeSettings({ budgetMarginPercent: 50 });
    expect(taskIn(session)?.budgetUs).toBe(300);
  });
});

describe('the longest run of a background task', () => {
  it('becomes automatic, and is the user’s own after a change of the number', async () => {
    const idle = newTask('idle', { kind: 'background', periodUs: null, budgetUs: null, body: 'delay(5);' });
    const session = testSession(newSketch('s', { tasks: [idle] }));
    const view = await show(session, <TaskForm name="idle" />);
    await view.press('box', 'Automatic');
    await view.until(() => expect(taskIn(session)?.budgetUs).toBeGreaterThan(6_000));
    expect(taskIn(session)?.budgetFrom).toEqual(ESTIMATE);
    expect(view.text()).toContain('estimateThe next run measures it.');
    await view.change(() => session.document.undo());
    expect(taskIn(session)).toEqual(idle);
    await view.press('box', 'Automatic');
    await view.enter(/Longest run$/, '500');
    expect(taskIn(session)).toEqual({ ...idle, budgetUs: 500 });
  });
});

describe('the budget of a handler', () => {
  it('becomes automatic, follows its code, and is the user’s own after a change of the number', async () => {
    const session = testSession(HANDLED);
    const view = await show(session, <InterruptForm name="key" />);
    const origin = () => view.container.querySelector<HTMLElement>('[data-testid="budget-origin"]');
    const key = () => session.document.currentSketch().interrupts[0];
    expect(origin()).toBeNull();
    await view.press('box', 'Automatic');
    await view.until(() => expect(key()?.handlerBudgetUs).toBeGreaterThan(6_000));
    expect(key()?.handlerBudgetFrom).toEqual(ESTIMATE);
    expect(origin()?.dataset.state).toBe('estimate');
    expect(origin()?.textContent).toContain('The loop in line 2 has no constant bound: 10 passes assumed.');
    await view.change(() => session.document.undo());
    expect(key()).toEqual(HANDLED.interrupts[0]);
    await view.press('box', 'Automatic');
    await view.enter(/Budget$/, '2 ms');
    expect(key()).toMatchObject({ handlerBudgetUs: 2_000 });
    expect(key()).not.toHaveProperty('handlerBudgetFrom');
    expect(origin()).toBeNull();
  });

  it('says how many jobs a run has measured, and keeps the number that the user takes over', async () => {
    const [key] = HANDLED.interrupts as [Interrupt];
    const from: BudgetFrom = { source: 'measured', jobs: 40, longestUs: 5_100, code: measuredCodeOf(HANDLED, key) };
    const session = testSession({
      ...HANDLED,
      interrupts: [{ ...key, handlerBudgetUs: 6_120, handlerBudgetFrom: from }],
    });
    const view = await show(session, <InterruptForm name="key" />);
    const origin = () => view.container.querySelector<HTMLElement>('[data-testid="budget-origin"]')?.textContent;
    expect(origin()).toBe('measured, 40 jobsThe longest job took 5.1 ms.');
    await view.press('box', 'Automatic');
    expect(session.document.currentSketch().interrupts[0]).toEqual({ ...key, handlerBudgetUs: 6_120 });
  });

  it('ends with the handler', async () => {
    const session = testSession(HANDLED);
    session.settings.changeSettings({ detail: 'full' });
    const view = await show(session, <InterruptForm name="key" />);
    await view.press('box', 'Automatic');
    await view.choose('Runs', 'in the interrupt itself');
    expect(view.all('box', 'Automatic')).toEqual([]);
    expect(session.document.currentSketch().interrupts[0]).not.toHaveProperty('handlerBudgetFrom');
  });
});
