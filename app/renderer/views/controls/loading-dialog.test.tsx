// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { LoadingDialog } from './loading-dialog.tsx';

const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
};

it('takes all keys while it is shown, and Escape closes it', async () => {
  const onClose = vi.fn();
  const edits = vi.fn();
  document.addEventListener('keydown', edits);
  const view = await show(testSession(), <LoadingDialog onClose={onClose} />);
  expect(press('Delete').defaultPrevented).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  press('Escape');
  expect(onClose).toHaveBeenCalledOnce();
  expect(edits).not.toHaveBeenCalled();
  await view.unmount();
  press('Delete');
  expect(edits).toHaveBeenCalledOnce();
  document.removeEventListener('keydown', edits);
});
