/**
 * The functions, classes and objects that shared code defines, as its text shows them. This reads tokens and does not
 * compile: a definition inside of a macro or a template's specialization is not found.
 */
import { type Token, tokensOf } from '../../cpp/tokens.ts';

export interface SharedCode {
  /** The body of each function outside of classes, by its name. Overloads are one text. */
  readonly functions: ReadonlyMap<string, readonly Token[]>;
  /** The names of classes with a constructor, and of those with a destructor. */
  readonly constructed: ReadonlySet<string>;
  readonly destroyed: ReadonlySet<string>;
  /** Types without a constructor: enumerations, aliases and plain structures. */
  readonly plain: ReadonlySet<string>;
  /** Objects of a type that is defined elsewhere, in a library, by their name. */
  readonly objects: ReadonlySet<string>;
}

const CLASSES = ['class', 'struct', 'union'];
const BUILT_IN =
  /^(?:void|bool|boolean|byte|word|char|short|int|long|float|double|signed|unsigned|auto|size_t|u?int\d+_t|u?intptr_t)$/;
const NOT_TYPES =
  /^(?:return|else|new|delete|goto|case|using|typedef|namespace|template|typename|enum|class|struct|union|extern|operator|public|private|protected|friend)$/;
const QUALIFIERS = ['const', 'volatile', 'constexpr', 'static', 'inline', 'register'];

/** Without spaces, comments and directives. */
export function significant(code: string): Token[] {
  const text = code.replace(/^[ \t]*#(?:\\\r?\n|[^\n])*/gm, (line) => line.replace(/[^\n]/g, ' '));
  return [...tokensOf(text)].filter(({ kind, text: word }) => kind !== 'comment' && word.trim() !== '');
}

/** The index of the bracket that closes the one at `open`; the end if none does. */
function closeOf(tokens: readonly Token[], open: number, opening: string, closing: string): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at]?.text === opening) depth += 1;
    if (tokens[at]?.text === closing) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

/** Whether a variable of this type can have a constructor, as far as the text tells. */
const mayConstruct = (type: string, { plain }: Pick<SharedCode, 'plain'>): boolean =>
  !BUILT_IN.test(type) && !NOT_TYPES.test(type) && !plain.has(type);

export function readSharedCode(code: string): SharedCode {
  const tokens = significant(code);
  const functions = new Map<string, Token[]>();
  const [constructed, destroyed, plain, objects] = [0, 1, 2, 3].map(() => new Set<string>()) as [
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const textAt = (at: number) => tokens[at]?.text ?? '';
  const isWord = (at: number) => tokens[at]?.kind === 'word';
  for (let at = 0; at < tokens.length; at += 1) {
    const word = textAt(at);
    if (word === 'enum' || word === 'using' || word === 'typedef') {
      const end = closeOf(tokens, at, word, ';');
      for (let each = at; each < Math.min(end, at + 4); each += 1) if (isWord(each)) plain.add(textAt(each));
    } else if (CLASSES.includes(word) && isWord(at + 1)) {
      const open = tokens.findIndex(({ text }, index) => index > at && (text === '{' || text === ';'));
      if (textAt(open) !== '{') continue;
      const close = closeOf(tokens, open, '{', '}');
      const name = textAt(at + 1);
      const inside = tokens.slice(open, close).map(({ text }) => text);
      const called = inside.flatMap((text, index) => (text === name && inside[index + 1] === '(' ? [index] : []));
      if (called.some((index) => inside[index - 1] === '~')) destroyed.add(name);
      if (called.some((index) => inside[index - 1] !== '~')) constructed.add(name);
      else plain.add(name);
      at = close;
    } else if (isWord(at) && textAt(at + 1) === '(') {
      const close = closeOf(tokens, at + 1, '(', ')');
      const open = QUALIFIERS.includes(textAt(close + 1)) ? close + 2 : close + 1;
      if (textAt(open) === '{') {
        const end = closeOf(tokens, open, '{', '}');
        functions.set(word, [...(functions.get(word) ?? []), ...tokens.slice(open, end)]);
        at = end;
      } else if (isWord(at - 1) && mayConstruct(textAt(at - 1), { plain }) && !constructed.has(textAt(at - 1))) {
        objects.add(word);
        at = close;
      }
    } else if (isWord(at) && isWord(at - 1) && /^[;={]$/.test(textAt(at + 1))) {
      const type = textAt(at - 1);
      const known = QUALIFIERS.includes(type) || constructed.has(type);
      if (!known && mayConstruct(type, { plain })) objects.add(word);
    }
  }
  return { functions, constructed, destroyed, plain, objects };
}

/** The static variables of a function whose type can have a constructor: their names. */
export function constructedStatics(tokens: readonly Token[], shared: SharedCode): string[] {
  return tokens.flatMap(({ text }, index) => {
    if (text !== 'static') return [];
    let at = index + 1;
    while (QUALIFIERS.includes(tokens[at]?.text ?? '')) at += 1;
    const [type, name] = [tokens[at], tokens[at + 1]];
    return type?.kind === 'word' &&
      name?.kind === 'word' &&
      mayConstruct(type.text, shared) &&
      !BUILT_IN.test(name.text)
      ? [name.text]
      : [];
  });
}
