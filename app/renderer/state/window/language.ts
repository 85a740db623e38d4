/**
 * The language of the window: the user's choice, or the system's language. Texts are made when the
 * window's modules load, so a new language appears when the window is loaded again.
 */
import { createStore } from 'zustand/vanilla';
import {
  LANGUAGE_CHOICES,
  type LanguageChoice,
  languageOf,
  PSEUDO,
  type ShownLanguage,
} from '../../../words/language.ts';
import type { Environment, KeyValueStorage } from '../session/environment.ts';
import { storeHook } from '../session/use-session.ts';

interface LanguageState {
  /** The window must be loaded again to show the chosen language. */
  readonly needsReload: boolean;
}

/** The choice is also stored in the browser, because the window needs it before it has a host. */
const STORAGE_KEY = 'polyloop.language';

export type LanguageSetting = ReturnType<typeof createLanguage>;

/** The language in which a new window loads its texts. */
export function firstLanguage(
  storage: Pick<KeyValueStorage, 'getItem'>,
  systemLanguages: readonly string[],
): ShownLanguage {
  const stored = storage.getItem(STORAGE_KEY);
  if (stored === PSEUDO) return PSEUDO;
  return languageOf(LANGUAGE_CHOICES.find((choice) => choice === stored) ?? 'system', systemLanguages);
}

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
