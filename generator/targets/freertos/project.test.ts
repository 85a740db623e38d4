import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { mps2An385 } from '../../boards/mps2-an385/index.ts';
import { uno } from '../../boards/uno/index.ts';
import { newChannel, newResource, newSketch, newTask } from '../../sketch/create.ts';
import type { Sketch } from '../../sketch/model.ts';
import { generateProject } from '../generate.ts';

const statics = loadStatics();
const tasks = [newTask('late', { stackBytes: 300 }), newTask('early', { periodUs: 5_000, exhaustion: 'wait' })];
const project = (over: Partial<Sketch> = {}, board = uno, kernel: ReadonlyMap<string, string> | null = null) =>
  generateProject(newSketch('x', { target: 'freertos', tasks, ...over }), { board, statics, kernel });
const main = (over: Partial<Sketch> = {}) => project(over).files.get('src/main.cpp') ?? '';

/** Stands for a checkout: the printer copies the files that it receives. */
const kernel = new Map([
  ['tasks.c', 'one'],
  ['include/task.h', 'two'],
  ['portable/GCC/ARM_CM3/port.c', 'three'],
]);

describe('the FreeRTOS project', () => {
  it('contains the runtime with its FreeRTOS port, configured for preemption', () => {
    const { files } = project();
    expect(files.get('lib/polyloop/src/threads.c')).toBeDefined();
    expect(files.get('lib/polyloop/src/portmacro.h')).toBe(statics.get('runtime-c/port/freertos/portmacro.h'));
    expect(files.get('lib/polyloop/src/polyloop_config.h')).toContain('#define PL_PREEMPTIVE 1\n');
    const config = files.get('lib/polyloop/src/FreeRTOSConfig.h');
    expect(config).toContain('#define configCPU_CLOCK_HZ UINT32_C(16000000)\n#define PL_KERNEL_TICK_HZ 200\n');
    for (const [path, text] of files) expect(text, path).not.toMatch(/\{\{\w+\}\}/);
  });

  it('declares the stacks in the order of the task table, then those of the manager and the idle thread', () => {
    const text = main();
    const sizes = [...text.matchAll(/^PL_STACK\((\w+), (\d+)\);$/gm)].map(([, name, bytes]) => [name, Number(bytes)]);
    const { stackBytes, managerStackBytes, idleStackBytes } = uno.targets.freertos?.threads ?? {};
    expect(sizes).toEqual([
      ['pl_own_stack_early', stackBytes],
      ['pl_own_stack_late', 300],
      ['pl_manager_stack', managerStackBytes],
      ['pl_idle_stack', idleStackBytes],
    ]);
    const rows = [...text.matchAll(/\.base = (\w+), \.units = sizeof (\w+) \/ sizeof\(pl_stack_unit_t\)/g)];
    expect(rows.map(([, base]) => base)).toEqual(sizes.map(([name]) => name));
    expect(rows.map(([, , size]) => size)).toEqual(sizes.map(([name]) => name));
    expect([...text.matchAll(/\.exhaustion = (\w+)/g)].map(([, how]) => how)).toEqual([
      'PL_EXHAUSTION_WAIT',
      'PL_EXHAUSTION_BACKGROUND',
    ]);
  });

  it('prevents handlers, which run concurrently with their task, from using its channels and resources', () => {
    const [first, second] = tasks;
    if (first === undefined || second === undefined) throw new Error('two tasks');
    const text = main({
      tasks: [{ ...first, deadlineHandler: 'late();', setup: 'begin();' }, second],
      channels: [newChannel('level', { writer: 'late', readers: ['early'] })],
      resources: [newResource('bus', { users: [{ task: 'late', criticalSectionUs: 5 }] })],
    });
    const order = [
      'namespace task_late',
      '#define level_write(...) (_Pragma("GCC error \\"a handler of task',
      '#define bus_guard (_Pragma("GCC error \\"a handler of task',
      'pl_deadline_handler(void)',
      '#undef level_write',
      '#undef bus_guard',
      'static inline bool level_write(',
      'struct bus_guard',
      'pl_setup(void)',
      'pl_body(void)',
      'namespace task_early',
      'is not a user of resource',
    ];
    const places = order.map((piece) => text.indexOf(piece));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('copies the kernel unchanged', () => {
    const { files } = project({}, mps2An385, kernel);
    const taken = [...files].filter(([path]) => path.startsWith('lib/freertos/'));
    expect(taken).toEqual([
      ['lib/freertos/port/port.c', 'three'],
      ['lib/freertos/src/task.h', 'two'],
      ['lib/freertos/src/tasks.c', 'one'],
    ]);
    const description: unknown = JSON.parse(files.get('build.json') ?? '');
    expect(description).toMatchObject({ includeDirs: ['lib/polyloop/src', 'lib/freertos/src', 'lib/freertos/port'] });
    expect(files.get('build.json')).toContain('"lib/freertos/src/tasks.c"');
  });

  it('explains how to get the kernel if it is missing', () => {
    for (const board of [uno, mps2An385]) {
      const { files } = project({}, board);
      expect([...files.keys()].filter((path) => path.startsWith('lib/freertos/'))).toEqual([]);
      expect(files.get('README.md')).toMatch(/FREERTOS_KERNEL_PATH.*\n.*FreeRTOS-Kernel> \(V11 or later\)/);
    }
  });
});
