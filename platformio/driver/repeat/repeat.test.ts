/** Compares builds that repeat commands with complete builds of the same source by PlatformIO. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeMissing, findTools } from '../../setup/tools.ts';
import type { BuildLine, BuildResult } from '../build.ts';
import { buildWithPio } from '../pio.ts';
import { TestProject } from '../test-project.ts';
import { includesOf } from './plan.ts';
import { REPEAT_DIR } from './record.ts';

test('the lines that decide which libraries are built', () => {
  expect(includesOf('#include <a.h>\nint x; // no\n  #  include "b.h"\r\nint y;')).toBe(
    '#include <a.h>\n  #  include "b.h"\r',
  );
  expect(includesOf('#inc\\\nlude <c.h>\n')).toBe('#include <c.h>');
});

const tools = findTools();
if (!tools.pio.installed) console.warn(`Builds are not tried: ${describeMissing(tools.pio)}`);

interface Built {
  readonly result: BuildResult;
  readonly hex: string | null;
  /** Whether PlatformIO ran. */
  readonly byPio: boolean;
  readonly lines: readonly BuildLine[];
}

describe.skipIf(!tools.pio.installed || process.platform === 'win32')('a build that may repeat commands', () => {
  const project = new TestProject();
  let plans = '';

  const build = async ({ dir: projectDir } = project): Promise<Built> => {
    const lines: BuildLine[] = [];
    const onLine = (line: BuildLine) => lines.push(line);
    const result = await buildWithPio({ projectDir, tools, repeat: true, plans, onLine });
    const hex = result.firmware && (await readFile(result.firmware.path, 'utf8'));
    const byPio = lines.some(({ stream, text }) => stream === 'command' && text.includes(' run --project-dir '));
    return { result, hex, byPio, lines };
  };

  /** Builds the same source with PlatformIO. */
  const buildCompletely = async (which = project): Promise<Built> => {
    await rm(path.join(which.dir, REPEAT_DIR, 'record.json'), { force: true });
    await rm(plans, { recursive: true, force: true });
    const built = await build(which);
    expect(built.byPio).toBe(true);
    return built;
  };

  const edit = async (body: string): Promise<Built> => {
    await project.writeBody(body);
    return build();
  };

  beforeAll(async () => {
    plans = await mkdtemp(path.join(tmpdir(), 'polyloop-plans-'));
    await project.create();
    expect((await edit('digitalWrite(13, rt_next());')).byPio).toBe(true);
  });
  afterAll(async () => {
    await project.remove();
    await rm(plans, { recursive: true, force: true });
  });

  test('starts nothing when nothing has changed, and repeats the warnings', async () => {
    const edited = await edit('int unused = 1;');
    const again = await build();
    expect(again.lines.filter(({ stream }) => stream === 'command')).toEqual([]);
    expect(again.hex).toBe(edited.hex);
    expect(again.result.memory).toEqual(edited.result.memory);
    expect(again.result.diagnostics).toMatchObject([{ severity: 'warning', line: 1 }]);
  });

  test.each([
    'digitalWrite(13, rt_next()); delay(3);',
    'static int n; digitalWrite(13, ++n % 3 == 0);',
    'Serial.begin(9600); Serial.println(F("a text in flash"));',
    'digitalWrite(13, 1.5f * millis() > 3);',
  ])('makes the same firmware as PlatformIO: %s', async (body) => {
    const repeated = await edit(body);
    expect(repeated.byPio).toBe(false);
    const complete = await buildCompletely();
    expect(repeated.hex).toBe(complete.hex);
    expect(repeated.result.memory).toEqual(complete.result.memory);
    expect(repeated.result.diagnostics).toEqual(complete.result.diagnostics);
  });

  test('PlatformIO builds a source that it built before, although another one was built meanwhile', async () => {
    await project.writeBody('delay(1);');
    const first = await buildCompletely();
    expect((await edit('delay(2);')).byPio).toBe(false);
    await project.writeBody('delay(1);');
    expect((await buildCompletely()).hex).toBe(first.hex);
  });

  test.each([
    ['a mistake in the code', 'int level = 1\ndigitalWrite(13, level);'],
    ['a function that is defined nowhere', '\ndigitalWrite(13, nowhere(3));'],
    ['variables that do not fit into RAM', 'static volatile char a[3000]; a[millis() % 3000] = 1;'],
  ])('says the same as PlatformIO of %s', async (_, body) => {
    const repeated = await edit(body);
    expect(repeated.lines.find(({ stream }) => stream === 'command')?.text).toContain('-c');
    expect(repeated.result).toMatchObject({ outcome: 'failed', firmware: null });
    const complete = await buildCompletely();
    // PlatformIO repeats a warning only when it compiles again.
    const errors = ({ diagnostics }: BuildResult) => diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors(repeated.result)).toEqual(errors(complete.result));
    expect(errors(repeated.result)).not.toEqual([]);
    expect(repeated.result.message).toBe(complete.result.message);
    expect((await edit('delay(1);')).byPio).toBe(true);
  });

  describe('leaves the build to PlatformIO', () => {
    const expectPio = async (change: () => Promise<unknown>) => {
      await project.writeBody('delay(1);');
      await build();
      expect((await build()).byPio).toBe(false);
      await change();
      expect((await build()).byPio).toBe(true);
      expect((await build()).byPio).toBe(false);
    };

    test('when the code includes another header', () =>
      expectPio(() => project.writeBody('}\n#include <EEPROM.h>\nvoid more() {')));

    test('when a library is new', () => expectPio(() => project.write('lib/more/src/more.h', '#pragma once\n')));

    test('when a library includes another header', () =>
      expectPio(() => project.write('lib/rt/src/rt.c', '#include <stdint.h>\nint rt_next(void) { return 7; }\n')));

    test('when the options have changed', () =>
      expectPio(async () => {
        const file = path.join(project.dir, 'platformio.ini');
        await writeFile(file, `${await readFile(file, 'utf8')}build_flags = -DMORE\n`);
      }));

    test('when a file outside of the project is not the one of the plan', () =>
      expectPio(async () => {
        await rm(path.join(project.dir, REPEAT_DIR, 'record.json'));
        for (const name of await readdir(plans)) {
          const file = path.join(plans, name, 'plan.json');
          const plan = await readFile(file, 'utf8').catch(() => null);
          if (plan === null) continue;
          const { outside, ...others } = JSON.parse(plan);
          const [compiler = ''] = Object.keys(outside).filter((each) => each.endsWith('avr-g++'));
          expect(compiler).not.toBe('');
          await writeFile(file, JSON.stringify({ ...others, outside: { ...outside, [compiler]: '1 2 3 4' } }));
        }
      }));

    test("when the compiler's variables have changed", async () => {
      await expectPio(async () => vi.stubEnv('CPATH', project.dir));
      vi.unstubAllEnvs();
    });
  });

  describe('makes the libraries as PlatformIO did', () => {
    const RT = 'lib/rt/src/rt.c';
    const returning = (value: number) => `#include "rt.h"\nint rt_next(void) { return ${value}; }\n`;

    const expectPlan = async (change: () => Promise<unknown>) => {
      await project.writeBody('digitalWrite(13, rt_next());');
      await build();
      await change();
      const planned = await build();
      expect(planned.byPio).toBe(false);
      expect((await build()).lines.filter(({ stream }) => stream === 'command')).toEqual([]);
      const complete = await buildCompletely();
      expect(planned.hex).toBe(complete.hex);
      expect(planned.result.memory).toEqual(complete.result.memory);
      expect(planned.result.diagnostics).toEqual(complete.result.diagnostics);
    };

    beforeAll(async () => {
      await project.write(RT, returning(1));
      await buildCompletely();
    });

    test('when a library has changed', () => expectPlan(() => project.write(RT, returning(7))));

    test('when a header of a library has changed', () =>
      expectPlan(async () => {
        const file = path.join(project.dir, 'lib/rt/src/rt.h');
        await writeFile(file, `#define rt_next rt_after\n${await readFile(file, 'utf8')}`);
      }));

    test('when a part of the earlier build is missing', () =>
      expectPlan(() => rm(path.join(project.dir, '.pio', 'build'), { recursive: true })));

    test('when the record cannot be read', () =>
      expectPlan(() => writeFile(path.join(project.dir, REPEAT_DIR, 'record.json'), '{"format":1,')));

    test('in other folders, also at once, and without compiling the same library again', async () => {
      const others = [new TestProject(), new TestProject()];
      try {
        const header = await readFile(path.join(project.dir, 'lib/rt/src/rt.h'), 'utf8');
        const ini = await readFile(path.join(project.dir, 'platformio.ini'), 'utf8');
        for (const other of others) {
          await other.create();
          await other.write('lib/rt/src/rt.h', header);
          await other.write('platformio.ini', ini);
          await cp(path.join(project.dir, 'lib'), path.join(other.dir, 'lib'), { recursive: true });
          await other.write(RT, returning(9));
          await other.writeBody('digitalWrite(13, rt_next());');
        }
        const built = await Promise.all(others.map((other) => build(other)));
        expect(built.map(({ byPio }) => byPio)).toEqual([false, false]);
        await rm(path.join(others[0]?.dir ?? '', '.pio'), { recursive: true });
        const again = await build(others[0]);
        const compiled = again.lines.filter(({ stream, text }) => stream === 'command' && text.includes(' -c '));
        expect(compiled.map(({ text }) => text.split(' ').at(-1))).toEqual(['src/main.cpp']);
        const complete = await buildCompletely(others[0]);
        expect([...built, again].map(({ hex }) => hex)).toEqual(Array.from({ length: 3 }, () => complete.hex));
      } finally {
        for (const other of others) await other.remove();
      }
    });

    test('and leaves a library with a warning to PlatformIO, which shows it', async () => {
      await build();
      await project.write(RT, '#include "rt.h"\nint rt_next(void) { int unused; return 3; }\n');
      const { byPio, result } = await build();
      expect(byPio).toBe(true);
      expect(result.diagnostics).toMatchObject([{ severity: 'warning', file: RT }]);
      await project.write(RT, returning(1));
      expect((await build()).byPio).toBe(false);
    });
  });

  test('makes the firmware again when its file is missing', async () => {
    const { result, hex } = await edit('delay(5);');
    await rm(result.firmware?.path ?? '');
    expect(await edit('delay(5);')).toMatchObject({ byPio: false, hex });
  });

  test('can be cancelled', async () => {
    const abort = new AbortController();
    await project.writeBody('delay(6);');
    const onLine = ({ stream }: BuildLine) => stream === 'command' && abort.abort();
    const request = { projectDir: project.dir, tools, repeat: true, plans, signal: abort.signal, onLine };
    expect(await buildWithPio(request)).toMatchObject({ outcome: 'cancelled', firmware: null });
    expect(await build()).toMatchObject({ byPio: false, result: { outcome: 'ok' } });
  });
});
