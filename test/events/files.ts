/** The files that are generated from the table of events. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cHeader } from './c-header.ts';
import { withChapter } from './chapter.ts';

const root = path.resolve(import.meta.dirname, '../..');

export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** By path from the repository's root: the required contents of the file. */
export const MADE: Readonly<Record<string, () => string>> = {
  'runtime-c/include/polyloop/events.h': cHeader,
  'docs/telemetry.md': () => withChapter(read('docs/telemetry.md')),
};
