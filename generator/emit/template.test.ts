import { describe, expect, it } from 'vitest';
import { fillTemplates } from './template.ts';

const fill = (template: string, values: Record<string, string>) =>
  fillTemplates(new Map([['file.ini', template]]), values).get('file.ini');

describe('fillTemplates', () => {
  it('fills every hole, as often as it stands, and nothing else', () => {
    expect(fill('{{a}} { {b} {{a}}-{{bC2}} $&', { a: '$&', bC2: '{{a}}' })).toBe('$& { {b} $&-{{a}} $&');
  });

  it('refuses a hole without a value', () => {
    expect(() => fill('{{a}}', {})).toThrow('file.ini: no value for the hole {{a}}');
    expect(() => fill('{{toString}}', {})).toThrow('no value');
  });

  it('refuses a value that no template has a hole for', () => {
    expect(() => fill('', { a: '' })).toThrow('no hole for a');
    const templates = new Map([
      ['one', '{{a}}'],
      ['two', '{{b}}'],
    ]);
    expect([...fillTemplates(templates, { a: '1', b: '2' }).values()]).toEqual(['1', '2']);
  });
});
