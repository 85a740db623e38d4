import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissing, findTools } from '../setup/tools.ts';
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

  test('can be cancelled', async () => {
    expect(await build('rt_next();', AbortSignal.abort())).toMatchObject({ outcome: 'cancelled', firmware: null });
  });
});
