/**
 * The theme and the other settings: selected in one window, stored by the host, and applied in
 * every window.
 */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import type { Environment } from '../session/environment.ts';
import { testHost } from '../session/test-host.ts';
import { memoryStorage, testSession } from '../session/test-session.ts';
import type { Theme } from './theme.ts';

/** A fake system with a theme that changes, and a record of the painted themes. */
function system(first: Theme) {
  const painted: Theme[] = [];
  let theme = first;
  let listener = (): void => {};
  const environment: Partial<Environment> = {
    systemTheme: () => theme,
    onSystemThemeChange: (next) => {
      listener = next;
      return () => {
        listener = () => {};
      };
    },
    applyTheme: (each) => painted.push(each),
  };
  const change = (next: Theme) => {
    theme = next;
    listener();
  };
  return { environment, painted, change };
}

describe('the theme', () => {
  it('is applied before the first paint, and follows the system until the user selects one', () => {
    const { environment, painted, change } = system('light');
    const { theme } = testSession(undefined, environment);
    expect(painted).toEqual(['light']);
    change('dark');
    expect(painted.at(-1)).toBe('dark');
    theme.chooseTheme('high-contrast');
    change('light');
    expect(painted.at(-1)).toBe('contrast');
    theme.chooseTheme('system');
    expect(painted.at(-1)).toBe('light');
  });

  it('is stored for the first paint of the next window, and an invalid stored theme is ignored', () => {
    const userStorage = memoryStorage();
    testSession(undefined, { userStorage }).theme.chooseTheme('light');
    expect(testSession(undefined, { userStorage }).theme.store.getState().theme).toBe('light');
    userStorage.setItem('polyloop.theme', 'purple');
    expect(testSession(undefined, { userStorage }).theme.store.getState().choice).toBe('system');
  });
});

describe('settings', () => {
  it('changed in one window apply to other windows, and to the next one', async () => {
    const { openChannel } = await testHost();
    const open = async () => {
      const session = testSession(undefined, { openChannel });
      session.connection.connect();
      await eventually(() => expect(session.settings.store.getState().known).toBe(true));
      return session;
    };
    const [one, other] = [await open(), await open()];
    one.settings.changeSettings({ theme: 'light', tool: 'arduino-cli' });
    expect(one.theme.store.getState().theme).toBe('light');
    await eventually(() => expect(other.settings.store.getState().settings.tool).toBe('arduino-cli'));
    expect(other.theme.store.getState().theme).toBe('light');
    const next = await open();
    expect(next.settings.store.getState().settings).toMatchObject({ theme: 'light', tool: 'arduino-cli' });
  });

  it('can be changed without a host', () => {
    const { settings } = testSession();
    settings.changeSettings({ tool: 'arduino-cli' });
    expect(settings.store.getState()).toMatchObject({ known: false, settings: { tool: 'arduino-cli' } });
  });
});
