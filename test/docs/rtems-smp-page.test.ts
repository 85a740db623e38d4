/** docs/rtems-smp.md equals the current output of its command. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { page } from '../../bench/rtems-smp/report.ts';

describe('docs/rtems-smp.md', () => {
  const shown = readFileSync(path.resolve(import.meta.dirname, '../../docs/rtems-smp.md'), 'utf8');

  it('is the output of npm run rtems:report', () => {
    expect(shown, 'Run npm run rtems:report').toBe(page());
  });

  it('has tasks with shorter response times on four cores, and one that misses deadlines because of affinities', () => {
    expect(shown).toMatch(/\| T1 \|.*−/);
    const [, bound, , found, misses] = /\| A \|(?:[^|]*\|){4}([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|/.exec(shown) ?? [];
    expect(Number(found)).toBeGreaterThan(Number(bound));
    expect(Number(misses)).toBeGreaterThan(0);
  });
});
