/** Builds the window if its sources have changed. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from '../lock.mjs';
import { root } from '../paths.mjs';
import { run } from '../run.mjs';
import { nodeTool, toolEnvironment } from './node-tool.mjs';

const sources = [
  'app/renderer',
  'app/blocks',
  'app/contract',
  'app/words',
  'docs',
  'generator',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
const outputDir = path.join(root, 'build', 'renderer');
const stampFile = path.join(root, 'build', 'renderer.stamp');
const lockFile = path.join(root, 'build', 'renderer.lock');

/** Changes whenever one of the window's source files changes. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    const place = path.join(root, source);
    const names = fs.statSync(place).isDirectory()
      ? fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()
      : [''];
    for (const name of names) {
      const { size, mtimeMs } = fs.statSync(path.join(place, name));
      if (!/\.test\.tsx?$/.test(name)) hash.update(`${source}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function isUpToDate() {
  try {
    return fs.existsSync(path.join(outputDir, 'index.html')) && fs.readFileSync(stampFile, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/**
 * @param {(line: string) => void} print
 * @returns {Promise<boolean>} whether the window is there
 */
export async function buildWindow(print) {
  if (isUpToDate()) {
    print('Window … already built');
    return true;
  }
  // Two concurrent builds would delete each other's files.
  const lock = await takeLock(lockFile, () => print('Window … is being built by another start; waiting for it'));
  process.once('exit', lock.release);
  try {
    return isUpToDate() || (await build(print, lock.note));
  } finally {
    lock.release();
  }
}

/** @param {(line: string) => void} print @param {(pid: number) => void} onStart */
async function build(print, onStart) {
  print('Window … building');
  const started = performance.now();
  const before = fingerprint();
  fs.rmSync(stampFile, { force: true });
  const result = await run(nodeTool('vite', 'vite', ['build', '--logLevel', 'warn']), {
    cwd: root,
    // Vite takes another value from a program that runs tests, and the window would contain React's code for development.
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
    onStart,
    onLine: (line) => print(`      | ${line}`),
  });
  if (result.code !== 0) return false;
  fs.writeFileSync(stampFile, before);
  print(`Window … built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}
