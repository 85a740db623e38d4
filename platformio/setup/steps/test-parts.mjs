/**
 * Parts for tests only: a browser, a C compiler for the board `host`, and the virtual Arm board.
 */
import path from 'node:path';
import { findBrowser, findTools } from '../find.mjs';
import { browsersDir, nodeProgram, root } from '../paths.mjs';
import { SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { npmStep } from './npm.mjs';

/** @type {import('../step.mjs').Step} */
export const browserStep = {
  title: 'Browser for the tests',
  required: false,
  without: 'the end-to-end tests cannot run',
  needs: () => [npmStep.title, SYSTEM_PACKAGES],
  present: findBrowser,
  async bring({ must, say }) {
    say("Playwright's own Chromium");
    const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
    const environment = { PLAYWRIGHT_BROWSERS_PATH: browsersDir };
    await must([nodeProgram, playwright, 'install', 'chromium'], {
      env: environment,
      timeoutMs: 600_000,
    });
    if (findBrowser() === null)
      throw new SetupError('Install Chromium, Chrome or Edge, or set POLYLOOP_BROWSER to its program.');
  },
};

/** @type {import('../step.mjs').Step} */
export const hostCompilerStep = {
  title: 'C and C++ compiler for this computer',
  required: false,
  without: 'sketches for the board `host` cannot be built',
  needs: () => [SYSTEM_PACKAGES],
  present() {
    const { hostCc, hostCxx } = findTools();
    return hostCc.installed && hostCxx.installed ? hostCc.command.join(' ') : null;
  },
  async bring() {
    const { hostCxx } = findTools();
    if (!hostCxx.installed) throw new SetupError(`To get one: ${hostCxx.howToGet}`);
  },
};

/** @type {import('../step.mjs').Step} */
export const armStep = {
  title: 'Arm compiler and QEMU',
  required: false,
  without: 'sketches for the virtual Arm board cannot be built or run',
  needs: () => [SYSTEM_PACKAGES],
  present() {
    const { armGxx, qemuArm } = findTools();
    return armGxx.installed && qemuArm.installed ? `${armGxx.command[0]}, ${qemuArm.command[0]}` : null;
  },
  async bring() {
    const { armGxx, qemuArm } = findTools();
    const missing = [armGxx, qemuArm].flatMap((tool) => (tool.installed ? [] : [tool.howToGet]));
    if (missing.length > 0) throw new SetupError(`To get them: ${missing.join(', ')}`);
  },
};
