/** Commands that a build runs together. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isWindows } from '../setup/paths.mjs';
import { findTools, type Program } from '../setup/tools.ts';
import type { BuildLine } from './build.ts';
import { hasSandbox } from './sandbox.ts';
import { BuildSession } from './session.ts';

const projectDir = mkdtempSync(path.join(tmpdir(), 'polyloop session-'));
afterAll(() => rmSync(projectDir, { recursive: true, force: true }));

const tools = findTools();

async function ran(commands: readonly (readonly string[])[], signal?: AbortSignal) {
  const lines: BuildLine[] = [];
  const request = { projectDir, tools, onLine: (line: BuildLine) => lines.push(line), ...(signal && { signal }) };
  const program: Program = { installed: true, name: 'the shell', command: ['/bin/sh'], env: {} };
  const result = await new BuildSession(request).runAll(program, commands);
  const of = (wanted: BuildLine['stream']) => lines.filter(({ stream }) => stream === wanted).map(({ text }) => text);
  return { ...result, out: of('out'), commands: of('command') };
}

const script = (text: string, ...args: readonly string[]) => ['/bin/sh', '-c', text, 'sh', ...args];
const echo = (...args: readonly string[]) => ['/bin/echo', ...args];

describe.skipIf(isWindows)('commands of a build', () => {
  it('run in their order, each with its arguments as they are', async () => {
    const arguments_ = ["it's", '"a  b"', '$HOME `id`', '\\', '-DX="1; exit 3"', '', '*', 'ö\nline'];
    const { code, out, commands } = await ran([script('printf "[%s]" "$@"; echo', ...arguments_), echo('second')]);
    expect(out.join('\n')).toBe(`${arguments_.map((each) => `[${each}]`).join('')}\nsecond`);
    expect({ code, commands: commands.length }).toEqual({ code: 0, commands: 2 });
  });

  it('all run although one fails, and its code is the result', async () => {
    const { code, out } = await ran([echo('first'), script('exit 7'), echo('last')]);
    expect({ code, out }).toEqual({ code: 7, out: ['first', 'last'] });
  });

  it('are not limited by the length of an argument', async () => {
    const commands = Array.from({ length: 40 }, (_, index) => echo(String(index), 'x'.repeat(5000)));
    const { code, out } = await ran([...commands, script('exit 3'), echo('last')]);
    expect(out.map((line) => line.split(' ')[0])).toEqual([...commands.keys(), 'last'].map(String));
    expect(code).toBe(3);
  });

  it('do not start after the build is cancelled', async () => {
    const { cancelled, out } = await ran([echo('first'), echo('second')], AbortSignal.abort());
    expect({ cancelled, out }).toEqual({ cancelled: true, out: [] });
  });

  it('share a sandbox', async (test) => {
    test.skip(!(await hasSandbox()), 'There is no sandbox on this computer.');
    // Each sandbox has a /tmp of its own.
    const [write, read] = [script('echo shared > /tmp/polyloop-session'), script('cat /tmp/polyloop-session')];
    expect((await ran([write, read])).out).toEqual(['shared']);
    expect((await ran([read])).out).toEqual([]);
  });
});
