/** A short name for a text, by which a later text is known to be the same. */
const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** 32-bit FNV-1a of the UTF-8 bytes of a text (Fowler, Noll, Vo; draft-eastlake-fnv). */
export function fnv1a32(text: string): number {
  let hash = OFFSET_BASIS;
  const add = (byte: number) => {
    hash = Math.imul(hash ^ byte, PRIME);
  };
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) add(point);
    else {
      const bytes = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      add(((0xff << (7 - bytes)) & 0xff) | (point >> (6 * bytes)));
      for (let i = bytes - 1; i >= 0; i--) add(0x80 | ((point >> (6 * i)) & 0x3f));
    }
  }
  return hash >>> 0;
}
