import { describe, expect, it } from 'vitest';
import { integerLiteral, stringLiteral } from './literal.ts';

describe('stringLiteral', () => {
  it.each([
    ['plain', '"plain"'],
    ['"\\\n\r\t', '"\\"\\\\\\n\\r\\t"'],
    ['é1', '"\\303\\2511"'],
    ['\u0000' + '7', '"\\0007"'],
    ['what??/', '"what?\\?/"'],
    ['????', '"?\\?\\?\\?"'],
    ['*/ //', '"*/ //"'],
    ['\ud800', '"\\357\\277\\275"'],
    ['😀', '"\\360\\237\\230\\200"'],
    ['\u007f', '"\\177"'],
  ])('prints %j', (text, expected) => expect(stringLiteral(text).text).toBe(expected));
});

describe('integerLiteral', () => {
  it.each<[number | bigint, string]>([
    [0, '0'],
    [32767, '32767'],
    [32768, 'UINT32_C(32768)'],
    [4294967295, 'UINT32_C(4294967295)'],
    [4294967296, 'UINT64_C(4294967296)'],
    [18446744073709551615n, 'UINT64_C(18446744073709551615)'],
    [-1, '-1'],
    [-32768, '(-INT32_C(32768))'],
    [-2147483648, '(-INT32_C(2147483647) - 1)'],
    [-2147483649, '(-INT64_C(2147483649))'],
    [-9223372036854775808n, '(-INT64_C(9223372036854775807) - 1)'],
  ])('prints %s', (value, expected) => expect(integerLiteral(value).text).toBe(expected));

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2n ** 64n])('refuses %s', (value) => {
    expect(() => integerLiteral(value)).toThrow();
  });
});
