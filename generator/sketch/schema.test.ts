import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchema } from './schema.ts';

const published: Parameters<typeof z.fromJSONSchema>[0] = JSON.parse(
  readFileSync(fileURLToPath(new URL('polyloop.schema.json', import.meta.url)), 'utf8'),
);

const fixtures = fileURLToPath(new URL('../../test/fixtures/sketches/', import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(join(fixtures, name), 'utf8'));

describe('polyloop.schema.json', () => {
  it.each(readdirSync(fixtures).filter((name) => name.endsWith('.json')))('accepts %s', (name) => {
    expect(z.fromJSONSchema(published).safeParse(read(name)).error?.issues).toBeUndefined();
  });

  it.each(['misspelt', 'newer'])('rejects broken/%s', (name) => {
    expect(z.fromJSONSchema(published).safeParse(read(`broken/${name}.polyloop.json`)).success).toBe(false);
  });

  it('is up to date; otherwise run `npm run goldens`', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(jsonSchema())));
  });

  it('states microseconds as the unit of every time', () => {
    const described = JSON.stringify(published).matchAll(/"(\w+Us)":(\{[^}]*?"description":"[^"]*")/g);
    for (const [, member, schema] of described) expect(`${member} ${schema}`).toMatch(/µs/);
  });
});

it('does not generate code at run time', () => {
  expect(z.config().jitless).toBe(true);
});
