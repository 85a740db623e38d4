/**
 * The theme of the window: the user's choice, or the system's theme. Charts and the code editor
 * read `useTheme`.
 */
import { createStore } from 'zustand/vanilla';
import type { Environment } from '../session/environment.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';

export type ThemeChoice = 'system' | 'light' | 'dark' | 'high-contrast';
/** The value of the `data-theme` attribute, which base/tokens.css reads. */
export type Theme = 'light' | 'dark' | 'contrast';

interface ThemeState {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
}

/**
 * The choice is also stored in the browser, so that the first paint already has the right colours.
 */
const STORAGE_KEY = 'polyloop.theme';

type Surroundings = Pick<Environment, 'userStorage' | 'systemTheme' | 'onSystemThemeChange' | 'applyTheme'>;

export type ThemeSetting = ReturnType<typeof createTheme>;

export function createTheme({ userStorage, systemTheme, onSystemThemeChange, applyTheme }: Surroundings, scope: Scope) {
  const resolve = (choice: ThemeChoice): Theme => {
    if (choice === 'high-contrast') return 'contrast';
    return choice === 'system' ? systemTheme() : choice;
  };
  const stored = storedChoice(userStorage.getItem(STORAGE_KEY));
  const store = createStore<ThemeState>(() => ({ choice: stored, theme: resolve(stored) }));
  applyTheme(store.getState().theme);
  scope.own(store.subscribe(({ theme }) => applyTheme(theme)));
  scope.own(onSystemThemeChange(() => store.setState(({ choice }) => ({ theme: resolve(choice) }))));

  function chooseTheme(choice: ThemeChoice): void {
    userStorage.setItem(STORAGE_KEY, choice);
    store.setState({ choice, theme: resolve(choice) });
  }

  return { store, chooseTheme };
}

export const useTheme = storeHook(({ theme }) => theme.store);

function storedChoice(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' || text === 'high-contrast' ? text : 'system';
}
