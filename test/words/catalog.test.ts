/** Every text of the program has a translation, and every translation belongs to a text. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Templates } from '../../app/host/projects/templates.ts';
import { KOREAN } from '../../app/words/korean.ts';
import { leftOutIn, madeAtLoad, proseIn, sourcesBelow, translatedTexts } from './source-texts.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../app/words/ko');

const catalogs = readdirSync(FOLDER).map((name) => ({
  name,
  texts: JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as Record<string, string>,
}));

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();

/** Starter sketches have their texts in files. */
const starters = await new Templates(path.resolve(import.meta.dirname, '../../templates/sketches')).list();
const starterTexts = starters.flatMap(({ id, title, summary }) =>
  [title, summary].map((pattern) => ({ pattern, place: `templates/sketches/${id}/README.md` })),
);

const texts = [...translatedTexts(), ...starterTexts];

describe('the Korean catalog', () => {
  it('has every text', () => {
    expect(texts.length).toBeGreaterThan(1000);
    const missing = texts.filter(({ pattern }) => !Object.hasOwn(KOREAN, pattern));
    expect(missing.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([]);
  });

  it('has no text that the program does not show', () => {
    const used = new Set(texts.map(({ pattern }) => pattern));
    expect(Object.keys(KOREAN).filter((pattern) => !used.has(pattern))).toEqual([]);
  });

  it('uses the values of each text', () => {
    const wrong = Object.entries(KOREAN).filter(
      ([english, korean]) => placeholders(english).join() !== placeholders(korean).join(),
    );
    expect(wrong).toEqual([]);
  });

  it('is Korean', () => {
    const isTranslatable = (english: string) => /[a-z]{3}/i.test(english.replaceAll(/\{\d+\}/g, ''));
    const english = Object.entries(KOREAN).filter(([key, text]) => isTranslatable(key) && text.trim() === key.trim());
    expect(english.map(([key]) => key)).toEqual([]);
  });

  it('is made of all its files, and has each text in one of them', () => {
    const all = catalogs.flatMap(({ texts }) => Object.keys(texts));
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
    expect(Object.keys(KOREAN).toSorted()).toEqual(all.toSorted());
  });
});

describe('the sources of the window', () => {
  it('have no text that is left out of the translation', () => {
    const left = sourcesBelow('app/renderer').flatMap(leftOutIn);
    expect(left.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([]);
  });
});

/** Files with sentences for other readers: generated code, the JSON schema, a table of the documentation and files of other programs. */
const OTHER_READERS =
  /^generator\/(?:print\/|emit\/|cpp\/balance|sketch\/schema|sketch\/blocks\/blocks-schema|sketch\/reserved-words|trace\/event-table|trace\/exports\/(?:ctf|drawing|perfetto)\/)/;

/** Texts that no user reads in the window: keys, names, comments in generated code and words for the log. */
const UNREAD = new Set([
  'a folder of checked code was not removed',
  'a path cannot contain a zero byte',
  'adafruit/Adafruit GFX Library',
  'adafruit/DHT sensor library',
  'expected an identifier',
  'holding to budgets',
  'keep the settings in',
  'not a JSON message',
  'Request {0} is still being answered.',
  'telemetry in the buffer',
  'telemetry left over',
  'telemetry of interrupts',
  'The remainder of dividing',
  'there is no such event',
  'There is no method {0}.',
  'write the project to',
  '{0} boards of {1}; {2} others are as before.',
]);
/** Names of interrupt vectors, and citations. */
const NO_PROSE = /^[A-Z0-9_ ]+$|\d{4}$/;

describe('the sources of the generator and of the host', () => {
  const sources = sourcesBelow('generator', 'app/host', 'app/contract', 'app/blocks', 'platformio/driver');

  it('have no sentence that is left out of the translation', () => {
    const left = sources.filter((file) => !OTHER_READERS.test(file)).flatMap(proseIn);
    const read = left.filter(({ pattern }) => !UNREAD.has(pattern) && !NO_PROSE.test(pattern.trim()));
    expect(read.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([]);
    expect([...UNREAD].filter((text) => !left.some(({ pattern }) => pattern === text))).toEqual([]);
  });

  it('make no text while they load, because the host serves windows of several languages', () => {
    // Only a window loads the blocks, after it has chosen its language.
    const made = sources.filter((file) => !file.startsWith('app/blocks/')).flatMap(madeAtLoad);
    expect(made.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([]);
  });
});
