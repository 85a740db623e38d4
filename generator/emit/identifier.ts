/** A name that is safe to print into C. */

const VALID = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Only `identifier` creates it, so a plain string cannot be used where C expects a name. */
class Identifier {
  readonly #text: string;

  constructor(text: string) {
    if (!VALID.test(text)) throw new Error(`not a C identifier: ${JSON.stringify(text)}`);
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/**
 * @throws if the text is not a C identifier. Convert the names of a sketch with
 * generator/sketch/identifiers.ts first.
 */
export function identifier(text: string): Identifier {
  return new Identifier(text);
}

export type { Identifier };
