/** Looks identifiers up. */
import type { Identifiers } from '../sketch/identifiers.ts';

/** @throws when the name was not among those that identifiers were made from. */
export function identifierOf(names: Identifiers, name: string): string {
  const found = names.get(name);
  if (found === undefined) throw new Error(`no identifier was made for ${JSON.stringify(name)}`);
  return found;
}
