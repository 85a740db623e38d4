/**
 * Text as UTF-8 bytes, without the Web's TextEncoder. Lone surrogates become U+FFFD, as with
 * TextEncoder.
 */
export function utf8(text: string): number[] {
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd');
  const bytes: number[] = [];
  for (const match of encodeURIComponent(wellFormed).matchAll(/%([0-9A-F]{2})|./g)) {
    bytes.push(match[1] === undefined ? match[0].charCodeAt(0) : Number.parseInt(match[1], 16));
  }
  return bytes;
}
