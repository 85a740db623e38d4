import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TARGETS } from '../../../generator/targets/index.ts';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

const fixture = (name: string) => join(FIXTURES, `${name}.polyloop.json`);
const SEVEN = fixture('seven-tasks');

describe('polyloop compare', () => {
  it('shows a row for each target, and its obstacles', async () => {
    const result = await runCli(['compare', '--ideal', SEVEN]);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toMatch(
      /^Super-loop +NOT ADMITTED +Non-preemptive response-time analysis +1\d\d(\.\d)? % +T\d/m,
    );
    expect(result.out).toMatch(/^FreeRTOS +admitted +Response-time analysis +76\.8 % +T7 +84 % +– +3316 of 2048 B$/m);
    expect(result.out).toMatch(/^FreeRTOS: .*3316 of the 2048 bytes of RAM/m);
    expect(result.out).toMatch(/^Zephyr does not run on Arduino Uno\. Choose one of: mps2-an385\.$/m);
    expect(result.out).toMatch(/^RTEMS does not run on Arduino Uno\. Choose one of: realview-pbx-a9\.$/m);
    expect(result.out).toMatch(/^Quest does not run on Arduino Uno\. Choose one of: quest-pc\.$/m);
  });

  it('prints the same as a JSON document', async () => {
    const [document] = documents(await runCli(['compare', '--json', SEVEN]));
    expect(document).toMatchObject({ file: SEVEN, board: 'uno', policy: 'rate-monotonic', ideal: false, warnings: [] });
    const targets = document?.targets as Record<string, unknown>[];
    expect(targets.map(({ target }) => target)).toEqual(TARGETS.map(({ id }) => id));
    expect(targets.find(({ target }) => target === 'freertos')).toMatchObject({
      admitted: true,
      tightest: { name: 'T7', ratio: expect.closeTo(0.933, 3) },
      overhead: expect.closeTo(0.066, 3),
      ramBytes: 3316,
      ramAvailableBytes: 2048,
    });
  });

  it('is 1 when no target admits the sketch, and 2 for an invalid sketch', async () => {
    expect((await runCli(['compare', fixture('overloaded')])).code).toBe(1);
    expect((await runCli(['compare', fixture('broken/truncated')])).code).toBe(2);
  });
});
