/** Translated sentences that contain elements. */
import { Fragment, type ReactNode } from 'react';
import { tr } from '../../../generator/words/tr.ts';

/** Stands for the element with this index in the translated text. Not a character of any language. */
const mark = (index: number): string => `\u{e000}${index}\u{e001}`;
const MARK = /\u{e000}(\d+)\u{e001}/u;

/**
 * Like `tr`, for a sentence with elements as values. Returns children for JSX.
 * For example: `` <p>{trNodes`Press ${<kbd>F9</kbd>} to enlarge everything.`}</p> ``
 */
export function trNodes(texts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  const text = tr(texts, ...values.map((_, index) => mark(index)));
  // Every second part is the index of a value.
  const parts = text.split(MARK);
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
    <Fragment key={place}>{place % 2 === 0 ? part : values[Number(part)]}</Fragment>
  ));
}
