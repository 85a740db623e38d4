/** The table of events is consistent, and the files that are generated from it are current. */
import { describe, expect, it } from 'vitest';
import { LOCK_CODE, NOTICES, PROTOCOL_VERSION, SYNC } from '../../generator/trace/event-table.ts';
import { EVENT_KINDS, EVENT_ROWS } from '../../generator/trace/events.ts';
import * as kinds from '../../generator/trace/kinds.ts';
import { MADE, read } from './files.ts';
import { controlId, ROWS, rowsWith, upperSnake } from './names.ts';

describe('the table of events', () => {
  it('numbers its kinds from 0 without gaps', () => {
    expect(ROWS.map(({ code }) => code)).toEqual(ROWS.map((_, index) => index));
    expect(EVENT_KINDS).toEqual(ROWS.map(({ name }) => name));
    expect(EVENT_ROWS.map(({ code }) => code)).toEqual(ROWS.map(({ code }) => code));
  });

  it('gives every kind a constant in kinds.ts', () => {
    const constants: Readonly<Record<string, number>> = kinds;
    const expected = ROWS.map(({ name, code }) => [`KIND_${upperSnake(name)}`, code] as const);
    const missing = expected.map(([name]) => name).filter((name) => !(name in constants));
    expect(missing, `add ${missing.join(', ')} to generator/trace/kinds.ts`).toEqual([]);
    expect(Object.entries(constants).filter(([name]) => name.startsWith('KIND_'))).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it('gives every first byte to one event', () => {
    const codes = rowsWith('kind').map(({ code }) => code);
    expect(codes.filter((code) => code < 1 || code >= LOCK_CODE)).toEqual([]);
    const ids = [SYNC.id, ...rowsWith('control').map(controlId)];
    expect(ids.filter((id) => id < 1 || id > 15)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const operations = rowsWith('lock').map(({ wire }) => (wire?.form === 'lock' ? wire.operation : -1));
    expect(operations).toEqual(operations.map((_, index) => index));
  });

  it('has an object for each event with an object index in its first byte', () => {
    const without = [...rowsWith('kind'), ...rowsWith('lock')].filter(({ object }) => object === null);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('names the value of each event that has a value encoding', () => {
    const unnamed = ROWS.filter(({ wire, value }) => wire !== null && wire.encoding !== 'none' && value === undefined);
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it('has no event of a later protocol version', () => {
    expect(ROWS.filter(({ since = 1 }) => since > PROTOCOL_VERSION).map(({ name }) => name)).toEqual([]);
  });

  it('numbers its notices from 1 without gaps', () => {
    const codes = Object.values(NOTICES).map(({ code }) => code);
    expect(codes.toSorted((a, b) => a - b)).toEqual(codes.map((_, index) => index + 1));
  });
});

it.each(Object.keys(MADE))('%s equals the text generated from the table', (file) => {
  expect(read(file), 'Run npm run generate:events').toBe(MADE[file]?.());
});
