/** A Python virtual environment with PlatformIO Core, and PlatformIO's build tool SCons, both from PyPI. */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isWindows, pioCoreDir, pioSconsDir, pythonDir, root, venvPython } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { isExecutableFile, which } from '../which.mjs';

/**
 * Increasing one of these versions makes set-up install it again. This PlatformIO requires this
 * SCons release. The files in `python-packages/` list their packages with all hashes, and are made anew
 * with the command in their first lines.
 */
const platformioVersion = '6.2.0';
const sconsVersion = '4.11.1';

/** PlatformIO's number for a SCons release: 4.11.1 is 4.41101.0. */
const [sconsMajor = 0, sconsMinor = 0, sconsPatch = 0] = sconsVersion.split('.').map(Number);
const sconsPackageVersion = `${sconsMajor}.${sconsMajor * 10000 + sconsMinor * 100 + sconsPatch}.0`;

/** @typedef {'platformio' | 'scons' | 'setuptools' | 'simso' | 'trace-readers' | 'zephyr'} PythonList */

/**
 * The arguments of Python that install exactly the packages of a list. pip refuses a package with other bytes
 * and names it. It installs wheels where there are any: to build from source by itself, pip would install other
 * packages without a hash.
 * @param {PythonList} name
 */
export function pipInstall(name) {
  const list = path.join(root, 'platformio', 'setup', 'python-packages', `${name}.txt`);
  const install = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input'];
  return [...install, ...binary(name), '--require-hashes', '-r', list];
}

const ONLY_WHEELS = ['--only-binary=:all:'];
/** With the setuptools that were installed before, by their hash. */
const FROM_SOURCE = ['--no-build-isolation', '--use-pep517'];

/** SimSo, and docopt of Zephyr's packages, have no wheel. @param {PythonList} name */
function binary(name) {
  if (name === 'simso') return FROM_SOURCE;
  return name === 'zephyr' ? [...FROM_SOURCE, ...ONLY_WHEELS, '--no-binary=docopt'] : ONLY_WHEELS;
}

/** @type {readonly string[] | null | undefined} */
let foundPython;

/**
 * A Python from 3.9, which PlatformIO requires, with the modules that a virtual environment needs; Debian ships those apart.
 * @returns {readonly string[] | null} program and arguments
 */
export function findPython() {
  foundPython ??= lookForPython();
  return foundPython;
}

function lookForPython() {
  const launcher = isWindows ? which('py') : null;
  const names = [process.env.POLYLOOP_PYTHON, which('python3'), '/usr/bin/python3', which('python')];
  const commands = [...(launcher ? [[launcher, '-3']] : []), ...names.flatMap((name) => (name ? [[name]] : []))];
  const probe = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))';
  for (const [program = '', ...args] of commands) {
    if (!isExecutableFile(program)) continue;
    // On Windows a plain `python` may be the Store's stub, which also fails this check.
    if (spawnSync(program, [...args, '-c', probe], { timeout: 15_000, stdio: 'ignore' }).status === 0)
      return [program, ...args];
  }
  return null;
}

/** The system's packages include Python where there is none. */
export const needsForPython = () => (findPython() === null ? [SYSTEM_PACKAGES] : []);

const pythonInputs = { platformio: platformioVersion };
const sconsInputs = { scons: sconsVersion, launcher: 1 };

/** @param {import('../step.mjs').Context} context @param {string} directory */
async function makeEnvironment({ must }, directory) {
  const python = findPython();
  if (python === null) {
    const how = isWindows
      ? 'winget install Python.Python.3.13'
      : process.platform === 'darwin'
        ? 'brew install python'
        : 'apt-get install python3 python3-venv';
    throw new SetupError(`Python 3.9 or later with venv is not installed. To get it: ${how}`);
  }
  await must([...python, '-m', 'venv', directory]);
  const inside = path.join(directory, path.relative(pythonDir, venvPython));
  await must([inside, ...pipInstall('platformio')]);
  // Done once here so that the first build does not wait for it.
  await must([inside, '-m', 'compileall', '-q', path.join(directory)]).catch(() => {});
}

/** @type {import('../step.mjs').Step} */
export const pythonStep = {
  title: 'PlatformIO Core',
  required: false,
  without: 'sketches cannot be built',
  present: () =>
    isInPlace(pythonDir, pythonInputs) && isExecutableFile(venvPython)
      ? `${platformioVersion}, in ${path.relative(root, pythonDir)}`
      : null,
  needs: needsForPython,
  bring: (context) => place(pythonDir, pythonInputs, (directory) => makeEnvironment(context, directory)),
};

const sconsLauncher = `"""Starts SCons from this directory, where PlatformIO looks for it."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from SCons.Script import main

main()
`;

/** @param {import('../step.mjs').Context} context @param {string} directory */
async function makeScons({ must }, directory) {
  if (!isExecutableFile(venvPython))
    throw new SetupError('It comes with PlatformIO Core, which is missing: see above.');
  await must([venvPython, ...pipInstall('scons'), '--no-deps', '--target', directory]);
  const manifest = {
    name: 'tool-scons',
    version: sconsPackageVersion,
    description: 'SCons',
    license: 'MIT',
    system: '*',
  };
  const origin = { owner: 'platformio', id: null, name: 'tool-scons', requirements: null, uri: null };
  writePackage(directory, manifest, { type: 'tool', name: 'tool-scons', version: sconsPackageVersion, spec: origin });
  fs.writeFileSync(path.join(directory, 'scons.py'), sconsLauncher);
}

/**
 * @param {string} directory
 * @param {object} manifest
 * @param {object} metadata what PlatformIO's package manager writes beside a package that it installed
 */
function writePackage(directory, manifest, metadata) {
  fs.writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  fs.writeFileSync(path.join(directory, '.piopm'), JSON.stringify(metadata));
}

/** Otherwise PlatformIO prints its greeting before the first build. */
function writeFirstState() {
  const file = path.join(pioCoreDir, 'appstate.json');
  if (!fs.existsSync(file)) fs.writeFileSync(file, JSON.stringify({ last_version: platformioVersion }));
}

/** @type {import('../step.mjs').Step} */
export const sconsStep = {
  title: 'SCons for PlatformIO',
  required: false,
  without: 'sketches cannot be built',
  needs: () => [pythonStep.title],
  present: () => (isInPlace(pioSconsDir, sconsInputs) ? sconsVersion : null),
  async bring(context) {
    await place(pioSconsDir, sconsInputs, (directory) => makeScons(context, directory));
    writeFirstState();
  },
};
