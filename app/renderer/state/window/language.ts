/**
 * The language of the window: the user's choice, or the system's language. Texts are made when the
 * window's modules load, so a new language appears when the window is loaded again.
 */
import { createStore } from 'zustand/vanilla';
import { type LanguageChoice, PSEUDO } from '../../../words/language.ts';
import type { Environment } from '../session/environment.ts';
import { storeHook } from '../session/use-session.ts';
import { firstLanguage, STORAGE_KEY } from './first-language.ts';

interface LanguageState {
  /** The window must be loaded again to show the chosen language. */
  readonly needsReload: boolean;
}

export type LanguageSetting = ReturnType<typeof createLanguage>;

export function createLanguage({
  userStorage,
  language,
  systemLanguages,
  reload,
}: Pick<Environment, 'userStorage' | 'language' | 'systemLanguages' | 'reload'>) {
  const store = createStore<LanguageState>(() => ({ needsReload: false }));

  function chooseLanguage(choice: LanguageChoice): void {
    if (language === PSEUDO) return;
    userStorage.setItem(STORAGE_KEY, choice);
    store.setState({ needsReload: firstLanguage(userStorage, systemLanguages) !== language });
  }

  function reloadIfChanged(): void {
    if (store.getState().needsReload) reload();
  }

  return { store, chooseLanguage, reload, reloadIfChanged };
}

export const useLanguageSetting = storeHook(({ language }) => language.store);
