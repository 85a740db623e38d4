/** The languages of the window, and which of them a user gets. */

export const LANGUAGES = ['en', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `system` follows the operating system. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** Each language's name in that language, so that a user finds it in a window of another language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ko: '한국어' };

/**
 * A language for tests: each translated text stands between ⟦ and ⟧, so that a text without
 * translation is visible. It is not offered to users.
 */
export const PSEUDO = 'pseudo';

export type ShownLanguage = Language | typeof PSEUDO;

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/**
 * Returns the language for `choice`. `preferred` has the system's languages as BCP 47 tags, the best
 * first. English is shown if the window has none of them.
 */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  return preferred.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en';
}
