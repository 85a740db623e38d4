import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, runCli } from '../test-cli.ts';

const SKETCH = `long a, b;
void setup() {}
void loop() {
  if (millis() - a >= 50) { a = millis(); tone(3, 4); }
  if (millis() - b >= 70) { b = millis(); noTone(3); }
}
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-import-'));
  writeFileSync(join(folder, 'two.ino'), SKETCH);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('polyloop import', () => {
  it('writes a sketch beside the file, and replaces none without --force', async () => {
    const file = join(folder, 'two.ino');
    const out = join(folder, 'two.polyloop.json');
    const [first] = documents(await runCli(['import', file, '--json']));
    expect(first).toMatchObject({ out, name: 'two', dialect: 'arduino', admitted: true, includes: [], shared: [] });
    expect(first?.proposals).toMatchObject([{ name: 'a', place: 'line 4' }, { name: 'b' }]);
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('"periodUs": 50000');
    const second = await runCli(['import', file]);
    expect(second).toMatchObject({ code: 2, error: expect.stringContaining('--force') });
    expect((await runCli(['import', folder, '--force'])).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(text);
    expect((await runCli(['check', out])).code).toBe(0);
  });

  it('leaves the named proposals in loop', async () => {
    const out = join(folder, 'one.polyloop.json');
    const file = join(folder, 'two.ino');
    const [document] = documents(await runCli(['import', file, '--merge', 'a', '--out', out, '--json']));
    expect(document?.proposals).toMatchObject([{ name: 'b' }, { name: 'loop' }]);
    const refused = await runCli(['import', file, '--merge', 'c', '--out', out]);
    expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('Choose from: a, b.') });
  });

  it('says what is no sketch, and writes nothing', async () => {
    const file = join(folder, 'main.cpp');
    writeFileSync(file, 'int main() {}');
    const result = await runCli(['import', file]);
    expect(result).toMatchObject({ code: 2, error: expect.stringContaining('does not define setup()') });
    expect(existsSync(join(folder, 'main.polyloop.json'))).toBe(false);
    expect((await runCli(['import', join(folder, 'none.ino')])).error).toMatch(/none\.ino/);
  });
});
