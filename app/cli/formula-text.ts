/**
 * Writes the TeX of a formula as one line of text: `\left\lceil\frac{w + J_j}{T_j}\right\rceil C_j` is
 * `⌈(w + J_j)/T_j⌉ C_j`. Supports the commands that the analysis uses.
 */

/** Commands that are a character or a word. */
const COMMANDS: Readonly<Record<string, string>> = {
  le: '≤',
  ge: '≥',
  ne: '≠',
  cdot: '·',
  to: '→',
  in: '∈',
  forall: '∀',
  sum: 'Σ',
  prod: 'Π',
  lceil: '⌈',
  rceil: '⌉',
  lfloor: '⌊',
  rfloor: '⌋',
  alpha: 'α',
  beta: 'β',
  lambda: 'λ',
  varphi: 'φ',
  varepsilon: 'ε',
  Delta: 'Δ',
  dots: '…',
  cdots: '…',
  left: '',
  right: '',
  allowbreak: '',
  textbackslash: '\\',
  textasciicircum: '^',
  textasciitilde: '~',
};

const SUPERSCRIPTS: Readonly<Record<string, string>> = { '-': '⁻', '−': '⁻', '+': '⁺' };

export function formulaText(tex: string): string {
  return new Reader(tex).row('').trim();
}

/** A term that needs no brackets beside a fraction bar. */
const isSingle = (text: string): boolean => /^[^\s+−·/]+$/.test(text) || /^[⌈⌊(][^⌈⌊()]*[⌉⌋)]$/.test(text);
const single = (text: string): string => (isSingle(text) ? text : `(${text})`);
/** What can follow a fraction without changing what it divides. */
const ENDS_TERM = /^\s*(?:$|[+\-=,<>)}]|\\(?:le|ge|ne|cdot|right|quad|qquad)(?![a-zA-Z]))/;

class Reader {
  readonly #tex: string;
  #at = 0;

  constructor(tex: string) {
    this.#tex = tex;
  }

  get #rest(): string {
    return this.#tex.slice(this.#at);
  }

  /** Reads up to the closing character, or to the end. */
  row(end: '' | '}'): string {
    let text = '';
    while (this.#at < this.#tex.length && !(end !== '' && this.#rest.startsWith(end))) text += this.#token(text);
    this.#at += end.length;
    return text;
  }

  #token(before: string): string {
    const [match = '', command] = /^\\(?:([a-zA-Z]+)|[\s\S])|^\s+|^[\s\S]/.exec(this.#rest) ?? [];
    this.#at += match.length;
    if (command === 'quad' || command === 'qquad') return before.endsWith(' ') ? ' ' : '  ';
    if (command !== undefined) return this.#command(command);
    // A thin space between two terms, or an escaped character.
    if (match.startsWith('\\')) return /[,;: ]/.test(match[1] ?? '') ? spaceAfter(before) : (match[1] ?? '');
    if (/^\s/.test(match)) return spaceAfter(before);
    if (match === '{') return this.row('}');
    if (match === '_') return subscript(this.#argument());
    if (match === '^') return superscript(this.#argument());
    if (match === '-') return '−';
    return match === "'" ? '′' : match;
  }

  /** A group in braces, a command or a character. */
  #argument(): string {
    return this.#token(' ');
  }

  #command(name: string): string {
    if (name === 'text') return this.#text();
    if (name === 'frac' || name === 'tfrac') return this.#fraction();
    if (name === 'operatorname') return this.#argument();
    if (name === 'underbrace') return this.#underbrace();
    return COMMANDS[name] ?? name;
  }

  #fraction(): string {
    const text = `${single(this.#argument())}/${single(this.#argument())}`;
    return ENDS_TERM.test(this.#rest) ? text : `(${text})`;
  }

  #underbrace(): string {
    const under = this.#argument();
    if (!this.#rest.startsWith('_')) return under;
    this.#at += 1;
    return `${under} (${this.#argument()})`;
  }

  /** Words keep their spaces and hyphens. */
  #text(): string {
    let text = '';
    this.#at += 1;
    while (this.#at < this.#tex.length && !this.#rest.startsWith('}')) {
      const [match = '', command] = /^\\(?:([a-zA-Z]+)(?:\{\})?|[\s\S])|^[\s\S]/.exec(this.#rest) ?? [];
      this.#at += match.length;
      text += command === undefined ? match.replace(/^\\/, '') : (COMMANDS[command] ?? command);
    }
    this.#at += 1;
    return text;
  }
}

const spaceAfter = (before: string): string => (before.endsWith(' ') || before === '' ? '' : ' ');

function subscript(text: string): string {
  const bare = /^Σ|[≠=]/.test(text) ? text.replaceAll(' ', '') : text;
  return /^[\p{L}\p{N}]+$/u.test(bare) ? `_${bare}` : `_{${bare}}`;
}

function superscript(text: string): string {
  return SUPERSCRIPTS[text] ?? (isSingle(text) && !text.includes('/') ? `^${text}` : `^(${text})`);
}
