/**
 * Valid, damaged and foreign files, ten thousand with POLYLOOP_ALL=1: each is read or refused with
 * pointers to its errors, and is not changed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolvePointer } from '../../generator/sketch/json/json-pointer.ts';
import { MAX_DEPTH } from '../../generator/sketch/limits.ts';
import { checkSketch, readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { usually } from '../every-case.ts';
import { damagedMembers, damagedText, foreignText } from './damaged-files.ts';
import { sketch } from './sketch-arbitraries.ts';

const SEED = 20_261_121;
const RUNS = usually(
  { sound: 400, members: 800, text: 800, foreign: 500 },
  { sound: 2_000, members: 4_000, text: 3_000, foreign: 1_500 },
);
/** Drawn once, because drawing a sketch takes longer than damaging it. */
const TEXTS = fc.sample(sketch, { seed: SEED, numRuns: usually(150, 500) }).map(writeSketch);
const soundText = fc.constantFrom(...TEXTS);

let folder = '';
let path = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-sketches-'));
  path = join(folder, 'x.polyloop.json');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The parsed value. Undefined if the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Writes the text to a file, reads the sketch, and checks the properties that hold for any text.
 */
function readFromDisk(written: string) {
  const bytes = Buffer.from(written, 'utf8');
  writeFileSync(path, bytes);
  const text = readFileSync(path, 'utf8');
  const result = readSketch(text);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  const value = jsonOf(text);
  const problems = result.ok ? result.warnings : result.problems;
  if (!result.ok) expect(problems.some((problem) => problem.severity === 'error')).toBe(true);
  const found = (pointer: string) => (value === undefined ? pointer === '' : resolvePointer(value, pointer).found);
  expect(problems.filter(({ pointer, message }) => message === '' || !found(pointer))).toEqual([]);
  return { result, value, text };
}

/** If the text is a sketch, it can be written, and the result reads as the same sketch. */
function expectStable(written: string): void {
  const { result, value, text } = readFromDisk(written);
  if (!result.ok) {
    const isSyntax = result.problems[0]?.message.startsWith('The file is not JSON') ?? false;
    expect(isSyntax, text).toBe(value === undefined);
    return;
  }
  const again = readSketch(writeSketch(result.sketch));
  expect(again.ok && again.sketch).toEqual(result.sketch);
}

const numbered = (count: number, letter: string) =>
  Array.from({ length: count }, (_, i) => `"${letter}${i}"`).join(', ');

/** A sketch with a thousand tasks and the given members. */
function fileOf(members: string): string {
  const tasks = Array.from({ length: 1_000 }, (_, i) => `{"name": "T${i}", "periodUs": 9, "budgetUs": 1}`).join(', ');
  return `{"polyloop": 1, "name": "x", "board": "uno", "target": "quest", "tasks": [${tasks}], ${members}}`;
}

describe('a sketch file', () => {
  it('that Polyloop wrote reads as the same sketch and gives the same text again', () => {
    const property = fc.property(sketch, (original) => {
      const text = writeSketch(original);
      const { result } = readFromDisk(text);
      if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
      expect(result.sketch).toEqual(original);
      expect(writeSketch(result.sketch)).toBe(text);
      const inMemory = checkSketch(original).map((problem) => problem.message);
      expect(inMemory.sort()).toEqual(result.warnings.map((problem) => problem.message).sort());
    });
    fc.assert(property, { seed: SEED, numRuns: RUNS.sound });
  });

  it('with changed members is read or refused', () => {
    fc.assert(fc.property(damagedMembers(soundText), expectStable), {
      seed: SEED,
      numRuns: RUNS.members,
    });
  });

  it('with changed characters is read or refused', () => {
    fc.assert(fc.property(damagedText(soundText), expectStable), { seed: SEED, numRuns: RUNS.text });
  });

  it('that is not a sketch is refused', () => {
    fc.assert(fc.property(foreignText, expectStable), { seed: SEED, numRuns: RUNS.foreign });
  });

  it.each([
    ['deep lists', '['.repeat(200_000)],
    ['deep objects', '{"a":'.repeat(200_000)],
    ['a long name', JSON.stringify({ name: 'x'.repeat(4_000_000) })],
    ['too long a text', ' '.repeat(5_000_000)],
    ['many elements', `{"tasks": [${'1,'.repeat(300_000)}1]}`],
    ['many members', `{${Array.from({ length: 50_000 }, (_, i) => `"m${i}": 1`).join(', ')}}`],
    [
      'dangling ends',
      fileOf(
        `"channels": [${Array.from({ length: 90 }, (_, i) => `{"name": "C${i}", "reader": [${numbered(1_000, 'R')}]}`)}]`,
      ),
    ],
  ])('with excessive content is refused: %s', (_, text) => {
    expect(readSketch(text).ok).toBe(false);
  });

  it('does not change prototypes', () => {
    readSketch(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "x-a": {"__proto__": {"polluted": 1}}}',
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it(`can have a custom member with up to ${MAX_DEPTH} levels of nesting`, () => {
    const nested = `${'['.repeat(MAX_DEPTH - 1)}${']'.repeat(MAX_DEPTH - 1)}`;
    expect(
      readSketch(`{"polyloop": 1, "name": "x", "board": "uno", "target": "quest", "tasks": [], "x-a": ${nested}}`).ok,
    ).toBe(true);
  });
});
