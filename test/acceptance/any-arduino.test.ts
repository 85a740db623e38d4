/**
 * Boards that Polyloop knows from PlatformIO only. A generated project builds whole, with the core's own USB
 * line, and on a chip that can be emulated no response time exceeds its bound.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSketch } from '../../app/host/pipeline.ts';
import { boardOf } from '../../generator/boards/index.ts';
import { trialOf } from '../../generator/boards/own-platform.ts';
import type { BoardFacts } from '../../generator/sketch/board-facts.ts';
import { readTable } from '../../platformio/driver/boards/table.ts';
import { ownFile } from '../../platformio/setup/paths.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { usually } from '../every-case.ts';
import { Builds, type Decoded, decode, missing, observedJobs, parseSketch, runOnBoard, starter } from './firmware.ts';
import { type AdmittedSketch, admittedSketches } from './random-sketches.ts';

const AVR = { platform: 'atmelavr', clockHz: 16_000_000 };
const LEONARDO: BoardFacts = {
  ...AVR,
  ...{ name: 'Arduino Leonardo', mcu: 'atmega32u4', ramBytes: 2560, flashBytes: 28_672, usb: ['2341:8036'] },
};
/** A board with the chip of the Uno. */
const PRO_MINI: BoardFacts = {
  ...AVR,
  ...{ name: 'Arduino Pro Mini', mcu: 'atmega328p', ramBytes: 2048, flashBytes: 30_720, usb: [] },
};
const SMALL = {
  ...{ polyloop: 1, name: 'small', target: 'superloop' },
  tasks: [{ name: 'blink', periodUs: 100_000, budgetUs: 1000, setup: 'pinMode(13, OUTPUT);' }],
};
const RUN_US = 2_000_000;
const BAD = ['deadline-miss', 'budget-exhausted', 'release-dropped', 'events-dropped', 'gap'];

const builds = new Builds();
afterAll(() => builds.remove());

if (missing !== null) it.skip(`not installed, so nothing of this was tried: ${missing}`, () => {});

describe.skipIf(missing !== null)('an Arduino Leonardo', () => {
  it('gets a program that prints over its USB line', async () => {
    const sketch = { ...(await starter('logger')), board: 'leonardo', boardFacts: LEONARDO };
    expect((await builds.firmware(sketch, 'leonardo')).end).toBeGreaterThan(8000);
  });
});

describe.skipIf(missing !== null)('the boards of Polyloop’s own platform', () => {
  const table = readTable().filter(({ platform, id }) => trialOf(platform, id) !== 'none');

  it('are those of the list in generator/boards', () => {
    const manifests = readdirSync(ownFile('platform', 'boards')).map((name) => name.replace(/\.json$/, ''));
    expect(table.map(({ id }) => id).sort()).toEqual(manifests.sort());
  });

  it.each(table.filter(({ id }) => usually(['nanoatmega168', 'a-star32U4'].includes(id), true)))(
    'build a sketch: $id',
    async ({ id, vendor: _, ...facts }) => {
      const boardFacts = { ...facts, usb: [...facts.usb] };
      const sketch = parseSketch(JSON.stringify({ ...SMALL, board: id, boardFacts }));
      expect((await builds.firmware(sketch, 'small')).end).toBeGreaterThan(1000);
    },
  );
});

describe.skipIf(missing !== null)('an AVR board that only PlatformIO’s registry builds', () => {
  it('gets a platform that is not Polyloop’s own, and another one does not', () => {
    const platformOf = (id: string) => {
      const { vendor: _, usb, ...facts } = readTable().find((one) => one.id === id) ?? expect.fail(id);
      return boardOf({ board: id, boardFacts: { ...facts, usb: [...usb] } })?.platformio?.platform;
    };
    expect(platformOf('1284p16m')).toBe('atmelavr@<5.99.0');
    expect(platformOf('leonardo')).toBe('atmelavr');
    expect(platformOf('teensy40')).toBe('teensy');
  });

  it('is built by that platform where it is installed beside Polyloop’s', async () => {
    const { pio, ...tools } = findTools();
    if (!pio.installed) throw new Error('no PlatformIO');
    const toolsDir = mkdtempSync(path.join(tmpdir(), 'polyloop-tools-'));
    const core = path.join(toolsDir, 'platformio');
    cpSync(pio.env.PLATFORMIO_CORE_DIR ?? '', core, { recursive: true });
    // The registry's platform with the part of it that Polyloop's has, and a board that only the registry's has.
    const [own, registry] = [path.join(core, 'platforms', 'atmelavr'), path.join(core, 'platforms', 'atmelavr@5.2.0')];
    cpSync(own, registry, { recursive: true });
    for (const file of ['platform.json', '.piopm']) {
      const text = readFileSync(path.join(registry, file), 'utf8');
      writeFileSync(path.join(registry, file), text.replace('5.99.0', '5.2.0'));
    }
    renameSync(path.join(registry, 'boards', 'uno.json'), path.join(registry, 'boards', '328p-x.json'));
    const boardFacts: BoardFacts = { ...PRO_MINI, name: 'Other' };
    const sketch = parseSketch(JSON.stringify({ ...SMALL, board: '328p-x', boardFacts }));
    const own328 = {
      ...tools,
      toolsDir,
      pio: { ...pio, env: { ...pio.env, PLATFORMIO_CORE_DIR: core } },
    };
    const lines: string[] = [];
    const built = await buildSketch(
      {
        ...{ sketch, dir: path.join(toolsDir, 'project'), tool: 'platformio', signal: new AbortController().signal },
        onLine: ({ text }) => lines.push(text),
      },
      { tools: own328 },
    );
    rmSync(toolsDir, { recursive: true });
    expect(built.outcome, lines.join('\n')).toBe('ok');
    expect(lines.join('\n')).toMatch(/PLATFORM: .*\(5\.2\.0\)/);
  });
});

describe.skipIf(missing !== null)('an Arduino Pro Mini', () => {
  const place = { board: 'pro16MHzatmega328', boardFacts: PRO_MINI };
  const sketches = admittedSketches(usually(3, 12), 1, place);

  it('counts overheads that were not measured on it', () => {
    expect(boardOf(place)?.targets.superloop?.overheadsOf).toBe('ATmega328P/2560');
  });

  describe.each(sketches.map((one) => ({ title: `${one.sketch.policy}, seed ${one.seed}`, one })))(
    '$title',
    ({ one }) => {
      let decoded: Decoded;
      const { sketch, admission }: AdmittedSketch = one;

      beforeAll(async () => {
        decoded = decode(runOnBoard(await builds.firmware(sketch, 'random'), RUN_US));
      });

      it('misses, drops and reports nothing', () => {
        expect(decoded.events.filter(({ kind }) => BAD.includes(kind))).toEqual([]);
        expect(decoded.faults).toBe(0);
      });

      it('never exceeds a predicted response time', () => {
        const jobs = observedJobs(sketch, decoded);
        for (const { task, name, responseNs, deadlineNs } of admission.tasks) {
          const own = jobs[task] ?? [];
          const { periodUs, offsetUs = 0 } = sketch.tasks[task] ?? {};
          expect(own.length).toBeGreaterThanOrEqual(Math.floor((0.95 * RUN_US - offsetUs) / (periodUs ?? 1)));
          const worstNs = Math.max(...own.map((job) => job.responseNs));
          expect(worstNs, `${name} of ${JSON.stringify(sketch.tasks)}`).toBeLessThanOrEqual(responseNs ?? deadlineNs);
        }
      });
    },
  );
});
