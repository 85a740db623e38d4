#!/usr/bin/env node
/**
 * The set-up: installs missing parts, names those that it cannot install, and keeps installed ones.
 *
 *   node platformio/setup/setup.mjs [--for start|test] [--verbose]
 *   node platformio/setup/setup.mjs --kernel freertos [--verbose]
 *
 * Runs on the user's Node, from version 20, before any dependency is installed, so it is plain
 * JavaScript. Exit code: 0 if the installed parts suffice for the purpose, otherwise 1. It can be
 * interrupted and repeated at any time.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { takeLock } from './lock.mjs';
import { root, toolsDir } from './paths.mjs';
import { removeLeftovers } from './place.mjs';
import { endOnSignals, run } from './run.mjs';
import { SetupError } from './step.mjs';
import { arduinoCliStep } from './steps/arduino-cli.mjs';
import { avrStep } from './steps/avr.mjs';
import { electronStep } from './steps/electron.mjs';
import { freertosStep } from './steps/freertos.mjs';
import { npmStep } from './steps/npm.mjs';
import { rtaOracleStep, simsoStep } from './steps/oracles.mjs';
import { pythonStep, sconsStep } from './steps/python.mjs';
import { systemPackagesStep } from './steps/system-packages.mjs';
import { armStep, browserStep, hostCompilerStep } from './steps/test-parts.mjs';
import { traceReadersStep } from './steps/trace-readers.mjs';
import { zephyrStep } from './steps/zephyr.mjs';
import { runSteps } from './steps-in-order.mjs';

/** @typedef {import('./step.mjs').Step} Step */
/** @typedef {import('./step.mjs').Purpose} Purpose */

/**
 * An installed program has its npm packages and its Electron. Only a checkout has a lock file.
 * @param {Purpose} purpose
 * @param {boolean} [inCheckout]
 * @returns {Step[]}
 */
export function stepsFor(purpose, inCheckout = fs.existsSync(path.join(root, 'package-lock.json'))) {
  if (purpose === 'check') return [npmStep];
  const tools = [systemPackagesStep(purpose), pythonStep, sconsStep, avrStep];
  if (!inCheckout) return tools;
  const build = [npmStep, ...tools];
  return purpose === 'start'
    ? [...build, electronStep]
    : [...build, arduinoCliStep, hostCompilerStep, armStep, browserStep, simsoStep, rtaOracleStep, traceReadersStep];
}

/** The kernels that a user can ask for, by the name of their target. */
export const KERNEL_STEPS = { freertos: () => freertosStep(), zephyr: () => zephyrStep() };

/** @typedef {keyof typeof KERNEL_STEPS} KernelName */

/** Number of lines that are shown from the end of a failed command's output. */
const shownTail = 30;

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/**
 * @param {Step} step
 * @param {boolean} verbose
 * @param {(pid: number) => void} onStart
 * @returns {import('./steps-in-order.mjs').StepContext}
 */
function contextFor(step, verbose, onStart) {
  return {
    say: (text) => print(`      ${step.title}: ${text}`),
    async must(command, options = {}) {
      const result = await run(command, {
        ...options,
        onStart,
        ownTemporary: true,
        onLine: verbose ? (line) => print(`      ${step.title} | ${line}`) : undefined,
      });
      if (result.code === 0) return;
      const why =
        result.startError ?? (result.timedOut ? 'it took too long' : `it ended with ${result.code ?? 'a signal'}`);
      const output = verbose ? [] : result.tail.slice(-shownTail).map((line) => `      | ${line}`);
      throw new SetupError([`\`${command.join(' ')}\`: ${why}`, ...output].join('\n'));
    },
  };
}

/**
 * @param {{ purpose: Purpose, kernel?: KernelName | null, verbose?: boolean }} options `kernel` is installed
 *   alone
 * @returns {Promise<boolean>} whether the installed parts suffice for the purpose: for `start` the required
 *   parts, for `test` every part that a test needs
 */
export async function setUp({ purpose, kernel = null, verbose = false }) {
  const lock = await takeLock(path.join(toolsDir, 'setup.lock'), () =>
    print('Another set-up is at work; waiting for it …'),
  );
  process.once('exit', lock.release);
  try {
    removeLeftovers(toolsDir);
    const steps = kernel === null ? stepsFor(purpose) : [KERNEL_STEPS[kernel]()];
    const contextOf = (/** @type {Step} */ step) => contextFor(step, verbose, lock.note);
    const lacking = await runSteps(steps, { contextOf, print });
    return report(lacking, purpose);
  } finally {
    lock.release();
  }
}

/** Missing parts that do not stop the tests: they have alternatives, or their tests report them. */
const optionalForTests = new Set([
  'System packages',
  'arduino-cli',
  armStep.title,
  simsoStep.title,
  rtaOracleStep.title,
  traceReadersStep.title,
]);

/** @param {Step[]} lacking @param {Purpose} purpose */
function report(lacking, purpose) {
  for (const step of lacking) print(`Not installed: ${step.title} (${step.without}).`);
  if (purpose === 'start') return lacking.every((step) => !step.required);
  return lacking.every((step) => optionalForTests.has(step.title));
}

/** An older Node would fail much later with an unclear message. */
export function requireNode20() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 20) return;
  process.stderr.write(`Polyloop's set-up needs Node 20 or later; this is ${process.version} (${process.execPath}).\n`);
  process.exit(1);
}

/** @param {string} name @returns {name is KernelName} */
const isKernel = (name) => Object.hasOwn(KERNEL_STEPS, name);

/** @returns {{ purpose: Purpose, kernel: KernelName | null, verbose: boolean }} */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: { for: { type: 'string' }, kernel: { type: 'string' }, verbose: { type: 'boolean' } },
    });
    const purpose = values.for ?? 'start';
    if (purpose !== 'start' && purpose !== 'test') throw new Error(`--for ${purpose}: expected start or test`);
    const kernel = values.kernel ?? null;
    if (kernel !== null && !isKernel(kernel)) {
      throw new Error(`--kernel ${kernel}: expected ${Object.keys(KERNEL_STEPS).join(', ')}`);
    }
    return { purpose, kernel, verbose: values.verbose === true };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(2);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode20();
  endOnSignals(() => process.stdout.write('\nInterrupted. Run the set-up again to continue.\n'));
  const ready = await setUp(readArguments());
  process.exitCode = ready ? 0 : 1;
}
