/** The language: selected in one window, stored by the host, and shown after the window is loaded again. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import type { Environment } from '../session/environment.ts';
import { testHost } from '../session/test-host.ts';
import { memoryStorage, testSession } from '../session/test-session.ts';
import { firstLanguage } from './first-language.ts';

/** A browser in which a window can be loaded again. */
function browser(environment: Partial<Environment> = {}) {
  const userStorage = memoryStorage();
  let reloads = 0;
  const open = (more: Partial<Environment> = {}) =>
    testSession(undefined, {
      userStorage,
      systemLanguages: ['en-US'],
      language: firstLanguage(userStorage, ['en-US']),
      reload: () => reloads++,
      ...environment,
      ...more,
    });
  return { userStorage, open, reloads: () => reloads };
}

describe('the language', () => {
  it('is the language of the system until the user selects one', () => {
    expect(firstLanguage(memoryStorage(), ['ko-KR', 'en'])).toBe('ko');
    expect(firstLanguage(memoryStorage(), ['de'])).toBe('en');
  });

  it('is shown when the window is loaded again', () => {
    const { userStorage, open, reloads } = browser();
    const { settings, language } = open();
    settings.changeSettings({ language: 'ko' });
    expect(language.store.getState().needsReload).toBe(true);
    expect(firstLanguage(userStorage, ['en-US'])).toBe('ko');
    expect(reloads()).toBe(0);

    settings.changeSettings({ language: 'system' });
    expect(language.store.getState().needsReload).toBe(false);
  });

  it('is fetched from the host by a browser that does not know it, and only once', async () => {
    const { openChannel } = await testHost();
    const first = testSession(undefined, { openChannel });
    first.connection.connect();
    await eventually(() => expect(first.settings.store.getState().known).toBe(true));
    await (await first.connection.requireHost()).settings.set({ language: 'ko' });

    const { open, reloads } = browser({ openChannel });
    open().connection.connect();
    await eventually(() => expect(reloads()).toBe(1));
    const { settings, connection } = open();
    connection.connect();
    await eventually(() => expect(settings.store.getState().known).toBe(true));
    expect(reloads()).toBe(1);
  });
});
