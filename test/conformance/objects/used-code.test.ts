/** Two programs share an object exactly if its source uses nothing that they define differently. */
import { describe, expect, it } from 'vitest';
import { topLevel, usedCode } from './used-code.ts';

const USER = 'unsigned read(void) { return 1; }';

describe('the code that an object depends on', () => {
  it.each([
    ['a type', 'typedef struct { int unused[3]; } table_t;'],
    ['a tag', 'struct table { int unused[3]; };'],
    ['an enumeration', 'enum { COUNT = 3 };'],
    ['a table of another file', 'extern const int table[3];'],
    ['a prototype', 'void fill(int (*row)[3]);'],
    ['a function of a header', 'static inline int count(void) { return 3; }'],
    ['what only unused code uses', 'enum { COUNT = 3 }; static inline int count(void) { return COUNT; }'],
  ])('does not contain %s that nothing uses', (_, header) => {
    expect(usedCode(`${header}\n${USER}`).trim()).toBe(USER);
  });

  it.each([
    ['a type', 'typedef struct { int cells[3]; } table_t; table_t table;'],
    [
      'a structure that is declared before',
      'typedef struct table table_t; struct table { int cells[3]; }; table_t table;',
    ],
    ['a constant of an enumeration', 'enum { COUNT = 3 }; int count(void) { return COUNT; }'],
    [
      'a function that is declared before',
      'int count(void); static inline int count(void) { return 3; } int (*f)(void) = count;',
    ],
    ['a table with a size', 'extern int table[]; extern int table[3]; unsigned size(void) { return sizeof table; }'],
    ['a variable', 'struct { int cells[3]; } table;'],
    ['a pointer to a function', 'void (*hook)(int[3]);'],
    ['a variable with an attribute', 'int cell __attribute__((aligned(3)));'],
    ['a static variable with an attribute', 'static int cell __attribute__((used)) = 3;'],
    ['an assembly', '__asm__(".skip 3");'],
    ['a string', 'const char *text(void) { return "} ;( 3"; }'],
    [
      'a function of its function',
      'static int a(void) { return 3; } static int b(void) { return a(); } int c(void) { return b(); }',
    ],
  ])('contains %s', (_, code) => {
    expect(usedCode(`${code}\n${USER}`)).toBe(`${code}\n${USER}`);
  });

  it('is divided at the top level only', () => {
    const parts = [
      'struct a { int b; int c; };',
      ' int d(void) { if (1) { return 2; } return 3; }',
      ' int e[] = { 1 };',
    ];
    expect(topLevel(parts.join(''))).toEqual(parts);
  });
});
