/** Writes the files that are made from the table of events: `npm run generate:events`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { MADE } from './files.ts';

for (const [file, text] of Object.entries(MADE)) {
  writeFileSync(path.resolve(import.meta.dirname, '../..', file), text());
  console.log(`wrote ${file}`);
}
