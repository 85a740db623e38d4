import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { boardById } from '../../generator/boards/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { PinRecord } from '../../generator/trace/pins/pin-record.ts';
import { toolsDir } from '../../platformio/setup/paths.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { usually } from '../../test/every-case.ts';
import type { BuildTool } from '../contract/builds.ts';
import type { BuildOutcome } from './builds/build.ts';
import { HostProcess } from './devices/host-process.ts';
import { kernelOf } from './kernels.ts';
import { hostPaths } from './paths.ts';
import { buildSketch } from './pipeline.ts';
import { Templates } from './projects/templates.ts';

const { pio, arduinoCli, hostCc, hostCxx } = findTools();
const never = new AbortController().signal;

let dir: string;
const lines: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-pipeline-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

function build(sketch: Sketch, folder: string, signal = never, tool: BuildTool = 'platformio'): Promise<BuildOutcome> {
  lines.length = 0;
  const onLine = ({ text }: { text: string }) => void lines.push(text);
  return buildSketch({ sketch, dir: join(dir, folder), tool, signal, onLine });
}

const withBody = (body: string) => newSketch('s', { tasks: [newTask('Blink fast', { body })] });

describe('without any tool', () => {
  it('a sketch for an unknown board is rejected', async () => {
    await expect(build({ ...withBody(''), board: 'nowhere' }, 'x')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a build that was cancelled before its start does nothing', async () => {
    expect(await build(withBody(''), 'cancelled', AbortSignal.abort())).toMatchObject({ outcome: 'cancelled' });
    expect(lines).toEqual([]);
  });

  it('a missing tool is reported with the command that installs it', async () => {
    const missing = { installed: false, name: 'PlatformIO', howToGet: 'do this' } as const;
    const tools = { ...findTools(), pio: missing };
    const request = {
      sketch: withBody(''),
      dir: join(dir, 'bare'),
      tool: 'platformio',
      signal: never,
      onLine: () => {},
    };
    const outcome = await buildSketch({ ...request, tool: 'platformio' }, { tools });
    expect(outcome).toMatchObject({ outcome: 'failed', message: expect.stringContaining('do this'), firmware: null });
  });
});

describe.skipIf(!pio.installed)('with PlatformIO', () => {
  it('every starter can be built into firmware, or reports its missing kernel', async () => {
    const templates = new Templates(join(hostPaths().program, 'templates', 'sketches'));
    for (const [index, { id }] of (await templates.list()).entries()) {
      const { sketch } = await templates.open(id);
      // test/golden/starters.test.ts builds and runs those without a kernel.
      if (sketch.target === 'superloop' && index % usually(4, 1) > 0) continue;
      const outcome = await build(sketch, id);
      if (kernelOf(sketch.target)?.installed === false) {
        expect(outcome.diagnostics).toContainEqual(expect.objectContaining({ severity: 'error', member: 'target' }));
        continue;
      }
      expect({ id, ...outcome }).toMatchObject({ id, outcome: 'ok', diagnostics: [] });
      expect(outcome.memory?.ramAvailableBytes).toBe(2048);
    }
  });

  it('the same sketch gives the same firmware in any folder', async () => {
    // PlatformIO has variables in paths.
    const odd = 'two $HOME $(x)';
    const standIn = join(toolsDir, 'builds', createHash('sha256').update(join(dir, odd)).digest('hex').slice(0, 16));
    onTestFinished(() => rm(standIn, { recursive: true, force: true }));
    const images = ['one', odd].map(async (folder) => {
      const { firmware } = await build(withBody('delay(1);'), folder);
      expect(firmware?.path.startsWith(join(dir, folder))).toBe(true);
      return readFile(firmware?.path ?? '');
    });
    const [one, two] = await Promise.all(images);
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
  });

  it('a changed body recompiles only its own file', async () => {
    await build(withBody('digitalWrite(13, HIGH);'), 'changing');
    const untouched = join(dir, 'changing', 'platformio.ini');
    const before = await stat(untouched);
    // The body is unique, so no cache of the build tool contains it.
    const outcome = await build(withBody(`digitalWrite(13, LOW); // ${dir}`), 'changing');
    expect(outcome.outcome).toBe('ok');
    const compiled = lines.filter((text) => text.startsWith('Compiling'));
    expect(compiled).toHaveLength(1);
    expect((await stat(untouched)).mtimeMs).toBe(before.mtimeMs);
  });

  it('an error in a body is reported in its task, at its line', async () => {
    const outcome = await build(withBody('int a = 1;\nint b = a +;\n'), 'broken');
    expect(outcome).toMatchObject({ outcome: 'failed', firmware: null });
    expect(outcome.diagnostics).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        element: { kind: 'task', name: 'Blink fast' },
        member: 'body',
        line: 2,
      }),
    );
  });

  it('a build can be cancelled while it runs, and the next build in its folder works', async () => {
    const abort = new AbortController();
    const building = buildSketch({
      sketch: withBody('delay(1);'),
      dir: join(dir, 'stopped'),
      tool: 'platformio',
      signal: abort.signal,
      onLine: ({ stream }) => stream === 'out' && abort.abort(),
    });
    expect(await building).toMatchObject({ outcome: 'cancelled', firmware: null });
    expect(await build(withBody('delay(1);'), 'stopped')).toMatchObject({ outcome: 'ok' });
  });

  it('two builds in one folder run one after the other', async () => {
    const waiting: string[] = [];
    const request = { dir: join(dir, 'shared'), tool: 'platformio', signal: never } as const;
    const onLine = ({ text }: { text: string }) => void waiting.push(text);
    const outcomes = await Promise.all(
      ['delay(1);', 'delay(2);'].map((body) => buildSketch({ ...request, sketch: withBody(body), onLine })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(waiting.filter((text) => text.startsWith('Waiting'))).toHaveLength(1);
  });
});

