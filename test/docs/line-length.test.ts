/** Prose of the pages is wrapped at 100 columns, so that it can be read and compared in a terminal. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, root } from '../architecture/files.ts';

const COLUMNS = 100;
const FOLDERS = ['app', 'bench', 'docs', 'generator', 'platformio', 'runtime-c', 'templates', 'test'];
/** Code, a table, a heading, a picture or HTML. */
const NOT_PROSE = /^(?: {4}|\s*[|#<]|\s*!\[)/;

/** The lines that are too long, of a page's Markdown. A line that is one code span or one link cannot be wrapped. */
function tooLong(markdown: string): string[] {
  const prose = markdown.replaceAll(/^ *```.*?^ *```/gms, '');
  return prose.split('\n').filter((line) => {
    const parts = line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, (span) => span.replaceAll(' ', '_'));
    return line.length > COLUMNS && !NOT_PROSE.test(line) && parts.trim().includes(' ');
  });
}

it('finds a long line of prose only', () => {
  const long = 'word '.repeat(21).trim();
  expect(tooLong(`${long}\n| ${long} |\n\`${long}\`\n\`\`\`\n${long}\n\`\`\`\n\n    ${long}`)).toEqual([long]);
});

it('the pages are wrapped', () => {
  const inFolders = FOLDERS.flatMap((folder) => filesBelow(folder, /\.md$/));
  const pages = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...inFolders];
  const found = pages.flatMap((page) =>
    tooLong(readFileSync(path.join(root, page), 'utf8')).map((line) => `${page}: ${line}`),
  );
  expect(pages.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
