import { expect, it } from 'vitest';
import { literalText } from './literals.ts';

it.each([
  ['"a b"', 'a b'],
  ['""', ''],
  [String.raw`"\"1\" \\ \n\t\x41\101 \u00b5\?"`, '"1" \\ \n\tAA µ?'],
  ['"one \\\ntext"', 'one text'],
  ['R"(a "b" \\n)"', 'a "b" \\n'],
  ['R"x(a)" b)x"', 'a)" b'],
  ['"온도"', '온도'],
])('reads %s', (literal, text) => {
  expect(literalText(literal)).toBe(text);
});

it.each(["'a'", '"open', '"', 'L"wide"', 'LR"(wide)"', String.raw`"\xb5"`, String.raw`"\q"`])(
  'does not read %s',
  (literal) => {
    expect(literalText(literal)).toBeNull();
  },
);