describe.skipIf(!arduinoCli.installed)('with arduino-cli', () => {
  it('a sketch is built into firmware, and an error in a body is reported at its line', async () => {
    const good = await build(withBody('digitalWrite(13, HIGH);'), 'arduino', never, 'arduino-cli');
    expect(good).toMatchObject({ outcome: 'ok', firmware: { format: 'intel-hex' } });
    const bad = await build(withBody('\nint b = a +;'), 'arduino', never, 'arduino-cli');
    expect(bad.outcome).toBe('failed');
    expect(bad.diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'error', element: { kind: 'task', name: 'Blink fast' }, line: 2 }),
    );
  });
});

describe.skipIf(!hostCc.installed || !hostCxx.installed)('for this computer', () => {
  it('a sketch is built into a program', async () => {
    const outcome = await build({ ...withBody('delay(1);'), board: 'host' }, 'host');
    expect(outcome).toMatchObject({ outcome: 'ok', firmware: { format: 'executable' } });
  });

  it('a program reports the levels of its pins, at the time of the job that writes them', async () => {
    const sketch = newSketch('s', {
      board: 'host',
      tasks: [newTask('Blink', { periodUs: 10_000, body: 'static bool on; on = !on; digitalWrite(13, on);' })],
    });
    const { firmware } = await build(sketch, 'pins');
    if (firmware === null) throw new Error(lines.join('\n'));
    const device = new HostProcess('host', boardById('host') as Board);
    const record = new PinRecord();
    await device.pause();
    await device.start(firmware, {
      ...{ serial: () => {}, status: () => {}, pins: () => {} },
      edges: (report) => record.add(report, () => 0),
    });
    await device.runFor(95e6);
    const levels = record.levels('13');
    expect(levels?.end).toBe(10);
    expect(levels?.levelAfter(0)).toBe(1);
    expect(Array.from({ length: 10 }, (_, edge) => Math.round((levels?.timeNs(edge) ?? 0) / 1e6))).toEqual([
      0, 10, 20, 30, 40, 50, 60, 70, 80, 90,
    ]);
  });
});
