import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

/** A window of a user with these settings, once it has opened its first sketch. */
async function started(host: Awaited<ReturnType<typeof testHost>>) {
  const session = testSession(undefined, { openChannel: host.openChannel });
  session.connection.connect();
  await eventually(() => expect(session.document.store.getState().generation).toBe(1));
  await eventually(() => expect(session.settings.store.getState().known).toBe(true));
  return session;
}

describe('the welcome', () => {
  it('is shown at the first start, and not again once it was closed', async () => {
    const host = await testHost({ open: { kind: 'template', id: 'three-blinks' } });
    const first = await started(host);
    expect(first.guide.store.getState().dialog).toBe('welcome');
    first.guide.close();
    await eventually(async () => {
      const { welcomed } = await (await first.connection.requireHost()).settings.get({});
      expect(welcomed).toBe(true);
    });
    const second = await started(host);
    expect(second.guide.store.getState().dialog).toBeNull();
    second.guide.show('welcome');
    expect(second.guide.store.getState().dialog).toBe('welcome');
  });

  it('is not shown to a user who opens a file', async () => {
    const path = join(import.meta.dirname, '../../../../templates/sketches/logger/logger.polyloop.json');
    const session = await started(await testHost({ open: { kind: 'path', path } }));
    expect(session.guide.store.getState().dialog).toBeNull();
  });

  it('is closed for good when the tour begins', async () => {
    const session = await started(await testHost());
    session.guide.startTour();
    expect(session.guide.store.getState()).toEqual({ dialog: null, step: 0 });
    expect(session.settings.store.getState().settings.welcomed).toBe(true);
    // The host has stored the settings.
    await (await session.connection.requireHost()).settings.set({});
  });
});
