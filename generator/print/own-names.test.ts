import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OWN_PREFIX, ownName } from './own-names.ts';

const RUNTIME = join(import.meta.dirname, '..', '..', 'runtime-c');

it('no name of the runtime can be the name of a generated object', () => {
  // Without the prefix, the stack of a task `t` had the name of the type pl_stack_t.
  expect(ownName('stack', 't').text).toBe('pl_own_stack_t');
  const sources = readdirSync(RUNTIME, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:c|h|cpp)$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(50);
  const text = sources.map((name) => readFileSync(join(RUNTIME, name), 'utf8')).join('\n');
  expect(text).toContain('pl_stack_t');
  expect(text).not.toContain(OWN_PREFIX);
});
