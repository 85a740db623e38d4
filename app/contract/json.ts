/**
 * Messages as JSON text, for lines that carry text only. Bytes become `{"$bytes": "<base64>"}`; no schema of the
 * contract has an object with that member, so that it cannot be mistaken for data.
 */
/// <reference lib="esnext.typedarrays" />

const TAG = '$bytes';

export function encodeJson(message: unknown): string {
  return JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Uint8Array ? { [TAG]: value.toBase64() } : value,
  );
}

/** Throws a SyntaxError when the text is not JSON or its base64 is broken. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, TAG)) return value;
    const encoded = (value as Record<string, unknown>)[TAG];
    if (typeof encoded !== 'string' || Object.keys(value).length !== 1) throw new SyntaxError('malformed bytes');
    return Uint8Array.fromBase64(encoded);
  });
}
