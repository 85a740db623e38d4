import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson, encodeJson } from './json.ts';

describe('JSON with bytes', () => {
  it('restores any bytes in any message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, text) => {
        expect(decodeJson(encodeJson({ list: [{ bytes }], text }))).toEqual({ list: [{ bytes }], text });
      }),
    );
  });

  it('encodes only the viewed part of a larger buffer', () => {
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
    expect(decodeJson(encodeJson({ view }))).toEqual({ view: new Uint8Array([2, 3]) });
  });

  it.each(['', '{', '{"a":{"$bytes":5}}', '{"a":{"$bytes":"!!"}}', '{"a":{"$bytes":"","b":1}}'])(
    'refuses %s',
    (text) => {
      expect(() => decodeJson(text)).toThrow(SyntaxError);
    },
  );
});
