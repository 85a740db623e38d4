import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTools } from '../../../platformio/setup/tools.ts';
import { documents, runCli } from '../test-cli.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-profile-'));
  file = join(folder, 'two.polyloop.json');
  const beat = { name: 'beat', periodUs: 20_000, budgetUs: 19_000, body: 'delayMicroseconds(1500);' };
  const tick = { name: 'tick', periodUs: 10_000, budgetUs: 500, body: 'delayMicroseconds(200);' };
  writeFileSync(
    file,
    JSON.stringify({ polyloop: 1, name: 'two', board: 'uno', target: 'superloop', tasks: [beat, tick] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const profile = (...args: string[]) =>
  runCli(['profile', file, ...args], { env: { POLYLOOP_HOME: join(folder, 'home') } });
const budgets = (): unknown[] =>
  JSON.parse(readFileSync(file, 'utf8')).tasks.map(({ budgetUs }: { budgetUs: number }) => budgetUs);

describe('polyloop profile of a simulation', () => {
  it('keeps it beside the sketch, lists it, and proposes nothing', async () => {
    const args = ['--simulated', '--for', '1s', '--save', 'predicted'];
    const [document] = documents(await profile(...args, '--json'));
    expect(document).toMatchObject({
      saved: join(folder, 'two.profiles', 'predicted.json'),
      profile: {
        profile: 1,
        device: 'simulation',
        tasks: [{ name: 'beat' }, { name: 'tick', jobs: expect.any(Number) }],
      },
      refit: { refits: [], applied: false },
    });
    expect(JSON.parse(readFileSync(String(document?.saved), 'utf8'))).toEqual(document?.profile);
    expect(await profile(...args)).toMatchObject({ code: 1, error: expect.stringMatching(/already.*another name/) });
    expect(await profile(...args, '--force')).toMatchObject({ code: 0 });
    expect((await profile('--list')).out).toMatch(/^predicted {2}.*uno, superloop, simulation, /);
  });

  it('says what is wrong with a name or a file, and what to do', async () => {
    writeFileSync(join(folder, 'two.profiles', 'broken.json'), '{"profile": 1}');
    for (const [args, words] of [
      [['--compare', 'before'], /no profile "before" in .*Choose from: predicted/],
      [['--compare', 'broken'], /broken\.json: The profile is not valid at .*delete the file/],
      [['--compare', 'a', 'b'], /no profile "a"/],
      [['--compare', 'a', 'b', 'c'], /Compare at most two profiles/],
      [['--task', 'beet'], /no task or interrupt "beet"\. Choose from: beat, tick/],
    ] as const) {
      const result = await profile(...args);
      expect(result).toMatchObject({ code: 2, error: expect.stringMatching(words) });
    }
    expect((await profile('--list')).error).toContain('broken.json');
  });
});

describe.skipIf(!findTools().pio.installed)('polyloop profile of a run', () => {
  it('prints distributions, proposes values with both verdicts, and applies them', async () => {
    const first = await profile('--for', '600ms', '--save', 'before');
    expect(first.out).toMatch(/^task +jobs +C median +95 % +99 % +most +budget +used +trend/m);
    expect(first.out).toMatch(/^beat +\d+ +1\.5\d+ ms/m);
    expect(first.out).toMatch(/^beat +budget C +19 ms +1\.\d+ ms +\d+ +(1\.[89]|2\.)\d* ms$/m);
    expect(first.out).toMatch(/^Processor: tasks .* idle \d+ %\.$/m);
    expect(first.out).toMatch(/^With the proposed values: Everything fits/m);
    expect(budgets()).toEqual([19_000, 500]);

    const [second] = documents(
      await profile('--for', '600ms', '--apply', '--task', 'beat', '--margin', '50', '--compare', 'before', '--json'),
    );
    expect(second).toMatchObject({ admitted: false, refit: { admitted: true, applied: true, marginPercent: 50 } });
    const [beat, tick] = budgets();
    expect(beat).toBeGreaterThan(2_250);
    expect(beat).toBeLessThan(2_500);
    expect(tick).toBe(500);
    expect(second?.comparison).toMatchObject({
      differs: [],
      tasks: [{ name: 'beat', side: 'both' }, { name: 'tick' }],
    });

    const compared = await profile('--compare', 'predicted', join(folder, 'two.profiles', 'before.json'));
    expect(compared.out).toMatch(/^They differ in: the device \(simulation, virtual board\)\.$/m);
    expect(compared.out).toMatch(/^beat +execution, most +19\.\d+ ms +1\.\d+ ms +−9\d %$/m);
  });

  it('counts the time of a job without the jobs that preempted it, on one stack too', async () => {
    const nested = join(folder, 'nested.polyloop.json');
    const often = { name: 'often', periodUs: 5_000, budgetUs: 1_500, body: 'delayMicroseconds(1000);' };
    const long = { name: 'long', periodUs: 100_000, budgetUs: 40_000 };
    const body = 'for (uint8_t i = 0; i < 20; i++) delayMicroseconds(1000);';
    const sketch = {
      polyloop: 1,
      name: 'nested',
      board: 'uno',
      target: 'preemptive',
      tasks: [often, { ...long, body }],
    };
    writeFileSync(nested, JSON.stringify(sketch));
    const env = { POLYLOOP_HOME: join(folder, 'home') };
    const printed = await runCli(['profile', nested, '--for', '500ms', '--json'], { env });
    const [document] = documents(printed);
    expect(document).toMatchObject({ profile: { tasks: [{ name: 'often' }, { name: 'long' }] } });
    const { tasks } = (document as { profile: unknown }).profile as {
      tasks: { execution: { mostNs: number } | null }[];
    };
    const most = tasks[1]?.execution?.mostNs;
    // Five jobs preempt it, each for a millisecond. Interrupts and the starts of those jobs count.
    expect(most).toBeGreaterThan(20e6);
    expect(most).toBeLessThan(22e6);
  });
});
