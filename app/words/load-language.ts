/** Chooses the language of this realm: a window, a worker or the host. The host also has one for each request. */
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

/** A language with its translation. */
export interface Spoken {
  readonly language: ShownLanguage;
  readonly translation: Translation | undefined;
}

let current: Spoken = { language: 'en', translation: undefined };
/** The language of the request that is being answered, if there is one. */
let ofRequest: () => Spoken | undefined = () => undefined;

export const spoken = async (language: ShownLanguage): Promise<Spoken> =>
  language === current.language ? current : { language, translation: await loadTranslation(language) };

/** The language of the present text, for the realms that are started for it. */
export const currentLanguage = (): ShownLanguage => (ofRequest() ?? current).language;

/** Makes all texts from now on appear in `language`. Await this before the modules that hold texts load. */
export async function loadLanguage(language: ShownLanguage): Promise<void> {
  const { translation } = await spoken(language);
  current = { language, translation };
  translateWith(translation && (() => translation));
}

/** Chooses the language by the request, for a realm that serves several windows. Call it again after loadLanguage(). */
export function speakByRequest(find: () => Spoken | undefined): void {
  ofRequest = find;
  translateWith(() => (ofRequest() ?? current).translation);
}
