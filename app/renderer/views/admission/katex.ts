/** KaTeX with its fonts, in a separate chunk. */
import katex from 'katex';
import 'katex/dist/katex.min.css';
import { texParts } from './tex-parts.ts';

const OPTIONS = { displayMode: true, throwOnError: false, strict: 'ignore', trust: false } as const;

/** Returns markup with one block for each equation of a row. */
export function render(tex: string): string {
  return texParts(tex)
    .map((part) => katex.renderToString(part, OPTIONS))
    .join('');
}

/** Returns the markup of one symbol within text. */
export const renderInline = (tex: string): string => katex.renderToString(tex, { ...OPTIONS, displayMode: false });
