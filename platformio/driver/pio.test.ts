import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeMissing, findTools } from '../setup/tools.ts';
import type { BuildLine } from './build.ts';
import { buildWithPio, pioFailure, pioMemory } from './pio.ts';
import { TestProject } from './test-project.ts';

test('memory in use, from the lines that PlatformIO prints', () => {
  expect(
    pioMemory([
      'Checking size .pio/build/uno/firmware.elf',
      'RAM:   [=         ]   9.1% (used 186 bytes from 2048 bytes)',
      'Flash: [=         ]   5.9% (used 1898 bytes from 32256 bytes)',
    ]),
  ).toEqual({ ramBytes: 186, ramAvailableBytes: 2048, flashBytes: 1898, flashAvailableBytes: 32256 });
  expect(pioMemory(['Linking .pio/build/uno/firmware.elf'])).toBeNull();
});

test.each([
  [['Platform Manager: Installing atmelavr', 'HTTPClientError: '], 'npm run setup'],
  [['Library Manager: Installing adafruit/RTClib @ ^2.1', 'HTTPClientError: '], 'The library adafruit/RTClib is not'],
  [['Platform Manager: Installing atmelavr @ <5.99.0', 'HTTPClientError: '], 'The platform atmelavr of the sketch'],
  [['Platform Manager: Installing teensy', 'HTTPClientError: '], 'Connect to the internet and build again'],
  [
    ['Library Manager: Installing me/mine', 'Platform Manager: Installing atmelavr', 'HTTPClientError:'],
    'npm run setup',
  ],
  [["Error: Unknown board ID 'unoo'"], 'does not know the board `unoo`'],
  [["Error: This board doesn't support espidf framework!"], "PlatformIO: This board doesn't support espidf framework!"],
  [
    ["UnknownEnvNamesError: Unknown environment names 'bogus'. Valid names are 'uno'"],
    "Unknown environment names 'bogus'",
  ],
])("PlatformIO's own failure: %s", async (lines, words) => expect(await pioFailure(lines)).toContain(words));

test('a library that cannot be downloaded is reported with the ways to get it', async () => {
  const lines = [
    'Library Manager: Installing arduino-libraries/Servo',
    'Library Manager: Servo@1.2.2 has been installed!',
    'Library Manager: Installing arduino-libraries/LiquidCrystal',
    'HTTPClientError: ',
  ];
  expect(await pioFailure(lines, async () => null)).toBe(
    "The library arduino-libraries/LiquidCrystal is not on this computer, and PlatformIO's registry did not answer. Connect to the internet and build again. Without internet: copy the library to this computer and enter its folder in the sketch's libraries, which the full view (F8) shows.",
  );
  expect(await pioFailure(lines, async (name) => `/home/me/Arduino/libraries/${name}`)).toContain(
    'enter /home/me/Arduino/libraries/arduino-libraries/LiquidCrystal as its folder',
  );
});

test('a missing tool is reported with the command that installs it', async () => {
  const tools = { ...findTools(), pio: { installed: false, name: 'PlatformIO', howToGet: 'npm run setup' } } as const;
  const result = await buildWithPio({ projectDir: os.tmpdir(), tools });
  expect(result).toMatchObject({
    outcome: 'failed',
    message: 'PlatformIO is not installed. To get it: npm run setup.',
    firmware: null,
  });
});

const tools = findTools();
if (!tools.pio.installed) console.warn(`Builds are not tried: ${describeMissing(tools.pio)}`);

test('names the way to write firmware that is no Intel HEX file', async () => {
  const projectDir = mkdtempSync(path.join(os.tmpdir(), 'polyloop-pio-'));
  const pio = { installed: true, name: 'PlatformIO', command: ['/bin/true'], env: {} } as const;
  try {
    const result = await buildWithPio({ projectDir, tools: { ...tools, pio } });
    expect(result).toMatchObject({ outcome: 'failed', firmware: null });
    expect(result.message).toContain('run `pio run --target upload` in its folder');
  } finally {
    rmSync(projectDir, { recursive: true });
  }
});

describe.skipIf(!tools.pio.installed)('a real build', () => {
  const project = new TestProject();
  beforeAll(() => project.create());
  afterAll(() => project.remove());

  const build = async (body: string, options: { signal?: AbortSignal; onLine?: (line: BuildLine) => void } = {}) => {
    await project.writeBody(body);
    return buildWithPio({ projectDir: project.dir, tools, ...options });
  };

  test('builds firmware from C and C++ and measures its size', async () => {
    const lines: BuildLine[] = [];
    const result = await build('digitalWrite(13, rt_next());', { onLine: (line) => lines.push(line) });
    expect(result).toMatchObject({ outcome: 'ok', message: null, diagnostics: [] });
    expect(result.memory).toMatchObject({ ramAvailableBytes: 2048, flashAvailableBytes: 32256 });
    expect(result.memory?.flashBytes).toBeGreaterThan(400);
    expect(result.firmware?.format).toBe('intel-hex');
    expect(await readFile(result.firmware?.path ?? '', 'utf8')).toMatch(/^:10/);
    expect(lines[0]?.stream).toBe('command');
    expect(lines.some(({ text }) => text.startsWith('Linking'))).toBe(true);
  });

  test('a mistake in a body is found in that body, and corrected code builds again', async () => {
    const result = await build('int level = 1\ndigitalWrite(13, level);');
    expect(result).toMatchObject({ outcome: 'failed', message: null, firmware: null });
    expect(result.diagnostics[0]).toMatchObject({
      severity: 'error',
      element: { kind: 'task', name: 'Blink fast' },
      member: 'body',
      line: 2,
      column: 1,
      file: null,
    });
    expect(await build('int level = 1;\ndigitalWrite(13, level);')).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });

  test('a warning is repeated at each compilation', async () => {
    for (const level of [1, 2, 1]) {
      const result = await build(`int level = ${level};`);
      expect(result.outcome).toBe('ok');
      expect(result.diagnostics).toMatchObject([{ severity: 'warning', line: 1 }]);
    }
  });

  test('a function that is defined nowhere is found where it is called', async () => {
    const { outcome, diagnostics } = await build('\ndigitalWrite(13, nowhere(3));');
    expect(outcome).toBe('failed');
    expect(diagnostics).toMatchObject([{ severity: 'error', element: { kind: 'task', name: 'Blink fast' }, line: 2 }]);
    expect(diagnostics[0]?.message).toContain('`nowhere(int)` is used but defined nowhere');
  });

  test("settings of the user's PlatformIO have no effect", async () => {
    vi.stubEnv('PLATFORMIO_BUILD_DIR', path.join(project.dir, 'elsewhere'));
    vi.stubEnv('PLATFORMIO_BUILD_FLAGS', '-DHIGH=nonsense');
    const result = await build('digitalWrite(13, HIGH);');
    vi.unstubAllEnvs();
    expect(result).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });

  test('variables that do not fit into RAM are an error', async () => {
    const { outcome, diagnostics, firmware } = await build('static volatile char a[3000]; a[millis() % 3000] = 1;');
    expect({ outcome, firmware }).toEqual({ outcome: 'failed', firmware: null });
    expect(diagnostics.map(({ message }) => message).join()).toContain('RAM');
  });

  test('can be cancelled, and ends all processes', async () => {
    const abort = new AbortController();
    const result = await build('delay(1);', {
      signal: abort.signal,
      onLine: ({ stream }) => stream === 'out' && abort.abort(),
    });
    expect(result).toMatchObject({ outcome: 'cancelled', message: null, firmware: null });
    expect(await build('delay(2);')).toMatchObject({ outcome: 'ok' });
  });
});
