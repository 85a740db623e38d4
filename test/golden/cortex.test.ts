/** A starter for the virtual Arm board: compiled without a warning, built by the driver, and run in QEMU. */
import { afterAll, describe, expect, it } from 'vitest';
import { openDevice } from '../../app/host/devices/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { buildForCortex, tools } from './compilers.ts';
import { board, generated, sketchNamed, Workspace } from './projects.ts';
import { decode, runOnCortex, timesUs } from './traced-run.ts';

const BOARD = 'mps2-an385';
const { armGcc, armGxx, qemuArm } = tools;
const missing = [armGcc, armGxx, qemuArm].find((tool) => !tool.installed);
if (missing && !missing.installed) console.warn(`Not built for the Arm board: ${describeMissing(missing)}`);

const workspace = new Workspace();
afterAll(() => workspace.remove());

const runOnBoard = (elf: string) => runOnCortex(elf, 400_000);

describe.skipIf(missing !== undefined)('built with the Arm compiler', () => {
  const build = (sketch: Sketch, telemetry = true) => {
    const project = generated(sketch, BOARD, { telemetry });
    expect(project.diagnostics).toEqual([]);
    return buildForCortex(workspace, project);
  };

  it('overload misses the deadlines of the expected schedule, and gives the same bytes each time', async () => {
    const built = await build(await sketchNamed('overload'));
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [], firmware: { format: 'elf' } });
    expect(built.memory?.flashBytes).toBeGreaterThan(1000);
    expect(built.memory?.ramBytes).toBeGreaterThan(100);
    const first = await runOnBoard(built.firmware?.path ?? '');
    expect(first.state).toBe('stopped');
    const run = decode(first.bytes);
    expect(run.faults).toBe(0);
    const misses = timesUs(run, 'deadline-miss', 0);
    expect(misses.length).toBeGreaterThanOrEqual(8);
    misses.forEach((at, k) => {
      expect(at - k * 40_000).toBeGreaterThan(20_000);
      expect(at - k * 40_000).toBeLessThan(22_500);
    });
    expect(timesUs(run, 'deadline-miss', 1)).toEqual([]);
    expect((await runOnBoard(built.firmware?.path ?? '')).bytes).toEqual(first.bytes);
  });

  it("compiles Arduino's functions that need no pin", async () => {
    const body = [
      'randomSeed(1); long r = random(5, 6); int m = map(5, 0, 10, 0, 100);',
      'double s = sqrt(16.0) + pow(2.0, 3.0) + sin(0.0) + constrain(7, 0, 1) + abs(-2);',
      'byte b = 0; bitSet(b, 3); Serial.print(r); Serial.print(m); Serial.print(b);',
      'delayMicroseconds(5); Serial.println(s, 3); Serial.println(millis() < 1000);',
    ].join('\n');
    const built = await build(newSketch('x', { tasks: [newTask('a', { body })] }));
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    const { text } = decode((await runOnBoard(built.firmware?.path ?? '')).bytes);
    expect(text).toMatch(/^550815\.000\r\n1\r\n/);
  });

  it('a sketch builds without telemetry', async () => {
    expect(await build(await sketchNamed('overload'), false)).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });

  it('lists the existing pins in the error at the line that uses another pin', async () => {
    const built = await build(newSketch('x', { tasks: [newTask('a', { body: '\ndigitalWrite(13, HIGH);' })] }));
    expect(built.outcome).toBe('failed');
    const message = expect.stringMatching(
      /^this pin .* Arm MPS2 AN385 \(virtual\): it has LED0 .* choose one of these/,
    );
    const place = { element: { kind: 'task', name: 'a' }, member: 'body', line: 2 };
    expect(built.diagnostics).toEqual([expect.objectContaining({ severity: 'error', message, ...place })]);
  });

  it('runs in real time, and can be paused and stopped', async () => {
    const built = await build(await sketchNamed('overload'));
    const device = await openDevice('qemu', board(BOARD));
    let bytes = 0;
    const states: string[] = [];
    await device.start(
      { format: 'elf', path: built.firmware?.path ?? '' },
      {
        serial: (chunk) => {
          bytes += chunk.length;
        },
        status: ({ state }) => void states.push(state),
        pins: () => {},
      },
    );
    while (bytes < 100) await new Promise((resolve) => setTimeout(resolve, 20));
    await device.pause();
    await device.resume();
    const before = bytes;
    while (bytes <= before) await new Promise((resolve) => setTimeout(resolve, 20));
    await device.stop();
    await device.stop();
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual(['running', 'paused', 'running', 'stopped']);
  });
});
