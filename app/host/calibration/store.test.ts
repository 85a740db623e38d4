import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uno } from '../../../generator/boards/uno/index.ts';
import { testRecord } from '../../../generator/calibration/test-record.ts';
import { presentTools } from './present-tools.ts';
import { CalibrationStore } from './store.ts';

let config = '';
beforeEach(async () => {
  config = await mkdtemp(path.join(tmpdir(), 'polyloop-calibrations-'));
});
afterEach(() => rm(config, { recursive: true, force: true }));

async function presentRecord() {
  const { runtime, compiler } = await presentTools(uno);
  return { ...testRecord(), runtime, ...(compiler === null ? {} : { compiler }) };
}

describe('the calibrations of a user', () => {
  it('are empty at first', async () => {
    expect(await new CalibrationStore({ config }).read()).toEqual({ entries: [], problems: [] });
  });

  it('are kept by board, target and compiler, and removed together', async () => {
    const store = new CalibrationStore({ config });
    const record = await presentRecord();
    await store.write({ ...record, date: '2026-11-01T00:00:00.000Z' });
    await store.write(record);
    await store.write({ ...record, compiler: 'GCC 99.0.0' });
    const { entries } = await store.read();
    expect(entries.map((entry) => entry.record.date)).toEqual([record.date, record.date]);
    expect(entries.find((entry) => entry.record.compiler === record.compiler)?.stale).toBeNull();
    expect(await store.remove('uno', 'superloop')).toBe(true);
    expect(await store.remove('uno', 'superloop')).toBe(false);
    expect((await store.read()).entries).toEqual([]);
  });

  it('of another runtime are stale', async () => {
    const store = new CalibrationStore({ config });
    await store.write(testRecord());
    expect((await store.read()).entries[0]?.stale).toBe('Another version of the runtime was measured.');
  });

  it('that are damaged are reported with their path', async () => {
    const store = new CalibrationStore({ config });
    const written = await store.write(await presentRecord());
    await writeFile(written, '{"calibration": 1}');
    const { entries, problems } = await store.read();
    expect(entries).toEqual([]);
    expect(problems[0]?.message).toContain(written);
    expect(problems[0]?.message).toContain('Calibrate the board again');
    expect(await readdir(path.dirname(written))).toHaveLength(1);
  });
});
