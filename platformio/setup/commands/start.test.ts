/** Counts the work of a start when nothing has changed since the last one. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleDir, currentBundle } from '../bundle/current.mjs';
import { makeBundle } from '../bundle/make.ts';
import { nodeProgram, root } from '../paths.mjs';
import { pythonStep } from '../steps/python.mjs';

/** Counts files that Node loads and processes that it starts, and prints both at the exit. */
const COUNTER = `
import childProcess from 'node:child_process';
import module, { registerHooks } from 'node:module';
const files = [], processes = [];
registerHooks({ load: (url, context, next) => { if (url.startsWith('file:')) files.push(url); return next(url, context); } });
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork']) {
  const original = childProcess[name];
  childProcess[name] = (...args) => { processes.push([args[0], ...(args[1] ?? [])].join(' ')); return original(...args); };
}
module.syncBuiltinESMExports();
process.on('exit', () => console.log('COUNTED ' + JSON.stringify({ files, processes })));
`;

interface Counted {
  readonly files: readonly string[];
  readonly processes: readonly string[];
}

function count(...args: readonly string[]): Counted {
  const counter = `data:text/javascript,${encodeURIComponent(COUNTER)}`;
  const { stdout, stderr } = spawnSync(nodeProgram, ['--import', counter, ...args], { cwd: root, encoding: 'utf8' });
  const line = /^COUNTED (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`Nothing was counted:\n${stdout}${stderr}`);
  return JSON.parse(line) as Counted;
}

describe.skipIf(pythonStep.present() === null)('the checks of the set-up', () => {
  it('start no process when everything is installed', () => {
    const setup = pathToFileURL(path.join(root, 'platformio', 'setup', 'setup.mjs')).href;
    const script = `import { stepsFor } from ${JSON.stringify(setup)}; for (const step of stepsFor('start')) step.present();`;
    expect(count('--input-type=module', '--eval', script).processes).toEqual([]);
  });
});

describe('the bundle of the server', () => {
  beforeAll(async () => {
    if (currentBundle(root, 'serve') === null) await makeBundle(root, 'serve');
  }, 60_000);

  /** Its files that are loaded before the server listens: the entry, and what it shares with code that is loaded later. */
  function loaded() {
    const bundle = currentBundle(root, 'serve') ?? '';
    const { files, processes } = count(bundle, '--help');
    return { bundle, files: files.map((url) => fileURLToPath(url)), processes };
  }

  it('is a few files of its own before the server listens, and starts no process', () => {
    const { bundle, files, processes } = loaded();
    expect(files).toContain(bundle);
    expect(files.length).toBeLessThanOrEqual(7);
    expect(files.map((file) => path.dirname(file))).toEqual(files.map(() => path.join(root, bundleDir('serve'))));
    expect(processes).toEqual([]);
  });

  it('stays small', () => {
    const LIMIT_BYTES = 850_000;
    const bytes = loaded().files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(LIMIT_BYTES / 4);
    expect(bytes).toBeLessThan(LIMIT_BYTES);
  });
});
