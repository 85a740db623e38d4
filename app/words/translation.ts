/** Translates with a catalog: English text to text in another language. */
import i18next from 'i18next';
import type { TextValue, Translation } from '../../generator/words/tr.ts';
import type { Language } from './language.ts';
import { withParticles } from './particles.ts';

export type Catalog = Readonly<Record<string, string>>;

/** How a language finishes a text, after the values are in it. */
const FINISH: Readonly<Partial<Record<Language, (text: string) => string>>> = { ko: withParticles };

const byPlace = (values: readonly TextValue[]): Record<string, TextValue> => Object.fromEntries(values.entries());

export function catalogTranslation(language: Language, catalog: Catalog): Translation {
  const i18n = i18next.createInstance();
  void i18n.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: catalog } },
    // The catalog is here already: `init` ends before it returns.
    initAsync: false,
    // The keys are English sentences, which contain `.`, `:` and `_`.
    keySeparator: false,
    nsSeparator: false,
    contextSeparator: '\u0000',
    pluralSeparator: '\u0000',
    // Views escape what they show.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
  const finish = FINISH[language] ?? ((text) => text);
  return (pattern, values) => (i18n.exists(pattern) ? finish(i18n.t(pattern, { ...byPlace(values) })) : undefined);
}
