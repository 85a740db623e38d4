/**
 * The split of a sketch does what the sketch does: random sketches of guarded blocks, delays and other
 * code are built as they are and as their split. Both run on the virtual Uno, and each pin changes as
 * often and at the same times.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FirmwareImage } from '../../app/host/devices/device.ts';
import { VirtualUno } from '../../app/host/devices/virtual-uno.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { boardById } from '../../generator/boards/index.ts';
import { importSketch } from '../../generator/import/import.ts';
import type { Board } from '../../generator/platform/board.ts';
import { readEdgeWord } from '../../generator/trace/pins/edge-word.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { Random } from '../random.ts';

/** More in a long run. Each sketch is built twice. */
const SKETCHES = Number(process.env.POLYLOOP_IMPORTS ?? 2);
const RUN_NS = 4e9;
const PINS = ['4', '5', '6', '7'];

const tools = findTools();
const { pio } = tools;
if (!pio.installed) console.warn(`Imports are not run: ${describeMissing(pio)}`);

/** A guarded block that toggles a pin, in one of the usual forms. */
function blockOf(random: Random, pin: string): { declarations: string; loop: string } {
  const ms = [50, 70, 100, 250, 330][Math.floor(random.next() * 5)] ?? 50;
  const toggle = `digitalWrite(${pin}, !digitalRead(${pin}));`;
  const last = `last${pin}`;
  const forms = [
    {
      declarations: `unsigned long ${last};`,
      loop: `if (millis() - ${last} >= ${ms}) { ${last} += ${ms}; ${toggle} }`,
    },
    { declarations: `unsigned long ${last} = ${ms};`, loop: `if (now >= ${last}) { ${last} += ${ms}; ${toggle} }` },
    {
      declarations: `struct { unsigned long at; int each; } t${pin} = {0, ${ms}};`,
      loop: `if (now - t${pin}.at >= t${pin}.each) { t${pin}.at += t${pin}.each; ${toggle} }`,
    },
    {
      declarations: `unsigned long ${last};\nvoid block${pin}() {\n  if (millis() - ${last} < ${ms}) return;\n  ${last} += ${ms};\n  ${toggle}\n}`,
      loop: `block${pin}();`,
    },
    {
      declarations: `const unsigned long EACH${pin} = ${ms} * 1000UL;\nunsigned long ${last};`,
      loop: `if (micros() - ${last} >= EACH${pin}) { ${last} += EACH${pin}; ${toggle} }`,
    },
  ];
  return forms[Math.floor(random.next() * forms.length)] ?? { declarations: '', loop: '' };
}

function sketchOf(seed: number): string {
  const random = new Random(seed);
  const blocks = PINS.map((pin) => blockOf(random, pin));
  const setup = PINS.map((pin) => `  pinMode(${pin}, OUTPUT);`).join('\n');
  const loop = blocks.map((block) => `  ${block.loop}`).join('\n');
  return `${blocks.map((block) => block.declarations).join('\n')}\nint rest;\nvoid setup() {\n${setup}\n}\nvoid loop() {\n  unsigned long now = millis();\n${loop}\n  rest++;\n}\n`;
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyloop-split-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function original(text: string): Promise<FirmwareImage> {
  const projectDir = join(folder, 'original');
  await mkdir(join(projectDir, 'src'), { recursive: true });
  await writeFile(
    join(projectDir, 'platformio.ini'),
    '[env:uno]\nplatform = atmelavr\nboard = uno\nframework = arduino\n',
  );
  await writeFile(join(projectDir, 'src', 'main.cpp'), `#include <Arduino.h>\n${text}`);
  const { firmware, message, diagnostics } = await buildWithPio({ projectDir, tools });
  if (firmware === null) throw new Error(`${message}\n${JSON.stringify(diagnostics)}\n${text}`);
  return firmware;
}

async function split(text: string): Promise<FirmwareImage> {
  const imported = importSketch([{ name: 'random.ino', text }]);
  if (!imported.ok) throw new Error(imported.message);
  expect(imported.notes.filter(({ kind }) => kind === 'kept')).toEqual([]);
  expect(imported.sketch.tasks).toHaveLength(PINS.length + 1);
  const signal = new AbortController().signal;
  const request = {
    sketch: imported.sketch,
    dir: join(folder, 'split'),
    tool: 'platformio',
    signal,
    onLine: () => {},
  } as const;
  const { firmware, message, diagnostics } = await buildSketch(request);
  if (firmware === null) throw new Error(`${message}\n${JSON.stringify(diagnostics)}\n${text}`);
  return firmware;
}

/** The times at which each pin changed, in ms. */
async function edgesOf(firmware: FirmwareImage): Promise<Map<string, number[]>> {
  const device = new VirtualUno('virtual', boardById('uno') as Board);
  const times = new Map<string, number[]>(PINS.map((pin) => [pin, []]));
  await device.pause();
  device.setSpeed(Number.POSITIVE_INFINITY);
  await device.start(firmware, {
    serial: () => {},
    status: () => {},
    pins: () => {},
    edges: ({ pins, baseCycle, words, clockHz }) => {
      for (const word of words) {
        const { pin, since } = readEdgeWord(word);
        times.get(pins[pin] ?? '')?.push(((baseCycle + since) / clockHz) * 1000);
      }
    },
  });
  await device.runFor(RUN_NS);
  await device.stop();
  return times;
}

describe.skipIf(!pio.installed)('a random sketch and its split', () => {
  it.each(Array.from({ length: SKETCHES }, (_, i) => i + 1))('change the pins alike: sketch %i', async (seed) => {
    const text = sketchOf(seed);
    const [before, after] = [await edgesOf(await original(text)), await edgesOf(await split(text))];
    for (const pin of PINS) {
      const [first = [], second = []] = [before.get(pin), after.get(pin)];
      expect(first.length, `pin ${pin} changes\n${text}`).toBeGreaterThan(5);
      expect(Math.abs(first.length - second.length), `pin ${pin}\n${text}`).toBeLessThanOrEqual(1);
      // Arduino's clock advances in steps of 1 and 2 ms, and the board starts a few ms earlier or later.
      for (const [i, at] of first.slice(0, second.length).entries()) {
        expect(Math.abs(at - (second[i] ?? 0)), `pin ${pin}, change ${i}\n${text}`).toBeLessThan(15);
      }
    }
  });
});
