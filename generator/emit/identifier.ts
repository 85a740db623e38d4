/** A name that is safe to print into C. */

const VALID = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Made by `identifier` alone, so that a plain string cannot stand where C expects a name. */
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

/** @throws when the text is not a C identifier: names of a sketch go through generator/sketch/identifiers.ts first. */
export function identifier(text: string): Identifier {
  return new Identifier(text);
}

export type { Identifier };
