import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { eventually } from '../../../test/eventually.ts';
import type { CheckedCode } from '../../contract/code.ts';
import type { CodeCheck } from './check-sketch.ts';
import { CodeChecker } from './code-checker.ts';

const CHECKED: CheckedCode = { outcome: 'checked', message: null, diagnostics: [] };

const orderOf = (body: string) => ({
  text: writeSketch(newSketch('s', { tasks: [newTask('T', { body })] })),
  path: null,
  tool: 'platformio' as const,
  depth: 'syntax' as const,
});
const uncancelled = { aborted: false, throwIfAborted: () => {}, onAbort: () => {} };

/** A checker. Its checks end when they are aborted, or when `end` is called. */
async function checkerOf() {
  const cache = await mkdtemp(join(tmpdir(), 'polyloop-checker-'));
  const running: CodeCheck[] = [];
  const bodies: string[] = [];
  let most = 0;
  let end = (): void => {};
  const checker = new CodeChecker(cache, async (check) => {
    running.push(check);
    bodies.push(check.sketch.tasks[0]?.body ?? '');
    most = Math.max(most, running.length);
    await new Promise<void>((resolve) => {
      end = resolve;
      check.signal.addEventListener('abort', () => setTimeout(resolve, 5));
    });
    running.splice(running.indexOf(check), 1);
    return check.signal.aborted ? { ...CHECKED, outcome: 'replaced' } : CHECKED;
  });
  onTestFinished(async () => {
    await checker.close();
    await rm(cache, { recursive: true, force: true });
  });
  return { checker, bodies, most: () => most, end: () => end() };
}

it('runs the newest check only, and never two at once', async () => {
  const { checker, bodies, most, end } = await checkerOf();
  const answers = ['a', 'b', 'c', 'd'].map((body) => checker.check(orderOf(body), uncancelled));
  await eventually(() => expect(bodies.at(-1)).toBe('d'));
  end();
  expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual([
    'replaced',
    'replaced',
    'replaced',
    'checked',
  ]);
  expect(most()).toBe(1);
  expect(bodies.length).toBeLessThan(4);
});

it('ends a check that the window cancels', async () => {
  const { checker, bodies } = await checkerOf();
  let cancel = (): void => {};
  const answer = checker.check(orderOf('a'), {
    ...uncancelled,
    onAbort: (listener) => {
      cancel = listener;
    },
  });
  await eventually(() => expect(bodies).toEqual(['a']));
  cancel();
  expect(await answer).toMatchObject({ outcome: 'replaced' });
});

it('reports a sketch that cannot be read, and starts nothing', async () => {
  const { checker, bodies } = await checkerOf();
  const { diagnostics } = await checker.check({ ...orderOf(''), text: '{' }, uncancelled);
  expect(diagnostics).toMatchObject([{ severity: 'error' }]);
  expect(bodies).toEqual([]);
});

it('starts nothing after it is closed', async () => {
  const { checker, bodies } = await checkerOf();
  await checker.close();
  expect(await checker.check(orderOf('a'), uncancelled)).toMatchObject({ outcome: 'replaced' });
  expect(bodies).toEqual([]);
});
