// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { Inspector } from './inspector.tsx';

it('adds, changes and removes libraries, each in one step of undo', async () => {
  const session = testSession(newSketch('s'));
  session.settings.changeSettings({ detail: 'full' });
  const view = await show(session, <Inspector />);
  const libraries = () => session.document.currentSketch().libraries;

  await view.enter('Add library', 'olikraus/U8g2');
  expect(libraries()).toEqual([{ name: 'olikraus/U8g2', version: null, folder: null }]);
  await view.enter('Version', '^2.36');
  expect(libraries()).toEqual([{ name: 'olikraus/U8g2', version: '^2.36', folder: null }]);
  await view.enter('Folder', 'libs/U8g2');
  expect(view.get('alert', /^Expected a full path/)).toBeTruthy();
  await view.enter('Folder', '/libs/U8g2');
  expect(libraries()).toEqual([{ name: 'olikraus/U8g2', version: null, folder: '/libs/U8g2' }]);
  expect(view.all('field', 'Version')).toEqual([]);
  for (const again of ['olikraus/U8g2', 'u8g2']) {
    await view.enter('Add library', again);
    expect(view.get('alert', 'olikraus/U8g2 is in the list already.')).toBeTruthy();
  }
  await view.press('button', 'Remove olikraus/U8g2');
  expect(libraries()).toEqual([]);
  for (let steps = 0; steps < 4; steps++) await view.change(() => session.document.undo());
  expect(libraries()).toEqual([]);
  expect(session.document.store.getState().history.past).toEqual([]);
});

it.each([
  [[], 0],
  [[{ name: 'U8g2', version: null, folder: null }], 1],
])('is in simple only while the sketch has a library: %j', async (libraries, fields) => {
  const view = await show(testSession(newSketch('s', { libraries })), <Inspector />);
  expect(view.all('field', 'Add library')).toHaveLength(fields);
});
