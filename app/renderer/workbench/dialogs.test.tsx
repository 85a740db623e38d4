// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { newSketch } from '../../../generator/sketch/create.ts';
import { eventually } from '../../../test/eventually.ts';
import { testSession } from '../state/session/test-session.ts';
import { show } from '../views/test-view.ts';
import { Dialogs } from './dialogs.tsx';

it('an error in a dialog closes it with a message, and the next dialog is shown', async () => {
  // React reports each error that a component throws.
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => report.mockRestore());
  const session = testSession(newSketch('s'));
  const view = await show(session, <Dialogs />);
  const openWith = (problems: readonly never[]) =>
    view.change(() => session.files.store.setState({ dialog: { kind: 'unreadable', title: 'a file', problems } }));
  const broken = new Proxy<never[]>([], {
    get: () => {
      throw new Error('The list cannot be read.');
    },
  });
  await openWith(broken);
  // The code of these dialogs is loaded when one is first shown.
  await eventually(() => expect(session.files.store.getState().dialog).toBeNull());
  expect(session.notices.store.getState().notices).toMatchObject([{ text: 'The list cannot be read.' }]);
  await openWith([]);
  expect(view.all('dialog')).toHaveLength(1);
});
