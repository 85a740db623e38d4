import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { uno } from '../../boards/uno/index.ts';
import { newSketch, newTask } from '../../sketch/create.ts';
import { generateProject } from '../generate.ts';

const statics = loadStatics();
const project = (over: object = {}) =>
  generateProject(newSketch('x', { target: 'preemptive', tasks: [newTask('a')], ...over }), { board: uno, statics });
const config = (over: object = {}) => project(over).files.get('lib/polyloop/src/polyloop_config.h');

describe('the project with preemption on one stack', () => {
  it('has neither threads nor their stacks', () => {
    const { files, diagnostics } = project();
    expect(diagnostics).toEqual([]);
    expect(config()).toContain('#define PL_ONE_STACK 1\n');
    expect(config()).not.toContain('PL_PREEMPTIVE');
    // Only budgets of interrupts have servers.
    expect(config()).not.toContain('PL_SERVER_REFILLS');
    const main = files.get('src/main.cpp') ?? '';
    expect(main).not.toContain('pl_stacks');
    expect(main).not.toContain('.exhaustion');
  });

  it('says what happens to an exhausted job if one can be stopped', () => {
    const tasks = [newTask('a', { exhaustion: 'stop' }), newTask('b', { exhaustion: 'wait' })];
    expect(config()).not.toContain('PL_USES_EXHAUSTION_STOP');
    expect(config({ tasks })).toContain('#define PL_USES_EXHAUSTION_STOP 1\n');
    const main = project({ tasks }).files.get('src/main.cpp') ?? '';
    expect([...main.matchAll(/\.exhaustion = (\w+)/g)].map(([, how]) => how)).toEqual([
      'PL_EXHAUSTION_STOP',
      'PL_EXHAUSTION_BACKGROUND',
    ]);
  });

  it('has no file of a kernel', () => {
    const paths = [...project().files.keys()];
    expect(paths).toContain('lib/polyloop/src/preempt.c');
    expect(paths.filter((path) => /freertos/i.test(path))).toEqual([]);
  });

  it('keeps channels from handlers, which run in the middle of a job', () => {
    const { files } = project({ tasks: [newTask('a', { deadlineHandler: 'late();' })] });
    const main = files.get('src/main.cpp') ?? '';
    const [handler, body] = [main.indexOf('void pl_deadline_handler'), main.indexOf('void pl_body')];
    expect(handler).toBeGreaterThan(0);
    expect(handler).toBeLessThan(body);
  });

  it('accepts a budget above the period: nothing enforces it', () => {
    const { diagnostics } = project({ tasks: [newTask('a', { periodUs: 1000, budgetUs: 1500 })] });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
