/** Divides the work of a build among programs that run at once. */
/** Not more than `count` parts of about the same length, none of them empty. */
export function inParts<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  const parts = Array.from({ length: Math.min(count, items.length) }, (): Item[] => []);
  for (const [index, item] of items.entries()) parts[index % parts.length]?.push(item);
  return parts;
}
