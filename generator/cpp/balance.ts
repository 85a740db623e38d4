/**
 * Checks whether a piece of C or C++ closes everything that it opens: braces, comments, raw
 * strings, `#if`. Otherwise it would extend into the next function, and the compiler would report
 * that function.
 *
 * This file is a lexer, not a compiler. In `#if … #else … #endif` it counts the braces of the first
 * branch that is not `#if 0`, and it does not expand macros. A macro must therefore contain both
 * braces of a pair or none.
 */
import { BLOCK_COMMENT, CHARACTER, LINE_COMMENT, NUMBER, OPEN_RAW_STRING, RAW_STRING, STRING } from './tokens.ts';

export interface Imbalance {
  /** From 1. */
  readonly line: number;
  /** ASCII without quotation marks, so that it can be an `#error`. */
  readonly message: string;
}

/** The relevant tokens in order of precedence. All other characters are skipped one at a time. */
const TOKEN = new RegExp(
  [
    String.raw`(?<splice>\\[ \t]*\n)`,
    `(?<lineComment>${LINE_COMMENT})`,
    `(?<comment>${BLOCK_COMMENT})`,
    String.raw`(?<openComment>/\*)`,
    `(?<raw>${RAW_STRING})`,
    `(?<openRaw>${OPEN_RAW_STRING})`,
    `(?<string>${STRING})`,
    String.raw`(?<word>${NUMBER}|[A-Za-z_]\w*?(?=(?:u8|[LuU])?R")|[A-Za-z_]\w*)`,
    `(?<character>${CHARACTER})`,
    String.raw`(?<open>\{|<%)`,
    String.raw`(?<close>\}|%>)`,
    String.raw`(?<directive>(?:#|%:)[ \t]*(?<name>[a-z]*)(?<never>[ \t]+0[ \t]*(?=\n|$))?)`,
    String.raw`(?<newline>\n)`,
    String.raw`(?<space>[ \t\v\f]+)`,
    '(?<other>[^])',
  ].join('|'),
  'g',
);

interface Conditional {
  readonly line: number;
  /**
   * Inside a branch with braces that do not count: the second or a later one, or the first of `#if 0`.
   */
  alternative: boolean;
  readonly never: boolean;
  /** Whether an `#else` or `#elif` has occurred. */
  seen: boolean;
}

/** With such macros braces cannot be counted. */
const HALF_A_MACRO = 'this macro opens or closes a brace without its partner: write both in one macro, or none';

class Reader {
  #line = 1;
  #atLineStart = true;
  #inDirective = false;
  /** Open braces in the macro that is being defined; null outside a macro. */
  #macroDepth: number | null = null;
  readonly #braces: number[] = [];
  readonly #conditionals: Conditional[] = [];
  /** Number of conditionals with `alternative`. */
  #alternatives = 0;

  read(text: string): Imbalance | null {
    for (const match of text.matchAll(TOKEN)) {
      const found = this.#token(match.groups ?? {});
      if (found !== null) return { line: this.#line, message: found };
      this.#advance(match[0], match.groups ?? {});
    }
    return this.#end();
  }

  #token(groups: Record<string, string | undefined>): string | null {
    if (groups.openComment !== undefined) return 'this comment is never closed: */ is missing';
    if (groups.openRaw !== undefined) return 'this raw string is never closed';
    if (groups.directive !== undefined && this.#atLineStart)
      this.#directive(groups.name ?? '', groups.never !== undefined);
    if (this.#macroDepth !== null) {
      if (groups.open !== undefined) this.#macroDepth += 1;
      if (groups.close !== undefined) this.#macroDepth -= 1;
      if (this.#macroDepth < 0 || (groups.newline !== undefined && this.#macroDepth > 0)) return HALF_A_MACRO;
    }
    if (this.#inDirective || this.#alternatives > 0) return null;
    if (groups.open !== undefined) this.#braces.push(this.#line);
    if (groups.close !== undefined && this.#braces.pop() === undefined) {
      return 'this } closes more than the code opened: remove it, or add the missing {';
    }
    return null;
  }

  #directive(name: string, zero: boolean): void {
    this.#inDirective = true;
    this.#macroDepth = name === 'define' ? 0 : null;
    if (name === 'if' || name === 'ifdef' || name === 'ifndef') {
      const never = name === 'if' && zero;
      this.#conditionals.push({ line: this.#line, alternative: never, never, seen: false });
      this.#alternatives += Number(never);
    }
    const current = this.#conditionals.at(-1);
    if (current !== undefined && /^(else|elif)/.test(name)) {
      // The first branch that may be enabled counts. After `#if 0` that is the next one.
      this.#alternatives -= Number(current.alternative);
      current.alternative = !(current.never && !current.seen);
      this.#alternatives += Number(current.alternative);
      current.seen = true;
    }
    if (name === 'endif') this.#alternatives -= Number(this.#conditionals.pop()?.alternative ?? false);
  }

  #advance(text: string, groups: Record<string, string | undefined>): void {
    this.#line += text.split('\n').length - 1;
    if (groups.newline !== undefined) {
      this.#atLineStart = true;
      this.#inDirective = false;
      this.#macroDepth = null;
    } else if (groups.space === undefined && groups.comment === undefined && groups.splice === undefined) {
      this.#atLineStart = false;
    }
  }

  #end(): Imbalance | null {
    if (this.#macroDepth !== null && this.#macroDepth > 0) return { line: this.#line, message: HALF_A_MACRO };
    const conditional = this.#conditionals.at(-1);
    if (conditional !== undefined)
      return { line: conditional.line, message: 'this #if is never closed: #endif is missing' };
    const brace = this.#braces.at(-1);
    if (brace !== undefined) return { line: brace, message: 'this { is never closed: } is missing' };
    return null;
  }
}

/**
 * The first construct that the text opens without closing, or closes without opening; null if there
 * is none.
 */
export function findImbalance(text: string): Imbalance | null {
  return new Reader().read(text.replace(/\r\n?/g, '\n'));
}
