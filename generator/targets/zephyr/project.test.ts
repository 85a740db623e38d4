import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { mps2An385 } from '../../boards/mps2-an385/index.ts';
import { newSketch, newTask } from '../../sketch/create.ts';
import type { Policy } from '../../sketch/model.ts';
import { generateProject } from '../generate.ts';

const statics = loadStatics();

function project(tasks: number, policy: Policy) {
  const sketch = newSketch('s', {
    target: 'zephyr',
    board: mps2An385.id,
    tasks: Array.from({ length: tasks }, (_, index) => newTask(`T${index}`)),
  });
  return generateProject({ ...sketch, policy }, { board: mps2An385, statics });
}

const priorities = (text: string | undefined) => Number(/^CONFIG_NUM_PREEMPT_PRIORITIES=(\d+)$/m.exec(text ?? '')?.[1]);

describe('a project for Zephyr', () => {
  it('has a priority for each level of the runtime', () => {
    // See PL_LEVEL_MANAGER in polyloop.h and priority_of() in threads.c: the idle thread's, and the manager's at 0.
    expect(priorities(project(1, 'rate-monotonic').files.get('prj.conf'))).toBe(1 + 3);
    expect(priorities(project(32, 'deadline-monotonic').files.get('prj.conf'))).toBe(32 + 3);
    expect(priorities(project(32, 'edf').files.get('prj.conf'))).toBe(2 + 3);
  });

  it('stays below the most priorities that Zephyr has, for as many tasks as the runtime has', () => {
    // kernel/Kconfig: "range 0 128".
    expect(priorities(project(32, 'rate-monotonic').files.get('prj.conf'))).toBeLessThanOrEqual(128);
  });

  it("has Zephyr's port in place of the board's, and no file of the kernel", () => {
    const { files, diagnostics } = project(2, 'rate-monotonic');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const names = [...files.keys()];
    expect(names).toEqual(expect.arrayContaining(['CMakeLists.txt', 'app.overlay', 'build.json', 'prj.conf']));
    expect(names).toContain('lib/polyloop/src/polyloop_target.h');
    expect(names.filter((name) => /mps2_an385|startup|\.ld$/.test(name))).toEqual([]);
    expect(JSON.parse(files.get('build.json') ?? '')).toMatchObject({ cmake: { board: 'mps2/an385' } });
  });

  it('starts each stack at a multiple of what the port takes for a unit', () => {
    const unit = mps2An385.targets.zephyr?.threads?.stackUnitBytes ?? 0;
    expect(statics.get('runtime-c/port/zephyr/polyloop_target.h')).toContain('typedef uint64_t pl_stack_unit_t;');
    expect(unit).toBe(8);
  });
});
