import { execFile } from 'node:child_process';
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findTools } from '../../setup/tools.ts';
import { TestProject } from '../test-project.ts';
import { checkProject } from './check.ts';
import { type CompileCommand, compileCommand } from './command.ts';
import { PrecompiledHeaders } from './precompiled.ts';

const tools = findTools();
const isLinux = process.platform === 'linux';

describe.skipIf(!tools.hostCxx.installed || !isLinux)('headers that are compiled once', () => {
  const project = new TestProject('host');
  beforeAll(() => project.create());
  afterAll(() => project.remove());

  function made(): PrecompiledHeaders {
    const headers = new PrecompiledHeaders();
    onTestFinished(() => headers.close());
    return headers;
  }

  async function command(): Promise<CompileCommand> {
    const found = await compileCommand({ dir: project.dir, buildDir: project.dir, tools });
    if (!found.installed) throw new Error(found.howToGet);
    return found;
  }

  /** The headers that the compiler reads, as it lists them. */
  async function readHeaders(flags: readonly string[]): Promise<string> {
    const [program = '', ...rest] = (await command()).command;
    const argv = [...rest, ...flags, '-H', '-fsyntax-only', 'src/main.cpp'];
    const { stderr } = await promisify(execFile)(program, argv, { cwd: project.dir, maxBuffer: 2 ** 24 });
    return stderr;
  }

  test('are used from the second check on, with the same messages at the same places', async () => {
    const headers = made();
    const check = () => checkProject({ dir: project.dir, buildDir: project.dir, tools, depth: 'syntax', headers });
    await project.writeBody('int x = 1;\nint y = x +;');
    const first = await check();
    await headers.settled();
    expect(await headers.flagsFor(project.dir, await command())).toEqual(['-include', 'precompiled/headers.h']);
    expect(await check()).toEqual(first);
    expect(first.diagnostics[0]).toMatchObject({ severity: 'error', line: 2, column: 12 });
    await project.writeBody('static int unused;');
    expect((await check()).diagnostics[0]?.message).toContain('unused');
    await project.writeBody('');
    expect(await check()).toMatchObject({ outcome: 'checked', diagnostics: [] });
    const flags = await headers.flagsFor(project.dir, await command());
    expect(await readHeaders(flags)).toMatch(/^! .*headers\.h\.gch$/m);
    expect((await readHeaders(flags)).split('\n').length).toBeLessThan((await readHeaders([])).split('\n').length / 4);
  });

  test('are compiled again when a header or a flag changes', async () => {
    const headers = made();
    const compiler = await command();
    await headers.flagsFor(project.dir, compiler);
    await headers.settled();
    expect(await headers.flagsFor(project.dir, compiler)).toHaveLength(2);
    const [header = ''] = (await readdir(project.dir, { recursive: true })).filter(
      (name) => /\.h$/.test(name) && !name.startsWith('precompiled'),
    );
    await appendFile(path.join(project.dir, header), '\n// changed\n');
    expect(await headers.flagsFor(project.dir, compiler)).toEqual([]);
    await headers.settled();
    expect(await headers.flagsFor(project.dir, compiler)).toHaveLength(2);
    const other = { ...compiler, command: [...compiler.command, '-DOTHER'] };
    expect(await headers.flagsFor(project.dir, other)).toEqual([]);
  });

  test('are left out if they cannot be compiled, and after the end', async () => {
    const headers = made();
    const broken = { ...(await command()), command: ['/nowhere/c++'] };
    expect(await headers.flagsFor(project.dir, broken)).toEqual([]);
    await headers.settled();
    expect(await headers.flagsFor(project.dir, broken)).toEqual([]);
    await headers.close();
    expect(await headers.flagsFor(project.dir, await command())).toEqual([]);
  });
});
