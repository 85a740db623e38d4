import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTools } from '../../../platformio/setup/tools.ts';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

const LEAST = join(FIXTURES, 'least.polyloop.json');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-build-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!findTools().pio.installed)('polyloop build', () => {
  it('builds firmware and reports its memory use', async () => {
    const out = join(folder, 'least');
    const [document] = documents(await runCli(['build', LEAST, '--out', out, '--json']));
    expect(document).toMatchObject({
      ok: true,
      outcome: 'ok',
      firmware: { format: 'intel-hex' },
      memory: { ramAvailableBytes: 2048, flashAvailableBytes: 32_256 },
      diagnostics: [],
    });
    const { path } = { path: '', ...(document?.firmware ?? {}) };
    expect(readFileSync(path, 'utf8')).toMatch(/^:[0-9A-F]+/);
    const lines = (await runCli(['build', LEAST, '--out', out])).out.trim().split('\n').slice(1);
    expect(lines.map((line) => line.split(':')[0])).toEqual(['RAM of the build', 'Flash of the build', 'Stack']);
  });

  it('reports a compiler error at the line of the task’s code', async () => {
    const file = join(folder, 'broken.polyloop.json');
    const task = { name: 'Blink', periodUs: 10_000, budgetUs: 1_000, body: 'int x = 1;\ndigitalWrite(13, y);\n' };
    const text = JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [task] });
    writeFileSync(file, text);
    const result = await runCli(['build', file, '--out', join(folder, 'broken')]);
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.error).toMatch(/broken\.polyloop\.json: task "Blink" body:2:\d+: error: .*'y'/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('names the element of a problem once', async () => {
    const file = join(folder, 'elsewhere.polyloop.json');
    const tasks = [{ name: 'a, b', periodUs: 1000, budgetUs: 1_000_000_000_000 }];
    writeFileSync(file, JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'rtems', tasks }));
    const { error } = await runCli(['build', file], { env: { POLYLOOP_HOME: join(folder, 'home') } });
    expect(error).toMatch(/elsewhere\.polyloop\.json: error: board: RTEMS does not run on Arduino Uno/);
    expect(error).toMatch(/elsewhere\.polyloop\.json: error: Task "a, b", budgetUs: /);
  });

  it('shows no character of the code that controls the terminal', async () => {
    const file = join(folder, 'control.polyloop.json');
    const prelude = '#error "a\u202eb \u001b]0;title\u0007"';
    const task = { name: 'Blink', periodUs: 10_000, budgetUs: 1_000, body: '' };
    const sketch = { polyloop: 1, name: 'x\u202ey', board: 'uno', target: 'superloop', prelude, tasks: [task] };
    writeFileSync(file, JSON.stringify(sketch));
    for (const options of [['--verbose'], ['--json'], []]) {
      const { code, out, error } = await runCli(['build', file, '--out', join(folder, 'control'), ...options]);
      expect(code).toBe(1);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
      expect(`${out}${error}`).not.toMatch(/[\u0007\u001b\u202e]/);
      expect(`${out}${error}`).toContain('\\u001b]0;title');
    }
  });
});
