import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { questPc } from '../../boards/quest-pc/index.ts';
import { newInterrupt, newSketch, newTask } from '../../sketch/create.ts';
import type { Sketch } from '../../sketch/model.ts';
import { generateProject } from '../generate.ts';

const statics = loadStatics();
const tasks = [
  newTask('late', { periodUs: 50_000, budgetUs: 10_000 }),
  newTask('early */ loop', { periodUs: 20_000, budgetUs: 1000 }),
];
const project = (over: Partial<Sketch> = {}, telemetry = true) =>
  generateProject(newSketch('x', { target: 'quest', board: questPc.id, tasks, ...over }), {
    ...{ board: questPc, statics, telemetry },
  });
const sketchOf = (...request: Parameters<typeof project>) => project(...request).files.get('src/qduino.c') ?? '';
const problemsOf = (over: Partial<Sketch>) =>
  project(over).diagnostics.flatMap(({ severity, pointer }) => (severity === 'error' ? [pointer] : []));

describe('the Qduino sketch', () => {
  it('has a loop for each task by its rate, and one for telemetry', () => {
    const text = sketchOf();
    const loops = [...text.matchAll(/void loop\((\d+), (\d+), (\d+)\)/g)].map(([, ...times]) => times.map(Number));
    // A task of 1 ms gets 2 ms, and one of 10 ms the ticks of that time as well.
    expect(loops).toEqual([
      [1, 2, 20],
      [2, 11, 50],
      [3, 1, 20],
    ]);
    expect(text).toContain('pl_quest_loop(0);');
    expect(text).toContain('// "early */ loop"');
    expect(text).toContain('pl_quest_telemetry();');
  });

  it('has one loop for all background tasks, with a period longer than all others', () => {
    const rest = ['a', 'b'].map((name) => newTask(name, { kind: 'background', budgetUs: 1000 }));
    const slow = newTask('slow', { periodUs: 30_000_000, budgetUs: 1000 });
    const text = sketchOf({ tasks: [slow, ...rest] });
    expect(text).toContain('void loop(2, UINT32_C(60000), UINT32_C(60000))');
    expect(text.match(/pl_quest_background\(\);/g)).toHaveLength(1);
  });

  it('has no loop for telemetry in a program without it, and the program counts its loops', () => {
    expect(sketchOf({}, false)).not.toContain('telemetry');
    const config = (telemetry: boolean) => project({}, telemetry).files.get('lib/polyloop/src/polyloop_config.h');
    expect(config(false)).toContain('#define PL_QUEST_LOOPS 2\n');
    expect(config(true)).toContain('#define PL_QUEST_LOOPS 3\n');
  });
});

describe('the Quest project', () => {
  it('has neither the parts of the runtime that schedule, nor those that record for threads', () => {
    const { files } = project();
    const names = [...files.keys()].map((file) => file.split('/').at(-1));
    for (const absent of ['dispatch.c', 'threads.c', 'release.c', 'trace_program.c'])
      expect(names).not.toContain(absent);
    for (const present of ['jobs.c', 'record.c', 'sequence.c', 'recorder.c', 'trace_mark.c'])
      expect(names).toContain(present);
  });

  it('is compiled by the compiler of the kernel, in languages that it knows, and fills whole pages', () => {
    const description = JSON.parse(project().files.get('build.json') ?? '{}');
    expect(description).toMatchObject({ compiler: 'quest', pageBytes: 4096 });
    expect(description.cFlags).toContain('-std=gnu99');
    expect(description.cppFlags).toContain('-std=gnu++11');
    expect(description.sources).toContain('src/libarduino.c');
  });

  it('warns that the kernel admits everything', () => {
    expect(project().diagnostics).toMatchObject([{ pointer: '/target', severity: 'warning' }]);
  });
});

describe('a sketch that Quest cannot run', () => {
  it('is refused at each element', () => {
    const task = (over: object) => ({ tasks: [newTask('a', { periodUs: 20_000, budgetUs: 1000, ...over })] });
    expect(problemsOf(task({ kind: 'sporadic' }))).toEqual(['/tasks/0/kind']);
    expect(problemsOf(task({ overrun: 'demote' }))).toEqual(['/tasks/0/overrun']);
    expect(problemsOf(task({ deadlineHandler: 'late();' }))).toEqual(['/tasks/0/deadlineHandler']);
    expect(problemsOf(task({ body: 'pl_job_micros();' }))).toEqual(['/tasks/0/body']);
    expect(problemsOf(task({ periodUs: 20_500 }))).toEqual(['/tasks/0/periodUs']);
    expect(problemsOf(task({ budgetUs: 1500 }))).toEqual(['/tasks/0/budgetUs']);
    expect(problemsOf({ policy: 'edf' })).toContain('/policy');
    const interrupts = [newInterrupt('i', '2', { handlerPeriodUs: 20_000, handlerBudgetUs: 1000 })];
    expect(problemsOf({ interrupts })).toContain('/interrupts/0');
  });
});
