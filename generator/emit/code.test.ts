import { describe, expect, it } from 'vitest';
import {
  BLANK,
  c,
  commaList,
  EMPTY,
  errorAt,
  initializers,
  misuse,
  render,
  sections,
  stack,
  userCode,
} from './code.ts';
import { identifier } from './identifier.ts';
import { integerLiteral, stringLiteral } from './literal.ts';

const text = (code: Parameters<typeof render>[0]) => render(code, 'main.cpp');

describe('c', () => {
  it('prints names, numbers and texts', () => {
    const code = c`const char *${identifier('x')}[${integerLiteral(2)}] = {${stringLiteral('a"b')}};`;
    expect(text(code)).toBe('const char *x[2] = {"a\\"b"};\n');
  });

  it('keeps the escapes of C', () => {
    expect(text(c`puts("a\n\\\0");`)).toBe('puts("a\\n\\\\\\0");\n');
  });

  it('removes the indentation of the template and indents the holes', () => {
    const inner = c`
      if (x) {
        y();
      }
    `;
    const code = c`
      void f(void) {
        ${inner}
        ${EMPTY}
        ${BLANK}
        return;
      }
    `;
    expect(text(code)).toBe('void f(void) {\n  if (x) {\n    y();\n  }\n\n  return;\n}\n');
  });

  it('indents code inside a line from its second line on', () => {
    expect(
      text(c`
      {
        x = {${stack([c`1,`, c`2`])}};
      }
    `),
    ).toBe('{\n  x = {1,\n  2};\n}\n');
  });

  it('lists', () => {
    const names = ['a', 'b'].map(identifier);
    expect(text(commaList(names))).toBe('a, b\n');
    expect(text(initializers(names))).toBe('a,\nb,\n');
    expect(text(sections([c`a`, EMPTY, c`b`]))).toBe('a\n\nb\n');
  });
});

describe('userCode', () => {
  it('is not changed, and the lines after it belong to the generated file again', () => {
    const code = c`
      static void body(void) {
        ${userCode('  a();\n\tb(); \\', stringLiteral('task:x/body'))}
      }
    `;
    expect(text(code)).toBe(
      'static void body(void) {\n#line 1 "task:x/body"\n  a();\n\tb(); \\\n\n#line 7 "main.cpp"\n}\n',
    );
  });

  it('ends with the closing of the construct, as part of its last line', () => {
    const code = userCode('a();\nb()\n\n', stringLiteral('task:x/body'), c`}`);
    expect(text(code)).toBe('#line 1 "task:x/body"\na();\nb()\n\n\n\n#line 2 "task:x/body"\n}\n#line 10 "main.cpp"\n');
  });

  it('is rejected inside a line', () => {
    expect(() => c`x = ${userCode('1', stringLiteral('a'))};`).toThrow('separate lines');
  });

  it('can be replaced by an error at one of its lines', () => {
    expect(text(errorAt(stringLiteral('no'), stringLiteral('task:x/body'), 3))).toBe(
      '#line 3 "task:x/body"\n#error "no"\n#line 4 "main.cpp"\n',
    );
  });
});

describe('misuse', () => {
  it('is a pragma inside an expression', () => {
    expect(text(misuse(stringLiteral('a "b"')))).toBe('(_Pragma("GCC error \\"a \\\\\\"b\\\\\\"\\"") false)\n');
  });
});

describe('identifier', () => {
  it.each(['', '1a', 'a b', 'a;', 'é', 'a\n'])('refuses %j', (name) => expect(() => identifier(name)).toThrow());
});
