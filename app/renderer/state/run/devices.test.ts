import { expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import type { DeviceInfo } from '../../../contract/runs.ts';
import { testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

const uno: DeviceInfo = {
  id: 'virtual',
  label: 'Virtual Uno',
  features: { pause: true, speedControl: true, pins: true },
};

it('Run waits for the newest list when a port changes while the first list is on its way', async () => {
  const answers: ((devices: DeviceInfo[]) => void)[] = [];
  const list = () => new Promise<DeviceInfo[]>((answer) => answers.push(answer));
  const { openChannel, device } = await testHost({ devices: { list, open: async () => device } });
  const session = testSession(undefined, { openChannel });
  session.connection.connect();
  await eventually(() => expect(session.document.store.getState().generation).toBe(1));

  const current = session.devices.current();
  await eventually(() => expect(answers).toHaveLength(1));
  // The window asks again when the ports have changed.
  session.devices.refresh();
  await eventually(() => expect(answers).toHaveLength(2));
  answers[0]?.([uno]);
  answers[1]?.([uno]);
  expect(await current).toMatchObject(uno);
});
