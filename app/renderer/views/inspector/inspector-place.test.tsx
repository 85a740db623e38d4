// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { Inspector } from './inspector.tsx';

it('keeps its place for another task, and begins at the top for another kind of element', async () => {
  const tasks = [newTask('Sense'), newTask('Act')];
  const session = testSession(newSketch('s', { tasks, parts: [newPart('LED', 'led', { pins: { anode: '13' } })] }));
  const view = await show(session, <Inspector />);
  const panel = view.container.querySelector('.inspector') ?? expect.fail('no inspector');
  const select = (kind: 'tasks' | 'parts', name: string) =>
    view.change(() => session.selection.select([{ kind, name }]));
  await select('tasks', 'Sense');
  panel.scrollTop = 120;
  await select('tasks', 'Act');
  expect(panel.scrollTop).toBe(120);
  await select('parts', 'LED');
  expect(panel.scrollTop).toBe(0);
});
