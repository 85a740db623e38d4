import { expect, test, vi } from 'vitest';
import { ns } from '../../../base/time.ts';
import { SwappingSource } from './swapping-source.ts';
import { madeColumn, madeSource } from './test-column.ts';

const made = (count: number) => madeSource([madeColumn({ count, periodNs: 1_000, executionNs: 100 })], count * 1_000);

test('a source has a new version and notifies listeners each time its content is replaced', () => {
  const source = new SwappingSource(true);
  const changed = vi.fn();
  const stop = source.subscribe(changed);
  expect(source.column(0).count).toBe(0);
  const versions = [source.version];
  for (const count of [30, 3]) {
    source.exchange(made(count), { from: ns(0), to: ns(500) });
    versions.push(source.version);
    expect(source.column(0).count).toBe(count);
  }
  source.exchange(null, null);
  versions.push(source.version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(changed).toHaveBeenCalledTimes(3);
  expect(source.span).toEqual({ from: 0, to: 0 });
  stop();
  source.exchange(made(1), null);
  expect(changed).toHaveBeenCalledTimes(3);
});
