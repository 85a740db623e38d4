// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { eventually } from '../../../../test/eventually.ts';
import { TaskForm } from '../../views/inspector/task-form.tsx';
import { show } from '../../views/test-view.ts';
import { testSession } from '../session/test-session.ts';

const SKETCH = newSketch('s', {
  tasks: [newTask('blink', { periodUs: 100_000, body: 'digitalWrite(13, HIGH);', budgetFrom: ESTIMATE })],
});

const write = (session: ReturnType<typeof testSession>, body: string) =>
  session.document.edit('Edit code', (sketch) => updateElement(sketch, 'tasks', 'blink', { body }));
const blink = (session: ReturnType<typeof testSession>) => session.document.currentSketch().tasks[0];

describe('an estimated budget', () => {
  it('follows the code in the same step of undo', async () => {
    const session = testSession(SKETCH);
    await eventually(() => expect(session.estimates.store.getState().estimator).not.toBeNull());
    write(session, 'delay(5);');
    expect(blink(session)?.budgetUs).toBeGreaterThanOrEqual(6_000);
    session.document.undo();
    expect(blink(session)).toMatchObject({ budgetUs: 1_000, body: 'digitalWrite(13, HIGH);' });
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
    expect(blink(session)).not.toHaveProperty('budgetFrom');
    await view.press('box', 'Automatic');
    expect(blink(session)?.budgetFrom).toEqual(ESTIMATE);
  });
});
