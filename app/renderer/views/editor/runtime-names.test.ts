import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RUNTIME_NAMES } from './runtime-names.ts';

const include = join(import.meta.dirname, '../../../../runtime-c/include/polyloop');
const headers = readdirSync(include)
  .map((name) => readFileSync(join(include, name), 'utf8'))
  .join('\n');

it.each(RUNTIME_NAMES)('$name is declared in the runtime as it is shown', ({ signature }) => {
  expect(headers).toContain(signature);
});
