// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { RpcError } from '../../../contract/errors.ts';
import { UNTRUSTED, type Untrusted } from '../../../contract/runs.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { TrustQuestion } from './trust-question.tsx';

const refusal = (about: Partial<Untrusted>) => {
  const details: Untrusted = { reason: UNTRUSTED, folder: '/home/ada/from-a-stranger', confined: false, ...about };
  return new RpcError('not-permitted', 'not trusted', details);
};

it('says what would run and what it could reach, and Enter trusts nothing', async () => {
  const session = testSession();
  const view = await show(session, <TrustQuestion />);
  const started = session.trust
    .withTrust(session.document.store.getState(), () => Promise.reject(refusal({})))
    .catch((error: unknown) => error);
  await view.until(() => expect(view.get('dialog', /on this computer/)).toBeTruthy());
  const text = document.body.textContent ?? '';
  expect(text).toContain('/home/ada/from-a-stranger');
  expect(text).toContain('It can read, change and delete your files, use the network, and go on after you stop it.');
  for (const { name } of session.document.currentSketch().tasks) expect(text).toContain(name);
  await view.press('button', 'Do not run');
  expect(await started).toMatchObject({ message: 'not trusted' });
  expect(view.all('dialog')).toEqual([]);
});

it('offers to trust a sketch without a file, which has no folder', async () => {
  const session = testSession();
  const view = await show(session, <TrustQuestion />);
  const started = session.trust.withTrust(session.document.store.getState(), async (trusted) => {
    if (!trusted) throw refusal({ folder: null, confined: true });
    return 'started';
  });
  await view.until(() => expect(view.get('dialog', /on this computer/)).toBeTruthy());
  await view.press('button', 'Trust this sketch');
  expect(await started).toBe('started');
});

it('shows characters of names and of the folder that would show another text', async () => {
  const libraries = [{ name: 'c\u200bd', version: null, folder: '/x' }];
  const session = testSession(newSketch('e\u2066f', { tasks: [newTask('a\u202eb', {})], libraries }));
  const view = await show(session, <TrustQuestion />);
  const about = refusal({ folder: '/home/g\u202e\u2060h' });
  const start = () => Promise.reject(about);
  session.trust.withTrust(session.document.store.getState(), start).catch(() => {});
  await view.until(() => expect(view.get('dialog', /on this computer/)).toBeTruthy());
  const text = document.body.textContent ?? '';
  for (const shown of ['a\\u202eb', 'c\\u200bd', 'e\\u2066f', '/home/g\\u202e\\u2060h']) expect(text).toContain(shown);
  expect(text).not.toMatch(/[\u200b\u202e\u2060\u2066]/);
});
