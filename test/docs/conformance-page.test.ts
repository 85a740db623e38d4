/** docs/conformance.md matches the suite: its ports, its programs, and no failure. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PORTS } from '../conformance/ports.ts';
import { SUITE } from '../conformance/programs.ts';
import { NOT_ASKED, NOT_INSTALLED, outcomeWithoutRun } from '../conformance/report.ts';

const PAGE = path.resolve(import.meta.dirname, '..', '..', 'docs', 'conformance.md');
const AGAIN = 'Run npm run conformance:report';

const [head = [], , ...rows] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.slice(1, -1).split('|'))
  .map((cells) => cells.map((cell) => cell.trim()));

describe('the table of conformance', () => {
  it('names the ports', () => {
    expect(head.slice(1), AGAIN).toEqual(PORTS.map((port) => port.name));
  });

  it('names the programs', () => {
    expect(
      rows.map(([title]) => title),
      AGAIN,
    ).toEqual(SUITE.map((program) => program.title));
  });

  it.each(SUITE)('has the result of each port for: $title', (program) => {
    const cells = rows.find(([title]) => title === program.title)?.slice(1) ?? [];
    PORTS.forEach((port, index) => {
      const asked = outcomeWithoutRun(port, program) !== NOT_ASKED;
      const possible = asked ? ['passed', NOT_INSTALLED] : [NOT_ASKED];
      expect(possible, `${AGAIN}: ${port.name}`).toContain(cells[index]);
    });
  });
});
