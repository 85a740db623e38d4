/** docs/parts.md describes each kind of part as generator/parts defines it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PART_TYPE_LIST } from '../../generator/parts/kinds.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/parts.md'), 'utf8');
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, kind = '', ...cells]) => [kind.replaceAll('`', ''), cells]),
);

describe('docs/parts.md', () => {
  it('has the kinds in their order', () => {
    expect([...rows.keys()]).toEqual(PART_TYPE_LIST.map(({ kind }) => kind));
  });

  it.each(PART_TYPE_LIST)('has the terminals, the control and the settings of $kind', (type) => {
    const { kind, label, terminals, control, settings, shows } = type;
    const [pins, operated, shown] = rows.get(kind) ?? [];
    expect(pins).toBe(terminals.map(({ id }) => `\`${id}\``).join(', '));
    const range = control && control.unit !== '' && `${control.least} to ${control.most} ${control.unit}`;
    expect(operated).toBe(control === null ? '–' : range || control.action);
    expect(shown === '–').toBe(shows === null);
    const written = settings.map(({ member }) => `\`${member}\``).join(', ');
    const name = label.replace(' 16×2', '');
    expect(page).toContain(written === '' ? `**${name}**.` : `**${name}** (${written}).`);
  });
});
