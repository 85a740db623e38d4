/**
 * Messages as JSON text, for connections that carry only text. Bytes become
 * `{"$bytes": "<base64>"}`. No schema of the contract has an object with that member, so encoded
 * bytes cannot be confused with data.
 */
/// <reference lib="esnext.typedarrays" />

const TAG = '$bytes';

export function encodeJson(message: unknown): string {
  return JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Uint8Array ? { [TAG]: value.toBase64() } : value,
  );
}

/** Throws a SyntaxError when the text is not JSON or when its base64 is invalid. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, TAG)) return value;
    const encoded = (value as Record<string, unknown>)[TAG];
    if (typeof encoded !== 'string' || Object.keys(value).length !== 1) throw new SyntaxError('malformed bytes');
    return Uint8Array.fromBase64(encoded);
  });
}
