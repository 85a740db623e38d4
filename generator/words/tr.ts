/**
 * Translates the texts that users read. The English text is the key of its translation, as in GNU
 * gettext, so the code stays readable and English needs no catalog.
 *
 * A realm (window, worker, host process, command line) chooses its translation once, before it loads
 * the modules that hold texts. Without a translation every text is English.
 */
import { visible } from './visible.ts';

/** What a text may contain: a name, a formatted quantity, a number, or another translated text. */
export type TextValue = string | number;

/**
 * Returns the translation of `pattern` with `{0}`, `{1}`, … replaced by `values`. Returns undefined if
 * there is no translation; then the text stays English.
 */
export type Translation = (pattern: string, values: readonly TextValue[]) => string | undefined;

/** Finds the translation for the current text. A host that serves several windows has one for each. */
export type TranslationSource = () => Translation | undefined;

let source: TranslationSource | undefined;

/** Chooses where translations come from. Without `next`, every text is English again. */
export function translateWith(next?: TranslationSource): void {
  source = next;
}

/** A pattern, split once: the first text, then each placeholder with the text after it. */
interface Split {
  readonly first: string;
  readonly rest: readonly { readonly value: number; readonly placeholder: string; readonly text: string }[];
}

/** By pattern. The patterns are the texts of the code and of the catalogs, so their number is limited. */
const SPLIT = new Map<string, Split>();

function splitOf(pattern: string): Split {
  const known = SPLIT.get(pattern);
  if (known !== undefined) return known;
  const [first = '', ...parts] = pattern.split(/\{(\d+)\}/);
  const rest = parts.flatMap((digits, index) =>
    index % 2 === 0 ? [{ value: Number(digits), placeholder: `{${digits}}`, text: parts[index + 1] ?? '' }] : [],
  );
  const split = { first, rest };
  SPLIT.set(pattern, split);
  return split;
}

/** Values are names and texts of others. ASCII texts, which most are, need no search. */
const shown = (value: TextValue): TextValue =>
  typeof value === 'string' && /[^\n\t -~]/.test(value) ? visible(value) : value;

/** Replaces `{0}`, `{1}`, … in `pattern` by `values`. A placeholder without a value stays as it is. */
export function fillPattern(pattern: string, values: readonly TextValue[]): string {
  const { first, rest } = splitOf(pattern);
  let filled = first;
  for (const { value, placeholder, text } of rest) filled += `${shown(values[value] ?? placeholder)}${text}`;
  return filled;
}

/**
 * The key of a template: its texts, with `{0}`, `{1}`, … in place of its values. For example,
 * `` tr`${task} misses its deadline` `` has the key `{0} misses its deadline`.
 */
export const patternOf = (texts: readonly string[]): string =>
  texts.reduce((pattern, text, index) => `${pattern}{${index - 1}}${text}`);

const translated = (pattern: string, values: readonly TextValue[]): string =>
  source?.()?.(pattern, values) ?? fillPattern(pattern, values);

/** Takes no longer than a template literal, because most texts of an analysis are never read. */
function inEnglish(texts: readonly string[], values: readonly TextValue[]): string {
  let text = texts[0] ?? '';
  for (let at = 0; at < values.length; at += 1) text += `${shown(values[at] ?? '')}${texts[at + 1]}`;
  return text;
}

/**
 * A text in the user's language. Write a whole sentence in one template: the order of words differs
 * between languages. Source: `` tr`Add a task` ``, `` tr`${name} needs a period` ``.
 */
export function tr(texts: TemplateStringsArray, ...values: readonly TextValue[]): string {
  if (source === undefined) return inEnglish(texts, values);
  return translated(patternOf(texts), values);
}

/** A text that comes from a file and is its own key, as the title of a starter sketch. */
export const trText = (text: string): string => source?.()?.(text, []) ?? text;

/**
 * A text that depends on a number. `{0}` is the number, `{1}`, … are `values`. English chooses `one`
 * for exactly one. A language without plural forms translates `other` only.
 *
 * For example: `trCount(missed, '{0} job missed its deadline', '{0} jobs missed their deadlines')`.
 */
export function trCount(count: number, one: string, other: string, ...values: readonly TextValue[]): string {
  const all = [count, ...values];
  return source?.()?.(other, all) ?? fillPattern(count === 1 ? one : other, all);
}
