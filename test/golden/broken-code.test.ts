/** Real builds report errors in a user's code with the task, the piece of code and the line. */
import { afterAll, describe, expect, it } from 'vitest';
import { newChannel, newInterrupt, newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import type { BuildResult, Diagnostic } from '../../platformio/driver/build.ts';
import { buildHost } from '../../platformio/driver/host-cc.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { alternately } from '../every-case.ts';
import { tools } from './compilers.ts';
import { generated, Workspace } from './projects.ts';

const workspace = new Workspace();
afterAll(() => workspace.remove());

/** `first`: the position of the first of the cases that alternate between the boards. */
const BUILDS = [
  { boardId: 'uno', first: 0, build: buildWithPio, installed: tools.pio.installed },
  { boardId: 'host', first: 1, build: buildHost, installed: tools.hostCc.installed && tools.hostCxx.installed },
];

/** The tested task between two tasks with correct code. */
function sketchWith(body: string, over: Partial<Sketch> = {}): Sketch {
  const innocent = { body: 'static int n;\nn++;' };
  const tasks = [newTask('before', innocent), newTask('Lüfter / 2', { body }), newTask('after', innocent)];
  return newSketch('broken', { tasks, ...over });
}

const CASES: readonly (readonly [string, string, number, RegExp])[] = [
  ['an unknown name', 'int x = 1;\nx = speed;', 2, /speed/],
  ['a missing semicolon inside', 'int x = 1\nx++;', 2, /expected/],
  ['a missing semicolon at the end', 'int x = 1;\nx++\n\n', 2, /expected/],
  ['a missing parenthesis', 'digitalWrite(13, HIGH;\nint x = 0; (void)x;', 1, /expected/],
  ['a brace that is never closed', 'int x = 0;\nif (x) {\n  x++;\n', 2, /never closed/],
  ['a brace too many', 'int x = 0;\nx++;\n}\nvoid other(void) {', 3, /closes more/],
  ['a brace too many that a macro could balance', '}\nint trick(void) {\n#if 0\n}\n#endif', 1, /closes more/],
  ['a comment that is never closed', 'int x = 0;\n\n/* x++;', 3, /comment/],
  ['a condition that is never closed', '#if 1\nint x = 0; (void)x;', 1, /#if/],
  ['a raw string that is never closed', 'int x = 0;\nconst char *s = R"(abc;', 2, /raw string/],
  ['an error of its own', '\n\n#error no', 3, /no/],
];

const KERNEL_CALLS: readonly (readonly [string, string, number, RegExp])[] = [
  ['a wait', 'int x = 1;\nvTaskDelay(10);', 2, /^vTaskDelay\(\) .*give the task a period/],
  ['a second scheduler', 'vTaskStartScheduler();', 1, /^vTaskStartScheduler\(\) .*Polyloop starts the scheduler/],
  ['a task of its own', '\nxTaskCreate(f, "x", 100, NULL, 1, NULL);', 2, /^xTaskCreate\(\) .*draw a task/],
  ['a critical section', 'taskENTER_CRITICAL();\nint x = 0; (void)x;', 1, /^taskENTER_CRITICAL\(\) .*draw a resource/],
  ['a queue', 'xQueueSend(queue, &x, 0);', 1, /^xQueueSend\(\) .*draw a channel/],
];

function errors(result: BuildResult): readonly Diagnostic[] {
  return result.diagnostics.filter(({ severity }) => severity === 'error');
}

describe.each(BUILDS)('built for $boardId', ({ boardId, first, build, installed }) => {
  const attempt = async (sketch: Sketch): Promise<BuildResult> => {
    const projectDir = await workspace.write(boardId, generated(sketch, boardId));
    return build({ projectDir, tools, repeat: true });
  };

  // The builds that fail afterwards need no PlatformIO to say so. Its messages are those of repeated builds
  // (platformio/driver/repeat/repeat.test.ts).
  it.skipIf(!installed)('the sketch without a mistake is correct', async () => {
    expect(await attempt(sketchWith('int x = 1; (void)x;'))).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });

  it.skipIf(!installed).each(alternately(CASES, first))('%s', async (_, body, line, message) => {
    const result = await attempt(sketchWith(body));
    expect(result.outcome).toBe('failed');
    const [first] = errors(result);
    expect(first).toMatchObject({ element: { kind: 'task', name: 'Lüfter / 2' }, member: 'body', line });
    expect(first?.message).toMatch(message);
    expect(errors(result).filter(({ element }) => element !== null && element.name !== 'Lüfter / 2')).toEqual([]);
  });

  it.skipIf(!installed)('errors in several places are all reported', async () => {
    const tasks = [
      newTask('one', { setup: 'int x = ;' }),
      newTask('two', { body: '{' }),
      newTask('three', { body: '\n/*' }),
      newTask('four', { deadlineHandler: '\n\nnowhere = 1;' }),
    ];
    const result = await attempt(newSketch('broken', { tasks, prelude: '\nint y = ;' }));
    const places = errors(result).map(({ element, member, line }) => [element?.name, member, line]);
    for (const place of [
      ['', 'prelude', 2],
      ['one', 'setup', 1],
      ['two', 'body', 1],
      ['three', 'body', 2],
      ['four', 'deadlineHandler', 3],
    ]) {
      expect(places).toContainEqual(place);
    }
  });

  it.skipIf(!installed)("another task's channel is refused with an explanation", async () => {
    const channels = [newChannel('speed', { writer: 'before', readers: ['after'] })];
    const result = await attempt(
      sketchWith('int32_t value = 0;\nspeed_write(value);\nspeed_read(&value);', { channels }),
    );
    expect(errors(result).slice(0, 2)).toMatchObject([
      { element: { name: 'Lüfter / 2' }, line: 2, message: expect.stringContaining('does not write channel') },
      { element: { name: 'Lüfter / 2' }, line: 3, message: expect.stringContaining('does not read channel') },
    ]);
  });

  it.skipIf(!installed)("another task's resource and attachInterrupt() are refused with an explanation", async () => {
    const resources = [newResource('bus', { users: [{ task: 'before', criticalSectionUs: 10 }] })];
    const interrupts = [newInterrupt('edge', '2', { body: 'bus_lock();' })];
    const body = 'bus_lock();\nbus_guard holding;\nattachInterrupt(0, nullptr, CHANGE);';
    const result = await attempt(sketchWith(body, { resources, interrupts }));
    for (const expected of [
      { name: 'Lüfter / 2', line: 1, message: 'is not a user of resource' },
      { name: 'Lüfter / 2', line: 2, message: 'is not a user of resource' },
      { name: 'Lüfter / 2', line: 3, message: 'add an interrupt on the canvas instead' },
      { name: 'edge', line: 1, message: 'pass the data through a channel' },
    ]) {
      expect(errors(result)).toContainEqual(
        expect.objectContaining({
          element: expect.objectContaining({ name: expected.name }),
          member: 'body',
          line: expected.line,
          message: expect.stringContaining(expected.message),
        }),
      );
    }
  });

  it.skipIf(!installed || boardId !== 'uno')('a second use of a timer is refused with an explanation', async () => {
    const interrupts = [newInterrupt('beat "2"', '', { pin: null, source: 'timer2' })];
    const result = await attempt(
      sketchWith('int x = 0;\ntone(8, 440);', { interrupts, prelude: '\nvoid f() { noTone(8); }' }),
    );
    const says = expect.stringContaining('which uses its timer: choose one of the two');
    expect(errors(result).slice(0, 2)).toMatchObject([
      { member: 'prelude', line: 2, message: says },
      { element: { name: 'Lüfter / 2' }, line: 2, message: says },
    ]);
  });

  it.skipIf(!installed).each(alternately(KERNEL_CALLS, first))(
    "%s by the kernel's API is refused with an explanation",
    async (_, body, line, message) => {
      const result = await attempt(sketchWith(body, { prelude: '// vTaskDelay(1) in a comment is none' }));
      expect(errors(result)[0]).toMatchObject({ element: { name: 'Lüfter / 2' }, member: 'body', line });
      expect(errors(result)[0]?.message).toMatch(message);
    },
  );

  it.skipIf(!installed)("the kernel's API is refused in the shared code, too", async () => {
    const result = await attempt(sketchWith('', { prelude: '\nstatic void rest() { vTaskDelay(10); }' }));
    expect(errors(result)[0]).toMatchObject({ member: 'prelude', line: 2 });
    expect(errors(result)[0]?.message).toMatch(/^vTaskDelay\(\) .*give the task a period/);
  });

  it.skipIf(!installed)('setup() and loop() in the shared code are the only errors, with explanations', async () => {
    const prelude = 'int led = 13;\nvoid setup() {\n  pinMode(led, OUTPUT);\n}\n\nvoid loop ( void )\n{\n}';
    const result = await attempt(sketchWith('digitalWrite(led, HIGH);', { prelude }));
    expect(errors(result)).toMatchObject([
      { member: 'prelude', line: 2, message: expect.stringMatching(/^setup\(\) .*setup code of a task/) },
      { member: 'prelude', line: 6, message: expect.stringMatching(/^loop\(\) .*body of a task.*period/) },
    ]);
  });

  it.skipIf(!installed || boardId !== 'uno')(
    'an interrupt of the runtime is refused at its line with an explanation',
    async () => {
      const prelude = '#include <avr/interrupt.h>\n\nISR(TIMER1_COMPA_vect)\n{\n}';
      const [first] = errors(await attempt(sketchWith('', { prelude })));
      expect(first).toMatchObject({ element: { kind: 'sketch' }, member: 'prelude', line: 3 });
      expect(first?.message).toMatch(/^The interrupt TIMER1_COMPA .* releases the jobs with timer 1\. Use timer 2/);
    },
  );

  it.skipIf(!installed || boardId !== 'uno')(
    "a library that uses the interrupts of the sketch's pins is named",
    async () => {
      const prelude = '#include <SoftwareSerial.h>\nSoftwareSerial other(10, 11);';
      const interrupts = [newInterrupt('edge', '8')];
      const result = await attempt(sketchWith('other.begin(9600);', { prelude, interrupts }));
      expect(errors(result)[0]).toMatchObject({ element: { kind: 'sketch' }, member: 'prelude', line: 1 });
      expect(errors(result)[0]?.message).toMatch(/^The interrupt PCINT\d .*such as SoftwareSerial/);
    },
  );

  it.skipIf(!installed)('the channel macros of one task do not affect the channels of the next', async () => {
    const channels = [newChannel('speed', { writer: 'before', readers: ['after'] })];
    const tasks = [
      newTask('before', { body: 'speed_write(3);' }),
      newTask('after', { body: 'int32_t value;\nspeed_read(&value);' }),
    ];
    expect(await attempt(newSketch('fine', { tasks, channels }))).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });
});
