import { execFileSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissing, findTools } from '../setup/tools.ts';
import type { BuildLine } from './build.ts';
import { buildHost } from './host-cc.ts';
import { TestProject } from './test-project.ts';

const tools = findTools();
if (!tools.hostCxx.installed) console.warn(`Builds are not tried: ${describeMissing(tools.hostCxx)}`);

test('a folder without a project for this computer', async () => {
  expect(await buildHost({ projectDir: os.tmpdir(), tools })).toMatchObject({ outcome: 'failed', diagnostics: [] });
});

describe.skipIf(!tools.hostCc.installed || !tools.hostCxx.installed)('a real build', () => {
  const project = new TestProject('host');
  beforeAll(() => project.create());
  afterAll(() => project.remove());

  const build = async (body: string, signal?: AbortSignal) => {
    await project.writeBody(body);
    return buildHost({ projectDir: project.dir, tools, ...(signal && { signal }) });
  };

  test('builds a program that runs', async () => {
    const result = await build('rt_next(); std::printf("%d\\n", rt_next());');
    expect(result).toMatchObject({ outcome: 'ok', diagnostics: [], firmware: { format: 'executable' } });
    expect(execFileSync(result.firmware?.path ?? '', { encoding: 'utf8' }).trim()).toBe('1');
  });

  test('a mistake in a body is found in that body', async () => {
    const { outcome, diagnostics } = await build('int x = 1;\nint y = x +;');
    expect(outcome).toBe('failed');
    expect(diagnostics[0]).toMatchObject({
      severity: 'error',
      element: { kind: 'task', name: 'Blink fast' },
      member: 'body',
      line: 2,
    });
  });

  test('a function that is defined nowhere is found where it is called', async () => {
    const { diagnostics } = await build('\n\nnowhere(1);');
    expect(diagnostics).toMatchObject([{ severity: 'error', element: { kind: 'task', name: 'Blink fast' }, line: 3 }]);
  });

  test('compiles its libraries again only if they or their headers have changed', async () => {
    const compiled = async (body: string) => {
      await project.writeBody(body);
      const commands: string[] = [];
      const onLine = ({ stream, text }: BuildLine) => void (stream === 'command' && commands.push(text));
      const { outcome } = await buildHost({ projectDir: project.dir, tools, onLine });
      expect(outcome).toBe('ok');
      return commands.flatMap((command) => / -c (\S+)/.exec(command)?.[1] ?? []).map((file) => path.basename(file));
    };
    await compiled('rt_next();');
    expect(await compiled('rt_next();')).toEqual(['main.cpp']);
    await appendFile(path.join(project.dir, 'lib', 'rt', 'src', 'rt.h'), '\n/* changed */\n');
    expect((await compiled('rt_next();')).sort()).toEqual(['main.cpp', 'rt.c']);
    expect(await compiled('rt_next(); rt_next();')).toEqual(['main.cpp']);
  });

  test('can be cancelled', async () => {
    expect(await build('rt_next();', AbortSignal.abort())).toMatchObject({ outcome: 'cancelled', firmware: null });
  });
});
