/** Random damage to the text of sketch files, and texts that are not sketch files. */
import fc from 'fast-check';

const JUNK = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'x',
  '10 ms',
  '\0',
  '\ud800',
  '\u001b[2J',
  [],
  {},
  [[]],
  ['T1', 'T1'],
  { name: 'T1' },
] as const;
const TEXT_JUNK = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\n',
  '\0',
  '\ufeff',
  '//',
  'NaN',
  '1e999',
  '-',
  '"__proto__": {}, ',
  '"name": 1, ',
  '\ud800',
  '\\ud800',
] as const;

type Place = { readonly owner: object; readonly key: string };

function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ owner: value, key }, ...places(inner)]);
}

/** Changes a JSON value in place at random: replaces, removes, misspells or adds a member. */
function damageValue(value: unknown, how: number, where: number, junk: number): void {
  const found = places(value);
  const place = found[where % Math.max(1, found.length)];
  if (place === undefined) return;
  const { owner, key } = place;
  const inner: unknown = Reflect.get(owner, key);
  const replacement = structuredClone(JUNK[junk % JUNK.length]);
  if (how % 4 === 0) Reflect.set(owner, key, replacement);
  else if (how % 4 === 1) Reflect.deleteProperty(owner, key);
  else if (how % 4 === 2) Reflect.set(owner, `${key}s`, inner);
  else if (Array.isArray(owner)) owner.push(structuredClone(inner));
  else Reflect.set(owner, 'constructor', replacement);
}

function damageText(text: string, how: number, where: number, junk: number): string {
  const at = where % (text.length + 1);
  if (how % 4 === 0) return text.slice(0, at);
  if (how % 4 === 1) return text.slice(0, at) + text.slice(at + 1 + (junk % 5));
  if (how % 4 === 2) return text.slice(0, at) + (TEXT_JUNK[junk % TEXT_JUNK.length] ?? '') + text.slice(at);
  return text.slice(0, at) + text.slice(at, at + 20) + text.slice(at);
}

const damage = fc.array(fc.tuple(fc.nat(3), fc.nat(100_000), fc.nat(1_000)), { minLength: 1, maxLength: 4 });

/** The text of a sketch file after some changes to its members. */
export function damagedMembers(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, damage).map(([whole, changes]) => {
    const value: unknown = JSON.parse(whole);
    for (const change of changes) damageValue(value, ...change);
    return JSON.stringify(value);
  });
}

/** The text of a sketch file after some changes to its characters. */
export function damagedText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, damage)
    .map(([whole, changes]) => changes.reduce((t, change) => damageText(t, ...change), whole));
}

/** Texts that are not sketch files. */
export const foreignText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.json({ maxDepth: 4 }),
  fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => JSON.stringify({ polyloop: 1, name: value, tasks: [value], channels: value })),
);
