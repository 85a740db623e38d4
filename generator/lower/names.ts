/** Looks up identifiers. */
import type { Identifiers } from '../sketch/identifiers.ts';

/** @throws if the identifiers were made without this name. */
export function identifierOf(names: Identifiers, name: string): string {
  const found = names.get(name);
  if (found === undefined) throw new Error(`no identifier was made for ${JSON.stringify(name)}`);
  return found;
}
