/** docs/rtems-smp.md is what its command prints now. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { page } from '../../bench/rtems-smp/report.ts';

describe('docs/rtems-smp.md', () => {
  const shown = readFileSync(path.resolve(import.meta.dirname, '../../docs/rtems-smp.md'), 'utf8');

  it('is as printed by npm run rtems:report', () => {
    expect(shown, 'Run npm run rtems:report').toBe(page());
  });

  it('tells of tasks that gain by four cores, and of one that affinities strand', () => {
    expect(shown).toMatch(/\| T1 \|.*−/);
    const [, bound, , found, misses] = /\| A \|(?:[^|]*\|){4}([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|/.exec(shown) ?? [];
    expect(Number(found)).toBeGreaterThan(Number(bound));
    expect(Number(misses)).toBeGreaterThan(0);
  });
});
