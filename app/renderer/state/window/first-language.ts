/** The language of a new window. The entry point loads this file first, so it imports no view and no store. */
import { LANGUAGE_CHOICES, languageOf, PSEUDO, type ShownLanguage } from '../../../words/language.ts';
import type { KeyValueStorage } from '../session/environment.ts';

/** The choice is also stored in the browser, because the window needs it before it has a host. */
export const STORAGE_KEY = 'polyloop.language';

/** The language in which a new window loads its texts. */
export function firstLanguage(
  storage: Pick<KeyValueStorage, 'getItem'>,
  systemLanguages: readonly string[],
): ShownLanguage {
  const stored = storage.getItem(STORAGE_KEY);
  if (stored === PSEUDO) return PSEUDO;
  return languageOf(LANGUAGE_CHOICES.find((choice) => choice === stored) ?? 'system', systemLanguages);
}
