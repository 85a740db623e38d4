import { expect, it } from 'vitest';
import type { JsonValue } from './json/json.ts';
import { type Migration, migrate } from './migrations.ts';

const steps = new Map<number, Migration>([
  [1, ({ old, ...file }) => ({ ...file, polyloop: 2, middle: old ?? null })],
  [2, ({ middle, ...file }) => ({ ...file, polyloop: 3, newest: middle ?? null })],
]);

it('runs the steps in order and adds a warning', () => {
  const migrated = migrate({ polyloop: 1, old: 'x' }, steps, 3);
  expect(migrated).toMatchObject({
    ok: true,
    value: { polyloop: 3, newest: 'x' },
    warnings: [{ pointer: '/polyloop' }],
  });
});

it('does not change the current version, and leaves invalid versions to the schema', () => {
  const values: readonly JsonValue[] = [{ polyloop: 3 }, { polyloop: '1' }, {}, [], null, 7];
  for (const value of values) {
    expect(migrate(value, steps, 3)).toEqual({ ok: true, value, warnings: [] });
  }
});

it.each([4, 0, -1, 1.5, 1e300])('rejects version %d', (polyloop) => {
  expect(migrate({ polyloop }, steps, 3)).toMatchObject({ ok: false, problem: { pointer: '/polyloop' } });
});
