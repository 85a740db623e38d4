import { expect, it } from 'vitest';
import { readElfSymbols, sourceName } from './elf-symbols.ts';

it.each([
  ['main', 'main'],
  ['_ZL4deepj', 'deep'],
  ['_ZL4deepj.constprop.3', 'deep'],
  ['_ZN10task_firstL7pl_bodyEv', 'task_first::pl_body'],
  ['_ZN5Print5printEPKc', 'Print::print'],
  ['_ZdlPv', '_ZdlPv'],
])('%s is %s in the source', (symbol, name) => {
  expect(sourceName(symbol)).toBe(name);
});

it('finds no symbols in other files or in a truncated file', () => {
  for (const bytes of [[], [1, 2, 3, 4], [0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]]) {
    const symbols = readElfSymbols(Uint8Array.from(bytes));
    expect([symbols.valueOf('main'), symbols.functionAt(0)]).toEqual([undefined, undefined]);
  }
});
