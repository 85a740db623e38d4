import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { realviewPbxA9 } from '../../boards/realview-pbx-a9/index.ts';
import { newSketch, newTask } from '../../sketch/create.ts';
import type { Sketch } from '../../sketch/model.ts';
import { generateProject } from '../generate.ts';
import { kernelTickUs } from './tick.ts';

const statics = loadStatics();
const tasks = [newTask('late', { periodUs: 12_000 }), newTask('early', { periodUs: 6000, exhaustion: 'wait' })];
const project = (over: Partial<Sketch> = {}) =>
  generateProject(newSketch('x', { target: 'rtems', board: realviewPbxA9.id, tasks, ...over }), {
    board: realviewPbxA9,
    statics,
  });

describe('the RTEMS project', () => {
  it('contains the runtime with its ports, the configuration, and no kernel', () => {
    const { files, diagnostics } = project();
    expect(diagnostics).toEqual([]);
    const library = (name: string) => files.get(`lib/polyloop/src/${name}`);
    expect(library('configuration.c')).toBe(statics.get('runtime-c/port/rtems/configuration.c'));
    expect(library('rtems_threads.c')).toBe(statics.get('runtime-c/port/rtems/threads.c'));
    expect(library('timer.c')).toBe(statics.get('runtime-c/port/realview-pbx-a9/timer.c'));
    expect(library('polyloop_config.h')).toContain('#define PL_PREEMPTIVE 1\n');
    expect(library('polyloop_rtems_settings.h')).toContain('#define PL_RTEMS_TICK_US 5000\n');
    for (const [path, text] of files) expect(text, path).not.toMatch(/\{\{\w+\}\}/);
  });

  it('is compiled by the compiler of the kernel, with its own linker script', () => {
    const description = JSON.parse(project().files.get('build.json') ?? '{}');
    expect(description).toMatchObject({ compiler: 'rtems' });
    expect(description.memory).toBeUndefined();
    expect(description.linkFlags).not.toContain('-T');
    expect(description.sources).toContain('lib/polyloop/src/configuration.c');
  });

  it('is the same for the same sketch', () => {
    expect([...project().files]).toEqual([...project().files]);
  });
});

describe('the tick of the kernel', () => {
  const tick = (...periodTicks: number[]) =>
    kernelTickUs(
      periodTicks.map((each) => ({ periodTicks: each })),
      1_000_000,
    );

  it('is no longer than the shortest period, and a whole number of ticks is a second', () => {
    for (const period of [1000, 1500, 3999, 4000, 9000, 15_000, 50_000, 1_000_000]) {
      expect(tick(period, 2_000_000)).toBeLessThanOrEqual(period);
      expect(1_000_000 % tick(period)).toBe(0);
    }
  });

  it('is 1 to 20 ms, and 10 ms without a period', () => {
    expect(tick(100)).toBe(1000);
    expect(tick(1_000_000)).toBe(20_000);
    expect(tick(0)).toBe(10_000);
    expect(tick()).toBe(10_000);
  });
});
