/**
 * Electron's program, which its npm package downloads separately. If it is not available, the
 * browser replaces it. A failed download is remembered for a day so that it does not delay every
 * start.
 */
import fs from 'node:fs';
import path from 'node:path';
import { nodeProgram, root, toolsDir } from '../paths.mjs';
import { answers, SetupError } from '../step.mjs';
import { isExecutableFile } from '../which.mjs';
import { npmStep } from './npm.mjs';

const packageDir = path.join(root, 'node_modules', 'electron');
const failureFile = path.join(toolsDir, 'electron-download-failed');
const retryAfterMs = 24 * 3600 * 1000;

/** @returns {string | null} */
export function findElectron() {
  try {
    const inside = fs.readFileSync(path.join(packageDir, 'path.txt'), 'utf8').trim();
    const program = path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(packageDir, 'dist'), inside);
    return isExecutableFile(program) ? program : null;
  } catch {
    return null;
  }
}

function failedLately() {
  try {
    return Date.now() - fs.statSync(failureFile).mtimeMs < retryAfterMs;
  } catch {
    return false;
  }
}

/** @type {import('../step.mjs').Step} */
export const electronStep = {
  title: 'Electron',
  required: false,
  without: 'the window opens in your browser instead',
  needs: () => [npmStep.title],
  present: () =>
    findElectron() ?? (failedLately() ? 'could not be downloaded lately; the browser takes its place' : null),
  async bring({ must }) {
    const installer = path.join(packageDir, 'install.js');
    try {
      if (!fs.existsSync(installer)) throw new SetupError('npm left its package out on this system');
      const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/';
      if (!(await answers(mirror))) throw new SetupError(`${mirror} does not answer`);
      await must([nodeProgram, installer], { env: { ELECTRON_GET_USE_PROXY: '1' }, timeoutMs: 600_000 });
    } catch (error) {
      fs.mkdirSync(toolsDir, { recursive: true });
      fs.writeFileSync(failureFile, '');
      throw error;
    }
    fs.rmSync(failureFile, { force: true });
  },
};
