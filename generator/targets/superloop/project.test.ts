import { describe, expect, it } from 'vitest';
import { loadStatics } from '../../../templates/load.ts';
import { uno } from '../../boards/uno/index.ts';
import { newChannel, newInterrupt, newResource, newSketch, newTask } from '../../sketch/create.ts';
import { generateProject, PRINTERS } from '../generate.ts';
import { TARGETS } from '../index.ts';

const statics = loadStatics();
const tasks = [newTask('a')];
const project = (over = {}, options = {}) =>
  generateProject(newSketch('x', { tasks, ...over }), { board: uno, statics, ...options });

describe('the super-loop project', () => {
  it('is a PlatformIO project that contains the runtime', () => {
    const { files } = project();
    expect(files.get('platformio.ini')).toContain('platform = atmelavr\nboard = uno\nframework = arduino\n');
    expect(files.get('lib/polyloop/src/polyloop/polyloop.h')).toBe(
      statics.get('runtime-c/include/polyloop/polyloop.h'),
    );
    for (const [path, text] of files) expect(text, path).not.toMatch(/\{\{\w+\}\}/);
  });

  it('has no metadata without telemetry', () => {
    const { files } = project({}, { telemetry: false });
    expect(files.get('src/main.cpp')).not.toContain('pl_metadata');
    expect(files.get('lib/polyloop/src/polyloop_config.h')).toContain('#define PL_TELEMETRY 0\n');
  });

  it('omits features that no task uses', () => {
    const config = (over: object) => project(over).files.get('lib/polyloop/src/polyloop_config.h');
    expect(config({})).toContain('PL_USES_BACKLOG 0');
    expect(config({ tasks: [newTask('a', { overrun: 'demote' })] })).toContain('PL_USES_BACKLOG 1');
    expect(config({ tasks: [newTask('a', { deadlineHandler: 'x();' })] })).toContain('PL_USES_DEADLINE_HANDLER 1');
    expect(config({})).toContain('PL_USES_STOP 0\n#define PL_USES_SETUP 0\n');
    expect(config({ tasks: [newTask('a', { overrun: 'stop', setup: 'x();' })] })).toContain(
      'PL_USES_STOP 1\n#define PL_USES_SETUP 1\n',
    );
    expect(config({ policy: 'edf' })).toContain('#define PL_POLICY PL_POLICY_EDF\n');
  });

  it('has no files if there is an error', () => {
    const { files, diagnostics } = project({ tasks: [] });
    expect(files.size).toBe(0);
    expect(diagnostics).toHaveLength(1);
  });

  it("keeps a task's macros to the task", () => {
    const main = project({ tasks: [newTask('a', { body: '#define X 1\n  # undef Y' }), newTask('b')] }).files.get(
      'src/main.cpp',
    );
    const order = [
      'push_macro("X")',
      'push_macro("Y")',
      'namespace task_a',
      'pop_macro("X")',
      'pop_macro("Y")',
      'namespace task_b',
    ];
    const places = order.map((text) => main?.indexOf(text) ?? -1);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('has tables of interrupts and resources only if the sketch has any', () => {
    const config = (over: object) => project(over).files.get('lib/polyloop/src/polyloop_config.h');
    expect(config({})).not.toMatch(/PL_INTERRUPT_COUNT|PL_IO_SERVER_COUNT|PL_SERVER_REFILLS|PL_PREEMPTIVE/);
    expect(config({})).toContain('PL_USES_RESOURCES 0');
    expect(config({ resources: [newResource('unused')] })).toContain('PL_USES_RESOURCES 0');
    expect(config({ prelude: 'static pl_spinlock_t lock;' })).toContain('PL_USES_RESOURCES 1');
    const interrupts = [newInterrupt('i', '2'), newInterrupt('k', '3', { ioBudgetUs: null, ioPeriodUs: null })];
    const counts =
      /PL_SERVER_REFILLS 4\n#define PL_INTERRUPT_COUNT 2\n#define PL_LINES 3\n#define PL_IO_SERVER_COUNT 1\n/;
    expect(config({ interrupts })).toMatch(counts);
    const { files } = project({ interrupts: [{ ...interrupts[1], body: 'x();' }] });
    expect(files.get('src/main.cpp')).not.toContain('pl_io_servers');
    expect(files.get('src/main.cpp')).toContain('.server = PL_NO_SERVER,\n    .handler = 1,');
    expect(project().files.get('src/main.cpp')).not.toContain('noInterrupts');
  });

  it('lets the sketch enable and disable its interrupts, and rejects a second owner of their vectors', () => {
    const main = project({ interrupts: [newInterrupt('i', '2')] }).files.get('src/main.cpp');
    expect(main).toContain('#define noInterrupts() pl_interrupts_off()\n');
    expect(main).toMatch(
      /#define attachInterrupt\(\.\.\.\) \(_Pragma\("GCC error \\".*add an interrupt on the canvas instead/,
    );
  });

  it('rejects Arduino functions that use an interrupt of the sketch', () => {
    const main = (source: string | null) =>
      project({ interrupts: [newInterrupt('i', '2', source === null ? {} : { pin: null, source })] }).files.get(
        'src/main.cpp',
      );
    for (const name of ['tone', 'noTone']) {
      expect(main('timer2')).toMatch(new RegExp(`#define ${name}\\(\\.\\.\\.\\) .*GCC error .* which uses its timer`));
    }
    expect(main(null)).not.toContain('tone(');
  });

  it('does not use a standard library type name for an item', () => {
    const item = [
      { name: 'a', type: 'int8', count: 1 },
      { name: 'b', type: 'int8', count: 1 },
    ] as const;
    const channels = ['int8', 'size', 'pid', 'speed'].map((name) => newChannel(name, { item, writer: 'a' }));
    const main = project({ channels }).files.get('src/main.cpp');
    for (const type of ['int8_item_t', 'size_item_t', 'pid_item_t', 'speed_t']) expect(main).toContain(`} ${type};`);
  });
});

it('there is a printer for exactly the targets that generate', () => {
  const generating = TARGETS.filter(({ generates }) => generates !== null).map(({ id }) => id);
  expect(Object.keys(PRINTERS).sort()).toEqual(generating.sort());
});
