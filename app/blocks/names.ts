/** The identifiers that a printed body declares. */
import { identifiers } from '../../generator/sketch/identifiers.ts';

/** A name of the user as an identifier. The body is a scope of its own, so it may hide other names. */
export function identifierOf(name: string): string {
  return identifiers([name]).get(name) ?? 'value';
}

/** Words that the printer uses itself. `identifierOf` already avoids those of C++ and Arduino. */
const RESERVED = ['held', 'item', 'plot', 'uint8_t', 'int32_t', 'sqrtf', 'lroundf', 'floorf', 'ceilf'];

export class Names {
  readonly #used: Set<string>;
  /** The names of variables that a loop declares, and of items, by the block that declares them. */
  readonly #locals = new Map<string, string>();
  readonly #usedKeys = new Set<string>();

  /** @param taken identifiers of the sketch */
  constructor(taken: Iterable<string>) {
    this.#used = new Set([...taken, ...RESERVED]);
  }

  /** An identifier that nothing else has. */
  unique(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#used.has(name); count++) name = `${wanted}${count}`;
    this.#used.add(name);
    return name;
  }

  /**
   * Prints what declares a name for its own statements only. `key` says what is declared, for blocks
   * inside: see `local`.
   */
  scoped(wanted: string, key: string, print: (name: string) => string): string {
    const name = this.unique(wanted);
    this.#locals.set(key, name);
    const code = print(name);
    this.#locals.delete(key);
    this.#used.delete(name);
    return code;
  }

  /** The same for a name that stays taken, because it is declared among other statements. */
  declared(wanted: string, key: string, print: (name: string) => string): string {
    const name = this.unique(wanted);
    this.#locals.set(key, name);
    const code = print(name);
    this.#locals.delete(key);
    return code;
  }

  /** The name that an enclosing block declares. */
  local(key: string): string | undefined {
    this.#usedKeys.add(key);
    return this.#locals.get(key);
  }

  /** Whether a block has asked for the name. */
  isUsed(key: string): boolean {
    return this.#usedKeys.has(key);
  }
}
