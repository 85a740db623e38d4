// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { AdmissionMeter } from './meter.tsx';

it('says the verdict when it changes, and not when a sketch is opened', async () => {
  const session = testSession(newSketch('s', { target: 'freertos', tasks: [newTask('T', { body: 'x' })] }));
  const view = await show(session, <AdmissionMeter />);
  const said = () => view.container.querySelector('[data-testid="verdict-said"]')?.textContent;
  const sentence = () => view.container.querySelector('.meter-words')?.textContent;
  await view.until(() => expect(sentence()).toMatch(/fits/));
  expect(said()).toBe('');
  const before = sentence();
  await new Promise((resolve) => setTimeout(resolve, 700));
  await view.change(() =>
    session.document.edit('budget', (sketch) =>
      updateElement(sketch, 'tasks', 'T', { budgetUs: 9_999_000, periodUs: 5_000 }),
    ),
  );
  await view.until(() => expect(said()).not.toBe(''));
  expect(said()).toBe(sentence());
  expect(said()).not.toBe(before);
});
