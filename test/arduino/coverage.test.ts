/** Compares the table in docs/arduino.md with compilers and running programs. */
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { generated, Workspace } from '../golden/projects.ts';
import { BOARDS, type Coverage, coverageOf, missingFor } from './coverage.ts';
import { FUNCTIONS } from './functions.ts';
import { readDocument } from './table.ts';

/** The column of a board as the document has it: by function, 'works' or 'error'. */
async function documented(index: number): Promise<Map<string, string>> {
  const { table } = await readDocument();
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => [(cells[1] ?? '').replaceAll('`', ''), cells[index + 2] ?? '']),
  );
}

it("has a check for each of the 40 functions of Arduino's reference", () => {
  expect(new Set(FUNCTIONS.map(({ name }) => name)).size).toBe(40);
});

describe.each(BOARDS.map((id, index) => ({ id, index })))('on the board $id', ({ id, index }) => {
  const missing = missingFor(id);
  if (missing !== null) console.warn(`Arduino's functions were not tried: ${missing}`);

  it.skipIf(missing !== null)('every function works, or its error names it, the board and an alternative', async () => {
    const coverage: Coverage = await coverageOf(id);
    const { table } = await readDocument();
    for (const [name, said] of coverage) {
      if (said === 'works') continue;
      expect(said).toContain(`${name}() cannot be used on the board `);
      expect(said).toMatch(/; (use|choose) /);
      expect(table).toContain(`| ${said} |`);
    }
    const cells = [...coverage].map(([name, said]) => [name, said === 'works' ? 'works' : 'error']);
    expect(await documented(index)).toEqual(new Map(cells as [string, string][]));
  });
});

describe.skipIf(missingFor('uno') !== null)('on the Uno', () => {
  it('PWM on the pins of the timer that releases the jobs is an error in its line', async () => {
    const workspace = new Workspace();
    const project = generated(newSketch('x', { tasks: [newTask('a', { body: '\nanalogWrite(9, 100);' })] }), 'uno');
    const projectDir = await workspace.write('pwm', project);
    const { outcome, diagnostics } = await buildWithPio({ projectDir, tools: findTools() });
    await workspace.remove();
    expect(outcome).toBe('failed');
    const message = expect.stringMatching(
      /^analogWrite\(\) cannot be used on pins 9 and 10 .* choose pin 3, 5, 6 or 11$/,
    );
    const place = { element: { kind: 'task', name: 'a' }, line: 2 };
    expect(diagnostics).toContainEqual(expect.objectContaining({ severity: 'error', message, ...place }));
  });
});
