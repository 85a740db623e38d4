import { expect, it } from 'vitest';
import { tr } from './tr.ts';
import { visible, visibleJson, visibleLine } from './visible.ts';

it.each([
  ['a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['a\u2066b\u2069\u061c\u200b\u206a\ufffb', 'a\\u2066b\\u2069\\u061c\\u200b\\u206a\\ufffb'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  ['\u001b[31m', '\\u001b[31m'],
  ['plain ä 日本 👩‍🚀'.replace('\u200d', ''), 'plain ä 日本 👩🚀'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
])('shows %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(tr`the task ${text} ends`).toBe(`the task ${shown} ends`);
});

it('shows a text on one line', () => {
  expect(visibleLine('a\r\n\tb')).toBe('a\\r\\n\\tb');
});

it('writes JSON that has such characters as escapes, and the same value', () => {
  const value = { 'a\u202eb': ['\u{e0041}\u200b"\\', '\u001b\n', '\u007f', 'ä 日本 🚀'] };
  const json = visibleJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe(String.raw`{"a\u202eb":["\udb40\udc41\u200b\"\\","\u001b\n","\u007f","ä 日本 🚀"]}`);
});
