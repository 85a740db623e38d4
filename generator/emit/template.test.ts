import { describe, expect, it } from 'vitest';
import { fillTemplates } from './template.ts';

const fill = (template: string, values: Record<string, string>) =>
  fillTemplates(new Map([['file.ini', template]]), values).get('file.ini');

describe('fillTemplates', () => {
  it('fills every occurrence of each hole, and nothing else', () => {
    expect(fill('{{a}} { {b} {{a}}-{{bC2}} $&', { a: '$&', bC2: '{{a}}' })).toBe('$& { {b} $&-{{a}} $&');
  });

  it('rejects a hole without a value', () => {
    expect(() => fill('{{a}}', {})).toThrow('file.ini: no value for the hole {{a}}');
    expect(() => fill('{{toString}}', {})).toThrow('no value');
  });

  it('rejects a value without a hole in any template', () => {
    expect(() => fill('', { a: '' })).toThrow('no hole for a');
    const templates = new Map([
      ['one', '{{a}}'],
      ['two', '{{b}}'],
    ]);
    expect([...fillTemplates(templates, { a: '1', b: '2' }).values()]).toEqual(['1', '2']);
  });
});
