import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CompileCommand } from '../../../platformio/driver/check/command.ts';
import { Clangd } from './clangd.ts';

/** Says which session it is in, and whether it has a terminal (proc(5), fields 6 and 7 of /proc/PID/stat). */
const PROGRAM = `
const fs = require('node:fs');
const stat = fs.readFileSync('/proc/self/stat', 'utf8');
const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
fs.writeFileSync(process.argv[2], JSON.stringify({ own: Number(fields[3]) === process.pid, terminal: fields[4] }));
`;

it.skipIf(process.platform !== 'linux')('clangd runs apart from the terminal, into which it could type', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'polyloop-clangd-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const [script, facts] = [join(dir, 'clangd.cjs'), join(dir, 'facts')];
  await writeFile(script, PROGRAM);
  const program = { installed: true, name: 'clangd', command: [process.execPath, script, facts], env: {} } as const;
  const compiler: CompileCommand = {
    ...{ installed: true, command: ['cc'], env: {}, hasStandardLibrary: false },
    confine: async (command) => command,
  };
  await expect(Clangd.start(program, dir, compiler)).rejects.toThrow();
  expect(JSON.parse(await readFile(facts, 'utf8'))).toEqual({ own: true, terminal: '0' });
});
