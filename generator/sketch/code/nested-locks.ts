/**
 * Locks of a resource that the same code holds already: in a block around it, or in the code that calls the
 * function (a lambda) with the lock. This reads tokens and does not compile, so it reports only what is
 * certain: with `#else`, after an unlock that may not run, and through pointers nothing is found.
 */
import { type Token, tokensOf } from '../../cpp/tokens.ts';

export interface NestedLock {
  /** The line of the inner lock, or of the call. From 1. */
  readonly line: number;
  /** The identifier of the resource. */
  readonly resource: string;
  /** The name of the called function that locks, or null: the line locks itself. */
  readonly called: string | null;
}

interface Scope {
  /** The lambda whose body this scope is. Null: the scope continues the one around it. */
  readonly body: Lambda | null;
  /** The resources that are held from a point in it on. */
  readonly held: Set<string>;
}

/** The code itself, a lambda, or the members of a local type. */
interface Lambda {
  readonly name: string | null;
  readonly locks: Set<string>;
  readonly calls: { readonly name: string; readonly line: number; readonly held: readonly string[] }[];
}

const LOCK = /^(.+)_(lock|unlock|guard)$/;
const TYPES = ['struct', 'class', 'union'];
/** What may stand between the parameters of a lambda and its body. */
const BEFORE_BODY = /^(?:[A-Za-z_]\w*|[-><:&*])$/;

const bodyNamed = (name: string | null): Lambda => ({ name, locks: new Set(), calls: [] });

