// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { UrgencyView } from './urgency-view.tsx';

const TASKS = [newTask('Slow', { periodUs: 200_000 }), newTask('Fast', { periodUs: 100_000 })];

describe('the order of urgency', () => {
  it('follows the sketch', async () => {
    const session = testSession(newSketch('s', { tasks: TASKS }));
    const view = await show(session, <UrgencyView />);
    expect(view.names('item')).toEqual(['Fast', 'Slow']);
    await view.change(() => {
      session.document.edit('Change period', (sketch) => updateElement(sketch, 'tasks', 'Slow', { periodUs: 50_000 }));
    });
    expect(view.names('item')).toEqual(['Slow', 'Fast']);
  });

  it('selects a task by a press', async () => {
    const session = testSession(newSketch('s', { tasks: TASKS }));
    const view = await show(session, <UrgencyView />);
    await view.press('button', 'Slow');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'Slow' }]);
  });

  it('says what is missing in an empty sketch', async () => {
    const view = await show(testSession(newSketch('s')), <UrgencyView />);
    expect(view.text()).toBe('Add a task, and it is listed here.');
  });
});
