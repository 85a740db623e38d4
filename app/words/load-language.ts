/** Chooses the language of this realm: a window, a worker or the host. */
import { fillPattern, type Translation, translateWith } from '../../generator/words/tr.ts';
import type { ShownLanguage } from './language.ts';

/**
 * Loads the translation for `language`. Undefined stands for English, which needs none and loads
 * nothing.
 */
async function loadTranslation(language: ShownLanguage): Promise<Translation | undefined> {
  if (language === 'en') return undefined;
  if (language === 'pseudo') return (pattern, values) => `⟦${fillPattern(pattern, values)}⟧`;
  const [{ catalogTranslation }, { KOREAN }] = await Promise.all([import('./translation.ts'), import('./korean.ts')]);
  return catalogTranslation(language, KOREAN);
}

let current: ShownLanguage = 'en';

/** The language of this realm, for the realms that it starts. */
export const currentLanguage = (): ShownLanguage => current;

/** Makes all texts from now on appear in `language`. Await this before the modules that hold texts load. */
export async function loadLanguage(language: ShownLanguage): Promise<void> {
  const translation = await loadTranslation(language);
  current = language;
  translateWith(translation && (() => translation));
}
