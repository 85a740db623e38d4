/**
 * The table in docs/arduino.md: which of Arduino's functions work on which board. `node
 * test/arduino/table.ts` tests the functions and writes the table. coverage.test.ts compares the
 * table.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { board } from '../golden/projects.ts';
import { BOARDS, type Coverage, type CoveredBoard, coverageOf, missingFor } from './coverage.ts';
import { FUNCTIONS } from './functions.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../docs/arduino.md');
const BEGIN = '<!-- coverage: written by node test/arduino/table.ts -->';
const END = '<!-- end of coverage -->';

const labels = BOARDS.map((id) => board(id).label);

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The text between the markers. */
function coverageText(coverage: Readonly<Record<CoveredBoard, Coverage>>): string {
  const cell = (id: CoveredBoard, name: string) => (coverage[id].get(name) === 'works' ? 'works' : 'error');
  const rows = FUNCTIONS.map(({ name }) => row([`\`${name}\``, ...BOARDS.map((id) => cell(id, name))]));
  const messages = BOARDS.flatMap((id) => [...coverage[id].values()].filter((said) => said !== 'works'));
  const broken = messages.filter((message) => !message.includes(' cannot be used on '));
  if (broken.length > 0) throw new Error(`functions that neither work nor are refused: ${broken.join(', ')}`);
  return [
    row(['Function', ...labels]),
    row(['---', ...labels.map(() => '---')]),
    ...rows,
    '',
    row(['The errors, in full']),
    row(['---']),
    ...[...new Set(messages)].map((message) => row([message])),
  ].join('\n');
}

/** The document: before, between and after its markers. */
export async function readDocument(): Promise<{ before: string; table: string; after: string }> {
  const text = (await readFile(DOCUMENT, 'utf8')).replace(/\r\n/g, '\n');
  const [before, rest] = text.split(`${BEGIN}\n`);
  const [table, after] = (rest ?? '').split(`\n${END}`);
  if (before === undefined || table === undefined || after === undefined) throw new Error(`no markers in ${DOCUMENT}`);
  return { before, table, after };
}

if (import.meta.main) {
  const missing = BOARDS.flatMap((id) => missingFor(id) ?? []);
  if (missing.length > 0) throw new Error(missing.join('\n'));
  const [uno, mps2, host] = [await coverageOf('uno'), await coverageOf('mps2-an385'), await coverageOf('host')];
  const { before, after } = await readDocument();
  const table = coverageText({ uno, 'mps2-an385': mps2, host });
  await writeFile(DOCUMENT, `${before}${BEGIN}\n${table}\n${END}${after}`);
}
