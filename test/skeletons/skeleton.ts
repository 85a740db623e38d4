/**
 * Reads a skeleton of docs/skeletons from its page, a numbered list of steps. A step creates the
 * linked files, applies its `diff` blocks to a file, or runs a script of package.json. The tests
 * use only the page, as a reader does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, root } from '../architecture/files.ts';

export const FOLDER = 'docs/skeletons';

/** Lines of a file and their replacement. */
export interface Edit {
  readonly file: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Step {
  /** Number of the step, from 1. */
  readonly number: number;
  /** First sentence of the step, without links. */
  readonly title: string;
  /** Paths of the created files from the root. Their text is in the skeleton's `files/`. */
  readonly creates: readonly string[];
  readonly edits: readonly Edit[];
  /** A script of package.json. */
  readonly runs: string | null;
}

export interface Skeleton {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
}

const LINK = /\]\(files\/([^)]+)\)/g;
const FILE = /`([^`\s]+\/[^`\s]+\.[a-z]+)`/g;

export function skeletonIds(): string[] {
  const entries = readdirSync(path.join(root, FOLDER), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function readSkeleton(id: string): Skeleton {
  const page = readFileSync(path.join(root, FOLDER, id, 'README.md'), 'utf8');
  const title = /^# (?:An? )?(.+)$/m.exec(page)?.[1] ?? '';
  const [, ...items] = page.split(/^(?=\d+\. )/m);
  const steps = items.map((item) => stepOf(item.split(/^(?=\S)/m)[0] ?? ''));
  const numbers = steps.map(({ number }) => number);
  if (numbers.some((number, index) => number !== index + 1)) throw new Error(`${id}: steps are ${numbers.join(', ')}`);
  const linked = steps.flatMap(({ creates }) => creates).sort();
  const present = filesOf(id);
  if (linked.join() !== present.join()) throw new Error(`${id}: links ${linked.join()}, but has ${present.join()}`);
  return { id, title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`, steps };
}

/** Path of the text of a file that a skeleton creates. */
export const sourceOf = (id: string, file: string): string => path.join(root, FOLDER, id, 'files', file);

function filesOf(id: string): string[] {
  const folder = path.posix.join(FOLDER, id);
  return filesBelow(folder, /./)
    .map((file) => path.relative(folder, file).split(path.sep).join('/'))
    .filter((file) => file.startsWith('files/'))
    .map((file) => file.slice('files/'.length))
    .sort();
}

function stepOf(item: string): Step {
  const number = Number.parseInt(item, 10);
  const words = item.replace(/^\d+\. /, '').replace(/\[`?([^\]`]+)`?\]\([^)]*\)/g, '`$1`');
  const title = (words.split(/[.:](?:\s|$)/)[0] ?? '').replace(/\s+/g, ' ').trim();
  return {
    number,
    title,
    creates: [...item.matchAll(LINK)].map(([, file = '']) => file),
    edits: editsOf(item),
    runs: /^\d+\. Run `npm run ([a-z:]+)`/.exec(item)?.[1] ?? null,
  };
}

/** The edits of a step. Each `diff` block changes the file that is named last before the block. */
function editsOf(item: string): Edit[] {
  const edits: Edit[] = [];
  let file = '';
  let block: { readonly fence: string; readonly before: string[]; readonly after: string[] } | null = null;
  for (const line of item.split('\n')) {
    const text = line.replace(/^ {3}/, '');
    const fence = /^(`{3,})diff$/.exec(text)?.[1];
    if (block === null && fence !== undefined) block = { fence, before: [], after: [] };
    else if (block === null) file = [...line.matchAll(FILE)].at(-1)?.[1] ?? file;
    else if (text === block.fence) {
      edits.push({ file, before: block.before, after: block.after });
      block = null;
    } else {
      if (!text.startsWith('+')) block.before.push(text.slice(1));
      if (!text.startsWith('-')) block.after.push(text.slice(1));
    }
  }
  return edits;
}

/** Applies the edit to the text. The text must contain the old lines exactly once. */
export function edited(text: string, { file, before, after }: Edit): string {
  const lines = text.split('\n');
  const isAt = (place: number): boolean => before.every((line, index) => lines[place + index] === line);
  const places = lines.flatMap((_, place) => (isAt(place) ? [place] : []));
  if (places.length !== 1) {
    throw new Error(
      `${file} has these lines ${places.length} times, a skeleton expects them once:\n${before.join('\n')}`,
    );
  }
  lines.splice(places[0] ?? 0, before.length, ...after);
  return lines.join('\n');
}
