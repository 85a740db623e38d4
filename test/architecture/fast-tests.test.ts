/** `npm run check` runs exactly the tests that need no tools. */
import { describe, expect, it } from 'vitest';
import { fastTests, sharedTests } from '../fast-tests.ts';

describe('the fast tests', () => {
  const fast = fastTests();

  it.each([
    ['beside pure code', 'generator/analysis/fixed/few-levels.test.ts'],
    ['of a view', 'app/renderer/views/problems/problems-view.test.tsx'],
    ['of the structure', 'test/architecture/platforms.test.ts'],
    ['of a page', 'test/docs/analysis-page.test.ts'],
  ])('are those %s', (_, file) => {
    expect(fast).toContain(file);
  });

  it.each([
    ['starts programs itself', 'platformio/setup/run.test.ts'],
    ['imports a module that starts compilers', 'app/cli/commands/build.test.ts'],
    ['runs a virtual board', 'app/host/devices/avr/timer-flags.test.ts'],
    ['searches for long', 'test/property/analysis.test.ts'],
    ['is part of the conformance suite', 'test/conformance/vectors.test.ts'],
  ])('are none that %s', (_, file) => {
    expect(fast).not.toContain(file);
  });

  it('are the majority of all tests', () => {
    expect(fast.length).toBeGreaterThan(180);
    expect(new Set(fast).size).toBe(fast.length);
  });
});

it('tests that replace a module share no process', () => {
  const shared = sharedTests();
  expect(shared).not.toContain('app/renderer/views/canvas/canvas-work.test.tsx');
  expect(shared).toContain('app/renderer/views/problems/problems-view.test.tsx');
});