/** @param resources the identifiers of the sketch's resources */
export function nestedLocks(code: string, resources: ReadonlySet<string>): NestedLock[] {
  if (![...resources].some((name) => code.includes(`${name}_`)) || /^\s*#\s*el/m.test(code)) return [];
  return new Reader(code, resources).read();
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #lines: readonly number[];
  readonly #resources: ReadonlySet<string>;
  readonly #found: NestedLock[] = [];
  readonly #bodies: Lambda[] = [bodyNamed(null)];
  readonly #scopes: Scope[];
  /** The bodies that begin at a token, which is a brace. */
  readonly #opens = new Map<number, Lambda>();

  constructor(code: string, resources: ReadonlySet<string>) {
    const tokens: Token[] = [];
    const lines: number[] = [];
    let line = 1;
    for (const token of tokensOf(code)) {
      if (token.kind !== 'comment' && token.text.trim() !== '') {
        tokens.push(token);
        lines.push(line);
      }
      line += token.text.split('\n').length - 1;
    }
    this.#tokens = tokens;
    this.#lines = lines;
    this.#resources = resources;
    this.#scopes = [{ body: this.#bodies[0] ?? null, held: new Set() }];
  }

  read(): NestedLock[] {
    for (const [at, { kind, text }] of this.#tokens.entries()) {
      if (text === '[') this.#findLambda(at);
      else if (text === '{') this.#scopes.push({ body: this.#opens.get(at) ?? null, held: new Set() });
      else if (text === '}') {
        if (this.#scopes.length > 1) this.#scopes.pop();
      } else if (kind === 'word') this.#word(text, at);
    }
    this.#findCalls();
    return this.#found.sort((a, b) => a.line - b.line);
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  #add(at: number, resource: string): void {
    this.#found.push({ line: this.#lines[at] ?? 1, resource, called: null });
  }

  get #top(): Scope {
    return this.#scopes.at(-1) as Scope;
  }

  /** The scopes of the body that is being read, from the inside. */
  #around(): Scope[] {
    const inside = this.#scopes.slice().reverse();
    return inside.slice(0, inside.findIndex(({ body }) => body !== null) + 1);
  }

  get #body(): Lambda {
    return this.#around().at(-1)?.body ?? (this.#bodies[0] as Lambda);
  }

  #held(): string[] {
    return this.#around().flatMap(({ held }) => [...held]);
  }

  #word(text: string, at: number): void {
    if (TYPES.includes(text)) this.#openType(at);
    // Another case does not follow on what comes before it.
    if (text === 'case' || text === 'default') this.#top.held.clear();
    const [, resource = '', what] = LOCK.exec(text) ?? [];
    if (this.#resources.has(resource)) this.#lock(resource, what ?? '', at);
    else if (this.#text(at + 1) === '(' && !['.', '>', ':'].includes(this.#text(at - 1))) {
      this.#body.calls.push({ name: text, line: this.#lines[at] ?? 1, held: this.#held() });
    }
  }

  #lock(resource: string, what: string, at: number): void {
    const isCall = this.#text(at + 1) === '(' && this.#text(at + 2) === ')';
    if (what === 'unlock') {
      for (const { held } of this.#around()) held.delete(resource);
      return;
    }
    const isGuard = what === 'guard' && this.#tokens[at + 1]?.kind === 'word';
    if (!isGuard && !(what === 'lock' && isCall)) return;
    this.#body.locks.add(resource);
    if (this.#held().includes(resource)) this.#add(at, resource);
    // As the only statement of an if it holds for that statement, or perhaps not at all.
    else if (![')', 'else', 'do'].includes(this.#text(at - 1))) this.#top.held.add(resource);
  }

  /** The members of a type run when they are called, not where they are written. */
  #openType(at: number): void {
    for (let next = at + 1; next < this.#tokens.length; next++) {
      const text = this.#text(next);
      if (text === '{') this.#opens.set(next, this.#bodyNamed(null));
      if (['{', ';', '(', ')', '>', '='].includes(text)) return;
    }
  }

  #findLambda(at: number): void {
    const before = this.#tokens[at - 1];
    const isSubscript = before !== undefined && (before.kind === 'word' || before.text === ']' || before.text === ')');
    if ((isSubscript && before.text !== 'return') || this.#text(at + 1) === '[' || before?.text === '[') return;
    let next = this.#closing(at, '[', ']') + 1;
    if (this.#text(next) === '(') next = this.#closing(next, '(', ')') + 1;
    while (BEFORE_BODY.test(this.#text(next))) next++;
    if (this.#text(next) !== '{') return;
    const name = before?.text === '=' && this.#tokens[at - 2]?.kind === 'word' ? this.#text(at - 2) : null;
    this.#opens.set(next, this.#bodyNamed(name));
  }

  #bodyNamed(name: string | null): Lambda {
    const body = bodyNamed(name);
    this.#bodies.push(body);
    return body;
  }

  #closing(from: number, open: string, close: string): number {
    let depth = 0;
    for (let at = from; at < this.#tokens.length; at++) {
      const text = this.#text(at);
      if (text === open) depth++;
      if (text === close && --depth === 0) return at;
    }
    return this.#tokens.length;
  }

  #findCalls(): void {
    const byName = new Map<string, Lambda | null>();
    // Of two functions with one name it is not certain which is called.
    for (const body of this.#bodies) if (body.name !== null) byName.set(body.name, byName.has(body.name) ? null : body);
    for (const { calls } of this.#bodies) {
      for (const { name, line, held } of calls) {
        if (held.length === 0) continue;
        const locks = locksOf(byName.get(name), byName, new Set());
        const resource = held.find((each) => locks.has(each));
        if (resource !== undefined) this.#found.push({ line, resource, called: name });
      }
    }
  }
}

/** What a function locks, itself or through the functions that it calls. */
function locksOf(
  body: Lambda | null | undefined,
  byName: ReadonlyMap<string, Lambda | null>,
  seen: Set<Lambda>,
): ReadonlySet<string> {
  if (body === null || body === undefined || seen.has(body)) return new Set();
  seen.add(body);
  return new Set([...body.locks, ...body.calls.flatMap(({ name }) => [...locksOf(byName.get(name), byName, seen)])]);
}
