#!/usr/bin/env node
/**
 * `npm test`: sets up and runs everything; `npm run check`: format, lint, types, directions of dependency, unused
 * code, and the tests that need no tools.
 *
 *   node platformio/setup/commands/test.mjs [--check] [--only lint,types,structure,unused,fast,unit,e2e] [--keep-going] [FILE …]
 *
 * `fast` is a section of `--check`; `unit` runs all tests. FILE narrows the tests down. With `--only unit` and a FILE nothing is set
 * up but npm packages. Stops at the end of the first section that fails. The last line is always `N passed, N failed`, over all tests.
 */
import { parseArgs } from 'node:util';
import { describeMissing, findTools } from '../find.mjs';
import { root } from '../paths.mjs';
import { endOnSignals, run } from '../run.mjs';
import { requireNode20, setUp } from '../setup.mjs';
import { toolEnvironment } from './node-tool.mjs';
import { checkSections, fastSection, removeReports, testSections } from './sections.mjs';

/** @typedef {import('./sections.mjs').Section} Section */
/** @typedef {import('./sections.mjs').Counts} Counts */
/** @typedef {{ section: Section, ok: boolean, seconds: number, counts: Counts | null, notes: string[] }} Outcome */

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** @param {Section} section @returns {Promise<Outcome>} */
async function runSection(section) {
  print(`\n──── ${section.title} ────`);
  const started = performance.now();
  /** @type {string[]} */
  const notes = [];
  let ok = true;
  for (const command of section.commands) {
    const result = await run(command, { cwd: root, env: { ...toolEnvironment(), ...section.env }, onLine: print });
    if (result.startError !== null) print(result.startError);
    // Vitest's own totals, which the summary repeats.
    notes.push(
      ...result.tail.filter((line) => /^\s*(?:Test Files|Tests) {2}/.test(withoutColour(line))).map(withoutColour),
    );
    if (result.code !== 0) ok = false;
  }
  const counts = section.count?.(notes) ?? null;
  if (section.count !== undefined && counts === null) ok = false;
  return {
    section,
    ok: ok && (counts?.failed ?? 0) === 0,
    seconds: (performance.now() - started) / 1000,
    counts,
    notes,
  };
}

/** @param {string} text */
function withoutColour(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a terminal's colours are
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

/** @param {readonly Outcome[]} outcomes @param {readonly Section[]} planned */
function printSummary(outcomes, planned) {
  print('\n──── Summary ────');
  for (const section of planned) {
    const outcome = outcomes.find((candidate) => candidate.section === section);
    const state = outcome === undefined ? 'not run' : outcome.ok ? 'ok' : 'FAILED';
    const time = outcome === undefined ? '' : `${outcome.seconds.toFixed(1)} s`;
    print(`${section.title.padEnd(26)} ${state.padEnd(8)} ${time.padStart(8)}${countsText(outcome?.counts)}`);
  }
  for (const note of outcomes.flatMap(({ notes }) => notes)) print(note);
  for (const note of untried(outcomes)) print(note);
  const passed = outcomes.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0);
  // A section that failed without a failed test, such as a check, counts as one.
  const failed = outcomes.reduce((sum, { ok, counts }) => sum + (counts?.failed || (ok ? 0 : 1)), 0);
  print(`${passed} passed, ${failed} failed`);
}

/**
 * What was skipped because a kernel is the user's to bring: it has not been shown to work here.
 * @param {readonly Outcome[]} outcomes
 */
function untried(outcomes) {
  const { freertosKernel } = findTools();
  if (freertosKernel.installed || !outcomes.some(({ counts }) => (counts?.skipped ?? 0) > 0)) return [];
  return [`Not tried: programs for ${freertosKernel.name}. ${describeMissing(freertosKernel)}`];
}

/** @param {Counts | null | undefined} counts */
function countsText(counts) {
  if (!counts) return '';
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `   ${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { check: { type: 'boolean' }, only: { type: 'string' }, 'keep-going': { type: 'boolean' } },
      allowPositionals: true,
    });
    return {
      check: values.check === true,
      only: values.only,
      keepGoing: values['keep-going'] === true,
      files: positionals,
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(2);
  }
}

/** @param {ReturnType<typeof readArguments>} options @returns {Section[]} */
function plan({ check, only, files }) {
  const all = check ? [...checkSections(), fastSection()] : [...checkSections(), ...testSections(files)];
  const wanted = only?.split(',');
  const unknown = wanted?.find((id) => !all.some((section) => section.id === id));
  if (unknown !== undefined) {
    process.stderr.write(
      `--only ${unknown}: there is no such section; there are ${all.map(({ id }) => id).join(', ')}\n`,
    );
    process.exit(2);
  }
  return wanted === undefined ? all : all.filter(({ id }) => wanted.includes(id));
}

requireNode20();
endOnSignals();
const options = readArguments();
/** Named test files run at once. Missing tools are reported as not installed. */
const isInnerLoop = options.only === 'unit' && options.files.length > 0;
if (!(await setUp({ purpose: options.check || isInnerLoop ? 'check' : 'test' }))) {
  print('\nThe tests cannot run without what is missing above.\n0 passed, 1 failed');
  process.exit(1);
}
const planned = plan(options);
removeReports();
/** @type {Outcome[]} */
const outcomes = [];
for (const section of planned) {
  const outcome = await runSection(section);
  outcomes.push(outcome);
  if (!outcome.ok && !options.keepGoing) break;
}
printSummary(outcomes, planned);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
