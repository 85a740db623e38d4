import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from './schema.ts';

const published: unknown = JSON.parse(
  readFileSync(fileURLToPath(new URL('polyloop.schema.json', import.meta.url)), 'utf8'),
);

describe('polyloop.schema.json', () => {
  it('is up to date; else run: npx polyloop schema > generator/sketch/polyloop.schema.json, and format it', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(jsonSchema())));
  });

  it('says of every member of time that it is in microseconds', () => {
    const described = JSON.stringify(published).matchAll(/"(\w+Us)":(\{[^}]*?"description":"[^"]*")/g);
    for (const [, member, schema] of described) expect(`${member} ${schema}`).toMatch(/µs/);
  });
});

it('needs no code generation at run time', () => {
  expect(z.config().jitless).toBe(true);
});
