import { expect, test } from 'vitest';
import { stepsFor } from './setup.mjs';
import { type Step, SYSTEM_PACKAGES } from './step.mjs';
import { runSteps } from './steps-in-order.mjs';

/** A step that ends when the test says so. */
function controlled(title: string, more: Partial<Step> = {}) {
  let finish = (_error?: Error) => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = (error) => (error === undefined ? resolve() : reject(error));
  });
  const step: Step = {
    title,
    required: false,
    without: `${title} does not work`,
    present: () => null,
    bring: () => done,
    ...more,
  };
  return { step, finish };
}

/** Starts the steps. `lines` grows as they print. */
function begin(steps: readonly Step[]) {
  const lines: string[] = [];
  const contextOf = ({ title }: Step) => ({
    say: (text: string) => void lines.push(`${title}: ${text}`),
    must: async () => {},
  });
  const lacking = runSteps(steps, { contextOf, print: (text) => lines.push(text.replace(/\d+\.\d s/, '0 s')) });
  return { lines, lacking: lacking.then((found) => found.map(({ title }) => title)) };
}

/** Until everything that is ready has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('steps that need nothing of each other run at once, three at a time, and begin in their order', async () => {
  const parts = ['a', 'b', 'c', 'd'].map((title) => controlled(title));
  const { lines, lacking } = begin(parts.map(({ step }) => step));
  await settled();
  expect(lines).toEqual(['[1/4] a … installing', '[2/4] b … installing', '[3/4] c … installing']);
  parts[1]?.finish();
  await settled();
  expect(lines.slice(3)).toEqual(['[2/4] b … done in 0 s', '[4/4] d … installing']);
  for (const { finish } of parts) finish();
  expect(await lacking).toEqual([]);
});

test('a step begins after the steps that it needs, also if they fail, and sees what they left', async () => {
  const first = controlled('first');
  let isThere = false;
  const second = controlled('second', {
    needs: () => ['first', 'not a step'],
    present: () => (isThere ? 'here' : null),
  });
  const third = controlled('third', { needs: () => ['second'] });
  const { lines, lacking } = begin([first.step, second.step, third.step]);
  await settled();
  expect(lines).toEqual(['[1/3] first … installing']);
  isThere = true;
  first.finish(new Error('no network'));
  await settled();
  expect(lines.slice(1)).toEqual([
    '[1/3] first … MISSING: first does not work\n      no network',
    '[2/3] second … already there (here)',
    '[3/3] third … installing',
  ]);
  third.finish();
  expect(await lacking).toEqual(['first']);
});

test('a step waits in its middle for another one', async () => {
  const packages = controlled('packages');
  const builds = controlled('builds', {
    bring: async ({ ended, say }) => {
      say('built');
      await ended('packages');
      say('linked');
    },
  });
  const { lines, lacking } = begin([packages.step, builds.step]);
  await settled();
  expect(lines.slice(2)).toEqual(['builds: built']);
  packages.finish();
  expect(await lacking).toEqual([]);
  expect(lines.slice(3)).toEqual(['[1/2] packages … done in 0 s', 'builds: linked', '[2/2] builds … done in 0 s']);
});

test('after a required part that is missing, no other step begins, and those that run end', async () => {
  const npm = controlled('npm', { required: true });
  const other = controlled('other');
  const last = controlled('last', { needs: () => ['npm'] });
  const { lines, lacking } = begin([npm.step, other.step, last.step]);
  npm.finish(new Error('refused'));
  await settled();
  other.finish();
  expect(await lacking).toEqual(['npm']);
  expect(lines.some((line) => line.includes('last'))).toBe(false);
  expect(lines.at(-1)).toBe('[2/3] other … done in 0 s');
});

test('a step that uses the terminal runs alone, and steps behind it wait', async () => {
  const npm = controlled('npm');
  const asks = controlled('asks', { usesTerminal: () => true });
  const other = controlled('other');
  const { lines, lacking } = begin([npm.step, asks.step, other.step]);
  await settled();
  expect(lines).toEqual(['[1/3] npm … installing']);
  npm.finish();
  await settled();
  expect(lines.slice(1)).toEqual(['[1/3] npm … done in 0 s', '[2/3] asks … installing']);
  asks.finish();
  await settled();
  expect(lines.at(-1)).toBe('[3/3] other … installing');
  other.finish();
  expect(await lacking).toEqual([]);
});

test('steps need only earlier ones, so that no step waits for ever', () => {
  for (const purpose of ['start', 'test'] as const) {
    const titles = stepsFor(purpose, true).map(({ title }) => title);
    expect(titles).toContain(SYSTEM_PACKAGES);
    expect(new Set(titles).size).toBe(titles.length);
    for (const [index, step] of stepsFor(purpose, true).entries())
      for (const needed of step.needs?.() ?? []) expect(titles.slice(0, index)).toContain(needed);
  }
});
