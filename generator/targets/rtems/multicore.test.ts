import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { realviewPbxA9 } from '../../boards/realview-pbx-a9/index.ts';
import { newInterrupt, newSketch, newTask } from '../../sketch/create.ts';
import type { Sketch, Task } from '../../sketch/model.ts';
import { generateProject } from '../generate.ts';

const statics = loadStatics();
const task = (name: string, periodUs: number, over: Partial<Task> = {}) => newTask(name, { periodUs, ...over });
const project = (over: Partial<Sketch>, ...tasks: Task[]) =>
  generateProject(newSketch('x', { target: 'rtems', board: realviewPbxA9.id, cores: 4, tasks, ...over }), {
    board: realviewPbxA9,
    statics,
  });
const settings = (...given: Parameters<typeof project>): ReadonlyMap<string, string> => {
  const { files, diagnostics } = project(...given);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const text = files.get('lib/polyloop/src/polyloop_rtems_settings.h') ?? '';
  return new Map([...text.matchAll(/^#define (\w+) ?(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
};
const problems = (...given: Parameters<typeof project>) =>
  project(...given).diagnostics.filter(({ severity }) => severity === 'error');

describe('a program for several cores', () => {
  it('leaves the schedule to the kernel: the runtime is without its own dispatcher', () => {
    const { files } = project({}, task('a', 20_000));
    expect(files.get('lib/polyloop/src/polyloop_config.h')).toContain('#define PL_CORES 4\n');
    expect(files.has('lib/polyloop/src/multicore.c')).toBe(true);
    for (const name of ['level.c', 'release.c', 'budget.c']) expect(files.has(`lib/polyloop/src/${name}`)).toBe(false);
    for (const name of ['recorder.c', 'frame.c', 'ring_buffer.c', 'configuration.c']) {
      expect(files.has(`lib/polyloop/src/${name}`), name).toBe(true);
    }
  });

  it('has the EDF SMP scheduler under EDF, and one queue for all cores', () => {
    const found = settings({ policy: 'edf' }, task('a', 20_000), task('b', 50_000, { core: 2 }));
    expect(found.has('CONFIGURE_SCHEDULER_EDF_SMP')).toBe(true);
    expect(found.get('PL_RTEMS_CLUSTERS')).toBe('0, 0');
    expect(found.get('PL_RTEMS_AFFINITIES')).toBe('15, 4');
  });

  it('has the Priority SMP scheduler, or Strong APA if a task may run on some cores only', () => {
    expect(settings({}, task('a', 20_000)).has('CONFIGURE_SCHEDULER_PRIORITY_SMP')).toBe(true);
    const bound = settings({}, task('a', 20_000), task('b', 50_000, { affinity: [1, 2] }));
    expect(bound.has('CONFIGURE_SCHEDULER_STRONG_APA')).toBe(true);
    expect(bound.get('PL_RTEMS_AFFINITIES')).toBe('15, 6');
  });

  it('has a scheduler for each cluster, and tasks in the order of urgency', () => {
    const found = settings(
      { clusterCores: 2 },
      task('slow', 90_000, { core: 0 }),
      task('fast', 20_000, { core: 3, affinity: [3] }),
    );
    expect(found.get('PL_RTEMS_CLUSTER_CORES')).toBe('2');
    expect(found.get('PL_RTEMS_CLUSTERS')).toBe('1, 0');
    expect(found.get('PL_RTEMS_AFFINITIES')).toBe('8, 3');
    expect(found.get('PL_RTEMS_SCHEDULER_ENTRIES')?.match(/TABLE_STRONG_APA/g)).toHaveLength(2);
    const assigned = [...(found.get('PL_RTEMS_SCHEDULER_ASSIGNMENTS') ?? '').matchAll(/ASSIGN\((\d)/g)];
    expect(assigned.map(([, index]) => index)).toEqual(['0', '0', '1', '1']);
  });

  it('has a tick of which all times and a second are multiples', () => {
    for (const [period, offset] of [
      [20_000, 0],
      [1500, 0],
      [12_500, 2500],
      [7000, 0],
    ] as const) {
      const tick = Number(settings({}, task('a', period, { offsetUs: offset })).get('PL_RTEMS_TICK_US'));
      for (const time of [period, offset, 1_000_000]) expect(time % tick).toBe(0);
      expect(tick).toBeLessThanOrEqual(1000);
    }
  });

  it('says which elements it cannot have, and where', () => {
    const pointers = (...given: Parameters<typeof project>) => problems(...given).map(({ pointer }) => pointer);
    const [late] = [task('late', 20_000, { deadlineUs: 10_000 })];
    expect(pointers({ policy: 'edf' }, late)).toEqual(['/tasks/0/deadlineUs']);
    expect(pointers({}, late)).toEqual([]);
    expect(pointers({}, task('a', 20_000, { overrun: 'stop' }))).toEqual(['/tasks/0/overrun']);
    expect(pointers({}, task('a', 20_000, { deadlineHandler: 'x();' }))).toEqual(['/tasks/0/deadlineHandler']);
    expect(pointers({ clusterCores: 1 }, task('a', 20_000))).toEqual(['/tasks/0']);
    expect(pointers({ clusterCores: 1 }, task('a', 20_000, { core: 1, affinity: [2] }))).toContain('/tasks/0/affinity');
    expect(pointers({}, task('a', 20_000, { kind: 'sporadic' }))).toEqual(['/tasks/0/kind']);
    expect(pointers({}, task('a', 1001))).toEqual(['/tasks']);
    const interrupts = [newInterrupt('i', '', { source: 'timer2', pin: null })];
    expect(pointers({ interrupts }, task('a', 20_000))).toContain('/interrupts/0');
    expect(pointers({ cores: 8 }, task('a', 20_000))).toContain('/cores');
  });
});
