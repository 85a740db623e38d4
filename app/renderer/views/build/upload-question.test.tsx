// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { UploadQuestion } from './upload-question.tsx';

const device = { label: 'Arduino Uno at port /dev/ttyACM0' };

it('lists every doubt, and uploads nothing on a refusal', async () => {
  const session = testSession();
  const view = await show(session, <UploadQuestion />);
  const answer = session.doubts.overcome(device, ['Too little RAM.', 'Another board.']);
  await view.until(() => expect(view.get('dialog', /Upload anyway/)).toBeTruthy());
  const text = document.body.textContent ?? '';
  for (const part of [device.label, 'Too little RAM.', 'Another board.']) expect(text).toContain(part);
  await view.press('button', 'Do not upload');
  expect(await answer).toBe(false);
  expect(view.all('dialog')).toEqual([]);
});

it('uploads if the user insists, and a second question answers the first with no', async () => {
  const session = testSession();
  const view = await show(session, <UploadQuestion />);
  const first = session.doubts.overcome(device, ['Too little RAM.']);
  const second = session.doubts.overcome(device, ['Another board.']);
  expect(await first).toBe(false);
  await view.until(() => expect(view.get('dialog', /Upload anyway/)).toBeTruthy());
  await view.press('button', 'Upload anyway');
  expect(await second).toBe(true);
  expect(await session.doubts.overcome(device, [])).toBe(true);
});
