// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { SetupRequest } from '../../../host/setup/installer.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';
import { MissingTools } from './missing-tools.tsx';

const PIO = {
  name: 'PlatformIO',
  purpose: 'builds sketches',
  path: null,
  install: null,
  problem: null,
  part: 'build-tools' as const,
};

/** The output is in a popover, outside of the view's container. */
const output = (): Element | null => document.querySelector('[role="log"]');

it('missing build tools are named before Run, and installed with their lines in view', async () => {
  const requests: SetupRequest[] = [];
  const { openChannel } = await testHost({
    runSetup: (request) => {
      requests.push(request);
      return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(false)));
    },
  });
  const session = testSession(undefined, { openChannel });
  session.connection.connect();
  await expect.poll(() => session.tools.store.getState().tools.length).toBeGreaterThan(0);
  session.tools.store.setState({ tools: [{ ...PIO, installed: false }] });
  const view = await show(session, <MissingTools />);
  await view.until(() => expect(view.all('button', 'PlatformIO not installed')).toHaveLength(1));
  await view.press('button', 'PlatformIO not installed');
  await view.press('button', 'Install');
  await view.until(() => expect(requests).toHaveLength(1));
  expect(view.get('button', 'Installing…').hasAttribute('disabled')).toBe(true);
  requests[0]?.onLine('[1/4] PlatformIO Core … installing');
  await view.until(() => expect(output()?.textContent).toBe('[1/4] PlatformIO Core … installing'));
});

it('a failed installation keeps its lines, and can be tried again', async () => {
  const session = testSession();
  const installation = { part: 'build-tools', phase: 'failed', lines: ['[1/4] PlatformIO Core … MISSING'] } as const;
  session.tools.store.setState({ tools: [{ ...PIO, installed: false }], installation });
  const view = await show(session, <MissingTools />);
  await view.until(() => expect(view.all('button', 'PlatformIO not installed')).toHaveLength(1));
  await view.press('button', 'PlatformIO not installed');
  expect(view.get('alert', /Not everything could be installed/)).toBeDefined();
  expect(output()?.textContent).toContain('MISSING');
  expect(view.get('button', 'Try again').hasAttribute('disabled')).toBe(false);
});

it('installed build tools are not mentioned', async () => {
  const session = testSession();
  session.tools.store.setState({ tools: [{ ...PIO, installed: true }] });
  expect((await show(session, <MissingTools />)).text()).toBe('');
});
