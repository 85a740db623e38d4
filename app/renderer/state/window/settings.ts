/** The user's settings, which the host stores. The defaults apply until the host has answered. */
import { createStore } from 'zustand/vanilla';
import { DEFAULT_SETTINGS, type Settings, type SettingsChange } from '../../../contract/settings.ts';
import type { Connection } from '../session/connection.ts';
import { storeHook } from '../session/use-session.ts';
import type { LanguageSetting } from './language.ts';
import type { Notices } from './notices.ts';
import type { ThemeSetting } from './theme.ts';

interface SettingsState {
  readonly settings: Settings;
  /** The host has sent the settings. */
  readonly known: boolean;
  /** The settings dialog is open. */
  readonly open: boolean;
}

interface Needs {
  readonly connection: Connection;
  readonly notices: Notices;
  readonly theme: ThemeSetting;
  readonly language: LanguageSetting;
}

export type UserSettings = ReturnType<typeof createSettings>;

export function createSettings({ connection, notices, theme, language }: Needs) {
  const store = createStore<SettingsState>(() => ({ settings: DEFAULT_SETTINGS, known: false, open: false }));

  function take(settings: Settings): void {
    const isFirst = !store.getState().known;
    store.setState({ settings, known: true });
    theme.chooseTheme(settings.theme);
    language.chooseLanguage(settings.language);
    // The browser did not know the user's language yet. Nothing was edited since.
    if (isFirst) language.reloadIfChanged();
  }

  const changeSettings = (change: SettingsChange): void => void saveSettings(change);

  /** Changes settings in this window immediately, and on the host. Ends when the host has stored them. */
  async function saveSettings(change: SettingsChange): Promise<void> {
    store.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
    if (change.theme !== undefined) theme.chooseTheme(change.theme);
    if (change.language !== undefined) language.chooseLanguage(change.language);
    const { host } = connection.store.getState();
    await host?.settings.set(change).catch(notices.notifyError);
  }

  connection.withEachHost((host) => {
    host.on('settings.changed', take);
    host.settings.get({}).then(take, notices.notifyError);
  });

  const showSettings = (open: boolean): void => store.setState({ open });

  /** Switches between simple and full. */
  function toggleDetail(): void {
    changeSettings({ detail: store.getState().settings.detail === 'full' ? 'simple' : 'full' });
  }

  return { store, changeSettings, saveSettings, showSettings, toggleDetail };
}

export const useSettings = storeHook(({ settings }) => settings.store);
