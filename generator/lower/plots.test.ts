import { expect, it } from 'vitest';
import { uno } from '../boards/uno/index.ts';
import { newSketch, newTask } from '../sketch/create.ts';
import { targetById } from '../targets/index.ts';
import { lower } from './lower.ts';

const diagnosticsOf = (prelude: string, body: string) => {
  const task = newTask('loop', { periodUs: 50_000, budgetUs: 10, body });
  return lower(newSketch('x', { prelude, tasks: [task] }), uno, targetById('superloop'));
};

it('warns about a name that is not text in quotation marks, and generates the program', () => {
  const { program, diagnostics } = diagnosticsOf(
    'void show(const char *n, int v) {\n  plot(n, v);\n}',
    'plot("a", 1);\nplot(1 ? "a" : "b", 2);',
  );
  expect(program).not.toBeNull();
  expect(diagnostics.map(({ pointer, severity }) => [pointer, severity])).toEqual([
    ['/prelude', 'warning'],
    ['/tasks/0/body', 'warning'],
  ]);
  expect(diagnostics[0]?.message).toContain('the name in plot() on line 2 is not text in quotation marks.');
  expect(program?.metadata.length).toBeGreaterThan(0);
});

it('says nothing about a plot of the sketch', () => {
  expect(diagnosticsOf('void plot(const char *n, int v) {}', 'plot(1 ? "a" : "b", 2);').diagnostics).toEqual([]);
});
