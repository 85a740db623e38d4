import { expect, it } from 'vitest';
import { highlighted } from './highlight.ts';

const CODE = '// one\nif (digitalRead(2) == HIGH) {\n  static int32_t count = 0;\n\n  Serial.println("a\\n");\n}\n';

it('keeps every character', () => {
  const lines = highlighted(CODE);
  expect(lines.map((spans) => spans.map(({ text }) => text).join('')).join('\n')).toBe(CODE);
  expect(highlighted('').length).toBe(1);
});

it('marks comments, keywords, types, numbers and strings', () => {
  const styles = highlighted(CODE).flatMap((spans) =>
    spans.filter(({ style }) => style !== null).map(({ text, style }) => [text, style]),
  );
  expect(styles).toEqual(
    expect.arrayContaining([
      ['// one', 'comment'],
      ['if', 'keyword'],
      ['2', 'number'],
      ['static', 'keyword'],
      ['int32_t', 'type'],
      ['"a\\n"', 'string'],
    ]),
  );
});
