import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boardById } from '../../generator/boards/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { findTools, type KernelTool } from '../../platformio/setup/tools.ts';
import { found, loadKernel } from './kernels.ts';
import { buildSketch, generate } from './pipeline.ts';

const missing: KernelTool = { installed: false, name: 'FreeRTOS', howToGet: 'do this' };
const tools = (freertosKernel: KernelTool) => ({ ...findTools(), freertosKernel });
const board = (id: string): Board => boardById(id) ?? expect.fail(`no board ${id}`);
const sketch: Sketch = newSketch('s', { target: 'freertos', board: 'mps2-an385', tasks: [newTask('T')] });

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-kernel-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function checkout(...files: readonly string[]): Promise<KernelTool> {
  for (const file of files) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), `/* ${file} */\r\n`);
  }
  return { installed: true, name: 'FreeRTOS', sourceDir: dir, version: 'V11.9.9' };
}

const WHOLE = [
  'tasks.c',
  'list.c',
  'queue.c',
  'include/FreeRTOS.h',
  'include/task.h',
  'include/stdint.readme',
  'portable/GCC/ARM_CM3/port.c',
  'portable/GCC/ARM_CM3/portmacro.h',
];

describe('a kernel without a finder', () => {
  it('is not installed', () => {
    const sources = { name: 'Other', variable: 'OTHER_PATH', version: '1', howToGet: 'Get it.' };
    expect(found(sources, undefined, findTools())).toMatchObject({
      installed: false,
      problem: 'Polyloop does not know where to look for Other yet.',
    });
  });
});

describe("a kernel's files", () => {
  it('are those that the board needs, with LF line endings', async () => {
    const loaded = loadKernel('freertos', board('mps2-an385'), tools(await checkout(...WHOLE)));
    expect(loaded).toMatchObject({ state: 'loaded', version: 'V11.9.9' });
    const files = loaded.state === 'loaded' ? loaded.files : new Map();
    expect([...files.keys()].sort()).toEqual([
      'include/FreeRTOS.h',
      'include/task.h',
      'list.c',
      'portable/GCC/ARM_CM3/port.c',
      'portable/GCC/ARM_CM3/portmacro.h',
      'tasks.c',
    ]);
    expect(files.get('list.c')).toBe('/* list.c */\n');
  });

  it('exclude the port of another processor', async () => {
    const loaded = loadKernel('freertos', board('uno'), tools(await checkout(...WHOLE)));
    const names = loaded.state === 'loaded' ? [...loaded.files.keys()] : [];
    expect(names).toContain('tasks.c');
    expect(names.filter((name) => name.startsWith('portable/'))).toEqual([]);
  });

  it('are reported as missing with a reason', async () => {
    expect(loadKernel('freertos', board('uno'), tools(missing))).toEqual({
      state: 'missing',
      message: 'FreeRTOS is not installed. To get it: do this.',
    });
    const torn = await checkout('tasks.c', 'include/FreeRTOS.h');
    const loaded = loadKernel('freertos', board('uno'), tools(torn));
    expect(loaded).toMatchObject({ state: 'missing', message: expect.stringMatching(/is incomplete.*list\.c/) });
  });

  it('are not loaded for a target without a kernel', () => {
    expect(loadKernel('superloop', board('uno'), tools(missing))).toEqual({ state: 'none' });
  });
});

describe('a sketch for a kernel that is not installed', () => {
  it('is generated without it', () => {
    const project = generate(sketch, { tools: tools(missing) });
    expect(project.withoutKernel).toMatchObject({ pointer: '/target', severity: 'error' });
    expect(project.files.has('src/main.cpp')).toBe(true);
    expect([...project.files.keys()].some((path) => path.startsWith('lib/freertos/'))).toBe(false);
  });

  it('is not compiled, and the problem is reported at its target', async () => {
    const lines: string[] = [];
    const onLine = ({ text }: { text: string }) => void lines.push(text);
    const signal = new AbortController().signal;
    const request = { sketch, dir: join(dir, 'build'), tool: 'platformio', signal, onLine } as const;
    const outcome = await buildSketch(request, { tools: tools(missing) });
    expect(outcome).toMatchObject({ outcome: 'failed', firmware: null });
    expect(outcome.diagnostics).toEqual([
      expect.objectContaining({
        severity: 'error',
        element: { kind: 'sketch', name: '' },
        member: 'target',
        message: 'FreeRTOS is not installed. To get it: do this.',
      }),
    ]);
    expect(lines).toEqual([]);
  });
});

it('an installed kernel is copied into the project unchanged', async () => {
  const project = generate(sketch, { tools: tools(await checkout(...WHOLE)) });
  expect(project.withoutKernel).toBeNull();
  const taken = [...project.files].filter(([path]) => path.startsWith('lib/freertos/'));
  expect(taken.map(([, text]) => text).sort()).toEqual([
    '/* include/FreeRTOS.h */\n',
    '/* include/task.h */\n',
    '/* list.c */\n',
    '/* portable/GCC/ARM_CM3/port.c */\n',
    '/* portable/GCC/ARM_CM3/portmacro.h */\n',
    '/* tasks.c */\n',
  ]);
});
