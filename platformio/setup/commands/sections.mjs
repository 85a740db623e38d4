/**
 * What `npm test` and `npm run check` run, in order: quick checks first, so that a slip costs seconds.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */
/**
 * @typedef {object} Section
 * @property {string} id for `--only`
 * @property {string} title
 * @property {readonly (readonly string[])[]} commands run one after the other
 * @property {Readonly<Record<string, string>>} [env]
 * @property {(tail: readonly string[]) => Counts | null} [count] its tests, once it has ended
 */
import fs from 'node:fs';
import path from 'node:path';
import { findHeadlessShell, findTools } from '../find.mjs';
import { browsersDir, root } from '../paths.mjs';
import { nodeTool } from './node-tool.mjs';

const reportsDir = path.join(root, 'build', 'test-reports');
const vitestReport = path.join(reportsDir, 'vitest.json');
const playwrightReport = path.join(reportsDir, 'playwright.json');
const typeProjects = ['generator', 'app/contract', 'app/renderer', '.'];
const structureRules = path.join('test', 'architecture', 'rules.mjs');

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @returns {Counts | null} */
function countVitest() {
  const report = readReport(vitestReport);
  if (report === null) return null;
  // A file that could not even be loaded holds no test, but must not pass for success.
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** @returns {Counts | null} */
function countPlaywright() {
  const report = readReport(playwrightReport);
  if (report === null) return null;
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0), skipped };
}

/** A report of an earlier run must not be taken for this one's. */
export function removeReports() {
  fs.rmSync(reportsDir, { recursive: true, force: true });
  fs.mkdirSync(reportsDir, { recursive: true });
}

/** @returns {Section[]} */
export function checkSections() {
  return [
    {
      id: 'lint',
      title: 'Format and lint',
      commands: [nodeTool('@biomejs/biome', 'biome', ['check', '--error-on-warnings'])],
    },
    {
      id: 'types',
      title: 'Types',
      commands: typeProjects.map((project) => nodeTool('typescript', 'tsc', ['-p', project])),
    },
    {
      id: 'structure',
      title: 'Directions of dependency',
      commands: [
        nodeTool('dependency-cruiser', 'depcruise', ['--config', structureRules, 'generator', 'app', 'platformio']),
      ],
    },
    {
      id: 'unused',
      title: 'Unused files, exports and packages',
      commands: [nodeTool('knip', 'knip', ['--no-progress'])],
    },
  ];
}

/** The tests that need no tools (test/fast-tests.ts). @returns {Section} */
export function fastSection() {
  return {
    id: 'fast',
    title: 'Fast tests',
    commands: [vitest(['--config', 'vitest.fast.config.ts'])],
    count: countVitest,
  };
}

/** @param {readonly string[]} args */
function vitest(args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  return nodeTool('vitest', 'vitest', ['run', ...reporters, ...args]);
}

/** @param {readonly string[]} files narrow the tests down @returns {Section[]} */
export function testSections(files) {
  return [unitSection(files), endToEndSection(files)];
}

/** @param {readonly string[]} files @returns {Section} */
function unitSection(files) {
  return {
    id: 'unit',
    title: 'Tests',
    commands: [vitest(files)],
    count: countVitest,
  };
}

/** @param {readonly string[]} files @returns {Section} */
function endToEndSection(files) {
  const { browser } = findTools();
  /** @type {Record<string, string>} */
  const env = { PLAYWRIGHT_BROWSERS_PATH: browsersDir, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
  if (browser.installed) env.POLYLOOP_BROWSER = browser.command[0];
  const shell = findHeadlessShell();
  if (shell !== null) env.POLYLOOP_HEADLESS_SHELL = shell;
  return {
    id: 'e2e',
    title: 'End-to-end tests',
    commands: [nodeTool('@playwright/test', 'playwright', ['test', '--reporter=list,json', ...files])],
    env,
    count: countPlaywright,
  };
}
