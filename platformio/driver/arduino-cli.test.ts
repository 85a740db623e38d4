import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissing, findTools } from '../setup/tools.ts';
import { arduinoFailure, arduinoMemory, buildWithArduinoCli } from './arduino-cli.ts';
import { TestProject } from './test-project.ts';

test('memory in use, from the lines that arduino-cli prints', () => {
  expect(
    arduinoMemory([
      'Sketch uses 724 bytes (2%) of program storage space. Maximum is 32256 bytes.',
      'Global variables use 9 bytes (0%) of dynamic memory, leaving 2039 bytes for local variables. Maximum is 2048 bytes.',
    ]),
  ).toEqual({ ramBytes: 9, ramAvailableBytes: 2048, flashBytes: 724, flashAvailableBytes: 32256 });
  expect(arduinoMemory([])).toBeNull();
});

test("arduino-cli's own failure", () => {
  expect(arduinoFailure(['Error during build: Platform debian:avr is not found'])).toContain(
    'Platform debian:avr is not found',
  );
  expect(arduinoFailure(['Sketch uses 1 bytes'])).toBeNull();
});

const tools = findTools();

test('a board that arduino-cli does not know', async () => {
  const result = await buildWithArduinoCli({ projectDir: os.tmpdir(), tools, fqbn: null });
  expect(result.outcome).toBe('failed');
  expect(result.message).not.toBeNull();
});

if (!tools.arduinoCli.installed) console.warn(`Builds are not tried: ${describeMissing(tools.arduinoCli)}`);

describe.skipIf(!tools.arduinoCli.installed)('a real build', () => {
  const project = new TestProject();
  beforeAll(() => project.create());
  afterAll(() => project.remove());

  test('the set-up has made what arduino-cli writes in its first run, because a sandboxed build cannot', () => {
    const folder = path.join(tools.toolsDir, 'arduino');
    expect(
      ['data/inventory.yaml', 'downloads', 'cache'].filter((name) => !existsSync(path.join(folder, name))),
    ).toEqual([]);
  });

  const build = async (body: string) => {
    await project.writeBody(body);
    return buildWithArduinoCli({ projectDir: project.dir, tools, fqbn: 'arduino:avr:uno' });
  };

  test('builds firmware from the same project as PlatformIO', async () => {
    const result = await build('digitalWrite(13, rt_next());');
    expect(result).toMatchObject({ outcome: 'ok', message: null, diagnostics: [] });
    expect(result.memory).toMatchObject({ ramAvailableBytes: 2048, flashAvailableBytes: 32256 });
    expect(await readFile(result.firmware?.path ?? '', 'utf8')).toMatch(/^:10/);
  });

  test('a mistake in a body is found in that body, and corrected code builds again', async () => {
    const { outcome, diagnostics } = await build('int level = 1\ndigitalWrite(13, level);');
    expect(outcome).toBe('failed');
    expect(diagnostics[0]).toMatchObject({
      element: { kind: 'task', name: 'Blink fast' },
      member: 'body',
      line: 2,
      file: null,
    });
    expect(await build('int level = 1;\ndigitalWrite(13, level);')).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });

  test('a mistake outside user code names the file as in the project', async () => {
    await project.write('src/other.cpp', 'int other = nothing;\n');
    const { diagnostics } = await build('digitalWrite(13, 1);');
    expect(diagnostics).toMatchObject([{ element: null, file: 'src/other.cpp', line: 1 }]);
  });
});
