/** `polyloop calibrate` with the real build and the virtual Uno. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calibrationPrograms } from '../../../generator/calibration/programs.ts';
import { calibrationSchema } from '../../../generator/calibration/record.ts';
import { findTools } from '../../../platformio/setup/tools.ts';
import { documents, runCli } from '../test-cli.ts';

const SKETCH = path.resolve(import.meta.dirname, '../../../templates/sketches/three-blinks/three-blinks.polyloop.json');
const isReady = findTools().pio.installed;
let home = '';
const cli = (...args: string[]) => runCli(args, { env: { POLYLOOP_HOME: home } });

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'polyloop-calibrate-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('polyloop calibrate', () => {
  it.each([
    [['--board', 'host'], 'The operating system decides the timing'],
    [['--board', 'mps2-an385'], 'exists as an emulator only'],
    [['--board', 'host', '--target', 'freertos'], 'no FreeRTOS for the board'],
    [['--board', 'unu'], 'Did you mean "uno"?'],
    [['--board', 'leonardo'], 'Give the port of a real one with --port'],
    [['--board', 'leonardo', '--target', 'freertos'], 'no FreeRTOS for the board "Arduino Leonardo"'],
  ])('says why it cannot calibrate: %s', async (args, reason) => {
    const { code, error } = await cli('calibrate', ...args);
    expect(code).not.toBe(0);
    expect(error).toContain(reason);
  });

  it('has nothing to go back from at first', async () => {
    expect((await cli('calibrate', '--shipped')).out).toContain('There was no calibration');
    expect((await cli('calibrate', '--list')).out).toContain('No board was calibrated');
  });

  it.skipIf(!isReady)(
    'measures the virtual Uno, the analysis uses the figures, and the user can go back',
    async () => {
      const checked = async () => documents(await cli('check', '--json', SKETCH))[0] as Record<string, unknown>;
      const before = await checked();
      expect(before.overheads).toMatchObject({ source: 'shipped', measuredOn: null, stale: null });

      const result = await cli('calibrate', '--json');
      expect(result.error).toBe('');
      const { path: file, ...record } = documents(result)[0] as { path: string };
      expect(calibrationSchema.parse(record).programs).toHaveLength(calibrationPrograms('superloop').length);

      const after = await checked();
      expect(after.overheads).toMatchObject({ source: 'measured', measuredOn: { device: 'virtual' } });
      expect(after.admitted).toBe(true);
      expect(after.utilization).not.toBe(before.utilization);
      expect((await cli('check', SKETCH)).out).toMatch(/overheads measured on the virtual board on \d{4}-\d\d-\d\d/);

      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(/"runtime": "\w+"/, '"runtime": "00000000"'));
      expect((await checked()).overheads).toMatchObject({
        source: 'shipped',
        stale: { reason: expect.stringContaining('runtime') },
      });
      expect((await cli('calibrate', '--list')).out).toContain(
        'not used: Another version of the runtime was measured.',
      );

      await writeFile(file, text.slice(0, -20));
      const damaged = await cli('check', SKETCH);
      expect(damaged.error).toContain(
        'not valid JSON. Calibrate the board again, or go back to the shipped overheads.',
      );
      expect(damaged.out).toContain('shipped overheads');

      expect((await cli('calibrate', '--shipped')).out).toContain('uses the shipped overheads again');
      expect((await checked()).utilization).toBe(before.utilization);
    },
    600_000,
  );
});
