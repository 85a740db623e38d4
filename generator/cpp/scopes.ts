/** The tokens of C++ code that are not blanks or comments, each with where it stands. */
import { type Token, tokensOf } from './tokens.ts';

export interface PlacedToken extends Pick<Token, 'kind' | 'text'> {
  /** From 1. */
  readonly line: number;
  /** The number of open brackets around it. The braces of `extern "C"` and of a namespace without a name do not count. */
  readonly depth: number;
  /** The name of the preprocessor directive that it is in, such as `define`; null: it is in none. */
  readonly directive: string | null;
}

const OPENING = new Set(['{', '(', '[']);
const CLOSING = new Set(['}', ')', ']']);
const IFS = new Set(['if', 'ifdef', 'ifndef']);
const ELSES = new Set(['else', 'elif']);

/** This reads no macros. Each branch of `#if` begins at the depth of the `#if`. */
export function placedTokens(code: string): readonly PlacedToken[] {
  return new Reader().read(code);
}

/** An open bracket. It never changes, so the branches of `#if` share those around them. */
interface Open {
  readonly around: Open | null;
  /** How many brackets count, with this one. */
  readonly depth: number;
}

class Reader {
  readonly #tokens: PlacedToken[] = [];
  #open: Open | null = null;
  /** What is open at the start of each `#if`. */
  readonly #branches: (Open | null)[] = [];
  #directive: string | null = null;

  read(code: string): readonly PlacedToken[] {
    let line = 1;
    for (const { kind, text } of tokensOf(code)) {
      if (kind === 'other' && text === '\n' && this.#tokens.at(-1)?.text !== '\\') this.#directive = null;
      if (kind !== 'comment' && text.trim() !== '') this.#add(kind, text, line);
      line += text.split('\n').length - 1;
    }
    return this.#tokens;
  }

  #add(kind: Token['kind'], text: string, line: number): void {
    const isFirst = this.#tokens.at(-1)?.line !== line;
    if (text === '#' && isFirst && this.#directive === null) this.#directive = '';
    else if (this.#directive === '') this.#begin(text);
    else if (this.#directive === null && CLOSING.has(text)) this.#open = this.#open?.around ?? null;
    const depth = this.#open?.depth ?? 0;
    this.#tokens.push({ kind, text, line, depth, directive: this.#directive });
    if (this.#directive === null && OPENING.has(text)) {
      this.#open = { around: this.#open, depth: depth + Number(!this.#isTransparent()) };
    }
  }

  #begin(directive: string): void {
    this.#directive = directive;
    if (IFS.has(directive)) this.#branches.push(this.#open);
    else if (ELSES.has(directive) && this.#branches.length > 0) this.#open = this.#branches.at(-1) ?? null;
    else if (directive === 'endif') this.#branches.pop();
  }

  /** Whether the last token is a brace around names that are those of the code around it. */
  #isTransparent(): boolean {
    const [first, second, third] = this.#tokens.slice(-3).map(({ text }) => text);
    if (third !== '{') return second === '{' && first === 'namespace';
    return second === 'namespace' || (first === 'extern' && second === '"C"');
  }
}
