import { expect, it } from 'vitest';
import { formatTable, shortened } from './table.ts';

it('aligns by visible width, not by code units', () => {
  const columns = [{ title: 'name' }, { title: 'time', align: 'right' }] as const;
  expect(
    formatTable(columns, [
      ['温度', '1'],
      ['\u001b[31mred\u001b[39m', '22.5 ms'],
      ['e\u0301', ''],
    ]),
  ).toEqual(['name     time', '温度        1', '\u001b[31mred\u001b[39m   22.5 ms', 'e\u0301']);
});

it('shortens only between characters', () => {
  expect(shortened('abc', 3)).toBe('abc');
  expect(shortened('abcd', 3)).toBe('ab…');
  expect(shortened('👩‍🚀👩‍🚀👩‍🚀', 5)).toBe('👩‍🚀👩‍🚀…');
});
