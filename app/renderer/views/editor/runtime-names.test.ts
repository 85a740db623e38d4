import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RUNTIME_NAMES } from './runtime-names.ts';

const root = join(import.meta.dirname, '../../../..');
const include = join(root, 'runtime-c/include/polyloop');
/** The generator prints plot() into each program, because it knows the names. */
const sources = [...readdirSync(include).map((name) => join(include, name)), join(root, 'generator/print/plots.ts')];
const declared = sources.map((file) => readFileSync(file, 'utf8')).join('\n');

it.each(RUNTIME_NAMES)('$name is declared in the runtime as it is shown', ({ signature }) => {
  expect(declared).toContain(signature);
});
