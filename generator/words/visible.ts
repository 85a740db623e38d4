/**
 * Shows characters that are invisible, that turn text around, or that control a terminal. A name with U+202E
 * (right-to-left override) would otherwise show another name than it has (Unicode Technical Standard 39).
 */

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const LINES = /[\t\n]/g;

const escaped = (character: string): string => {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
};

/** Whether the text has such characters. */
export const hasHidden = (text: string): boolean => visible(text) !== text;

/** The text with such characters as escapes. Lines and tabs stay. */
export const visible = (text: string): string => text.replace(HIDDEN, escaped);

/** A value as JSON on one line, with such characters as JSON's own escapes, so that a reader gets the same value. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(HIDDEN, (character) =>
    // JSON has no escape for a whole character above U+FFFF, but one for each half of it.
    Array.from({ length: character.length }, (_, unit) =>
      escaped(String.fromCharCode(character.charCodeAt(unit))),
    ).join(''),
  );

/** The text on one line with such characters as escapes. */
export const visibleLine = (text: string): string =>
  visible(text.replace(/\r/g, '\\r').replace(LINES, (character) => (character === '\n' ? '\\n' : '\\t')));
