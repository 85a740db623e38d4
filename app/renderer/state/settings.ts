/** The user's settings, which the host keeps. Until it has answered, and without it, the defaults hold. */
import { create } from 'zustand';
import { DEFAULT_SETTINGS, type Settings, type SettingsChange } from '../../contract/settings.ts';
import { useConnection, withEachHost } from './connection.ts';
import { notifyError } from './notices.ts';
import { chooseTheme } from './theme.ts';

interface SettingsState {
  readonly settings: Settings;
  /** Whether they have come from the host. */
  readonly known: boolean;
}

export const useSettings = create<SettingsState>(() => ({ settings: DEFAULT_SETTINGS, known: false }));

function take(settings: Settings): void {
  useSettings.setState({ settings, known: true });
  chooseTheme(settings.theme);
}

/** Changes settings here at once, and on the host. */
export function changeSettings(change: SettingsChange): void {
  useSettings.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
  if (change.theme !== undefined) chooseTheme(change.theme);
  const { host } = useConnection.getState();
  host?.settings.set(change).catch(notifyError);
}

withEachHost((host) => {
  host.on('settings.changed', take);
  host.settings.get({}).then(take, notifyError);
});
