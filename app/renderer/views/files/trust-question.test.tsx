// @vitest-environment happy-dom
import { expect, it } from 'vitest';
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
  const started = session.trust.withTrust(() => Promise.reject(refusal({}))).catch((error: unknown) => error);
  await view.until(() => expect(view.get('dialog', /on this computer/)).toBeTruthy());
  const text = document.body.textContent ?? '';
  expect(text).toContain('/home/ada/from-a-stranger');
  expect(text).toContain('It can read your files and use the network.');
  for (const { name } of session.document.currentSketch().tasks) expect(text).toContain(name);
  await view.press('button', 'Do not run');
  expect(await started).toMatchObject({ message: 'not trusted' });
  expect(view.all('dialog')).toEqual([]);
});

it('offers to trust a sketch without a file, which has no folder', async () => {
  const session = testSession();
  const view = await show(session, <TrustQuestion />);
  const started = session.trust.withTrust(async (trusted) => {
    if (!trusted) throw refusal({ folder: null, confined: true });
    return 'started';
  });
  await view.until(() => expect(view.get('dialog', /on this computer/)).toBeTruthy());
  await view.press('button', 'Trust this sketch');
  expect(await started).toBe('started');
});
