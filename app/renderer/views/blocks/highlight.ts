/** Colours C++ without the code editor, for code that is only read. */
import { parser } from '@lezer/cpp';

export interface Span {
  readonly text: string;
  /** The class of the text's style. Null: plain. */
  readonly style: 'keyword' | 'type' | 'string' | 'number' | 'comment' | null;
}

const STYLES: Readonly<Record<string, Span['style']>> = {
  LineComment: 'comment',
  BlockComment: 'comment',
  String: 'string',
  RawString: 'string',
  CharLiteral: 'string',
  Number: 'number',
  True: 'number',
  False: 'number',
  PrimitiveType: 'type',
  TypeIdentifier: 'type',
};

/** The lines of a code, each as spans. */
export function highlighted(code: string): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  const add = (from: number, to: number, style: Span['style']) => {
    for (const [index, text] of code.slice(from, to).split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text, style });
    }
  };
  let done = 0;
  parser.parse(code).iterate({
    enter: ({ name, from, to, node }) => {
      const style = STYLES[name] ?? (node.firstChild === null && /^[a-z]+$/.test(name) ? 'keyword' : null);
      if (style === null || from < done || from === to) return undefined;
      add(done, from, null);
      add(from, to, style);
      done = to;
      return false;
    },
  });
  add(done, code.length, null);
  return lines;
}
