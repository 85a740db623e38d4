/**
 * Two independent programs that the differential tests use as references: the simulator SimSo, from
 * PyPI, and the bounds of the crate `response-time-analysis`, from crates.io, behind a small
 * program of this repository.
 */
import fs from 'node:fs';
import path from 'node:path';
import { findTools } from '../find.mjs';
import { rtaOracleDir, rtaOracleProgram, rtaOracleSources, simsoDir, simsoProgram, simsoPython } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { isExecutableFile, which } from '../which.mjs';
import { findPython, needsForPython, pipInstall } from './python.mjs';

/** Later releases of setuptools lack the module `pkg_resources`, which SimSo's SimPy requires. */
const simsoInputs = { simso: '0.8.5', setuptools: '80.9.0' };

/** @param {import('../step.mjs').Context} context @param {string} directory */
async function makeSimso({ must }, directory) {
  const python = findPython();
  if (python === null) throw new SetupError('Python 3.9 or later with venv is not installed.');
  await must([...python, '-m', 'venv', directory]);
  const inside = path.join(directory, path.relative(simsoDir, simsoPython));
  for (const list of /** @type {const} */ (['setuptools', 'simso']))
    await must([inside, ...pipInstall(list)], { timeoutMs: 600_000 });
  // Without input it ends at once if all its imports are installed.
  await must([inside, simsoProgram]);
}

/** @type {import('../step.mjs').Step} */
export const simsoStep = {
  title: 'SimSo',
  required: false,
  without: 'the simulator is not compared with another one',
  present: () => (isInPlace(simsoDir, simsoInputs) && isExecutableFile(simsoPython) ? simsoInputs.simso : null),
  needs: needsForPython,
  bring: (context) => place(simsoDir, simsoInputs, (directory) => makeSimso(context, directory)),
};

/** Includes the lock file, which has the crate's version. */
const rtaInputs = () =>
  ['Cargo.toml', 'Cargo.lock', path.join('src', 'main.rs')].map((name) =>
    fs.readFileSync(path.join(rtaOracleSources, name), 'utf8'),
  );

/** @param {import('../step.mjs').Context} context @param {string} directory */
async function makeRtaOracle({ must }, directory) {
  const cargo = which('cargo');
  if (cargo === null) {
    const how = process.platform === 'win32' ? 'winget install Rustlang.Rustup' : 'https://rustup.rs';
    throw new SetupError(`Cargo, the package manager of Rust, is not installed. To get it: ${how}`);
  }
  const manifest = path.join(rtaOracleSources, 'Cargo.toml');
  const build = ['build', '--release', '--locked', '--manifest-path', manifest, '--target-dir', directory];
  await must([cargo, ...build], { timeoutMs: 600_000 });
}

/** @type {import('../step.mjs').Step} */
export const rtaOracleStep = {
  title: 'Proven response-time bounds',
  required: false,
  without: 'the response-time analyses are not compared with the crate response-time-analysis',
  present() {
    const { rtaOracle } = findTools();
    return rtaOracle.installed && isInPlace(rtaOracleDir, rtaInputs()) ? rtaOracleProgram : null;
  },
  // Cargo links with the system's compiler.
  needs: () => (which('cc') === null ? [SYSTEM_PACKAGES] : []),
  bring: (context) => place(rtaOracleDir, rtaInputs(), (directory) => makeRtaOracle(context, directory)),
};
