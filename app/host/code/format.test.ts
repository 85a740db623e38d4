import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { formatCode } from './format.ts';

const tools = findTools();
const { clangFormat } = tools;
if (!clangFormat.installed) console.warn(`Code is not formatted: ${describeMissing(clangFormat)}`);

const UNFORMATTED =
  'if(digitalRead(2)==LOW){\nreading_t item;\n      if (reading_read(&item)) Serial.println(item.level);}\nfor(;;){}';
const FORMATTED = `if (digitalRead(2) == LOW) {
  reading_t item;
  if (reading_read(&item))
    Serial.println(item.level);
}
for (;;) {
}`;

describe.skipIf(!clangFormat.installed)('clang-format', () => {
  it('formats a body, and what is formatted stays as it is', async () => {
    const { outcome, text } = await formatCode({ text: UNFORMATTED, path: null });
    expect(outcome).toBe('formatted');
    expect(text?.trimEnd()).toBe(FORMATTED);
    expect((await formatCode({ text: FORMATTED, path: null })).text).toBe(FORMATTED);
  });

  it('uses the style beside the sketch', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'polyloop-style-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, '.clang-format'), 'BasedOnStyle: LLVM\nIndentWidth: 6\n');
    const { text } = await formatCode({ text: 'while (true) { x(); }', path: join(dir, 's.polyloop.json') });
    expect(text).toContain('\n      x();');
  });

  it('says what is wrong with a style', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'polyloop-style-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, '.clang-format'), 'BasedOnStyle: nobody\n');
    const answer = await formatCode({ text: 'x();', path: join(dir, 's.polyloop.json') });
    expect(answer).toMatchObject({ outcome: 'failed', text: null, message: expect.stringContaining('clang-format') });
  });
});

it('that is not installed says how to get it', async () => {
  const none = { ...tools, clangFormat: { installed: false, name: 'clang-format', howToGet: 'do this' } as const };
  expect(await formatCode({ text: 'x();', path: null }, none)).toEqual({
    outcome: 'unavailable',
    text: null,
    message: 'clang-format is not installed. To get it: do this.',
  });
});
