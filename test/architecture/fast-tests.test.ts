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

describe('a process is shared', () => {
  const shared = sharedTests();

  it.each([
    ['of a view', 'app/renderer/views/problems/problems-view.test.tsx'],
    ['with the host', 'app/renderer/state/session/tabs.test.ts'],
    ['of the host', 'app/host/projects/projects.test.ts'],
    ['that search for long', 'test/property/analysis.test.ts'],
  ])('by tests %s', (_, file) => {
    expect(shared).toContain(file);
  });

  it.each([
    ['replace a module', 'app/renderer/views/canvas/canvas-work.test.tsx'],
    ['wait for compilers', 'app/host/pipeline.test.ts'],
    ['run the command line', 'app/cli/commands/build.test.ts'],
  ])('by none that %s', (_, file) => {
    expect(shared).not.toContain(file);
  });

  it('by each test once', () => {
    expect(new Set(shared).size).toBe(shared.length);
  });
});
