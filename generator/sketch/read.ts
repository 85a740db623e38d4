/**
 * Converts the text of a sketch file to a document, or returns every problem that prevents this.
 */
import { tr } from '../words/tr.ts';
import { type CheckOptions, checkRelations } from './checks/relations.ts';
import { ELEMENT_KINDS } from './elements.ts';
import { explainIssues } from './explain.ts';
import { fromFile, isExtension, toFile } from './file.ts';
import { checkJson, countValues, type JsonValue, parseJson, type TextPlace } from './json/json.ts';
import { MAX_ELEMENTS, MAX_PROBLEMS, MAX_TEXT_LENGTH } from './limits.ts';
import { migrate } from './migrations.ts';
import type { Sketch } from './model.ts';
import type { Problem } from './problem.ts';
import { sketchFileSchema } from './schema.ts';
import { fileText } from './write.ts';

/** `boards`: ids of the boards that exist. If it is given, an unknown board is a problem. */
export type ReadOptions = CheckOptions;

export type ReadResult =
  | { readonly ok: true; readonly sketch: Sketch; readonly warnings: readonly Problem[] }
  /** Errors and warnings, in text order. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a `.polyloop.json` file. Never throws, and depends only on the text and the options. */
export function readSketch(text: string, options: ReadOptions = {}): ReadResult {
  const json = parseJson(text);
  if (json.value === undefined) return { ok: false, problems: json.problems };
  const migrated = migrate(json.value);
  if (!migrated.ok) return { ok: false, problems: placed([...json.problems, migrated.problem], json.places) };
  const checked = checkFile(migrated.value, options);
  const problems = placed([...json.problems, ...migrated.warnings, ...checked.problems], json.places);
  const failed = checked.sketch === null || problems.some((problem) => problem.severity === 'error');
  return failed ? { ok: false, problems } : { ok: true, sketch: checked.sketch, warnings: problems };
}

/** The sketches in the texts that hold one. */
export function sketchesIn(texts: readonly string[]): readonly Sketch[] {
  return texts.map((text) => readSketch(text)).flatMap((read) => (read.ok ? [read.sketch] : []));
}

/** The problems of a document in memory: the same that reading it back from its file would give. */
export function checkSketch(sketch: Sketch, options: ReadOptions = {}): readonly Problem[] {
  const file = toFile(sketch);
  if (isSound(file)) return checkRelations(splitExtensions(file).members, options);
  return [...checkSize(file), ...checkJson(file), ...checkFile(file, options).problems];
}

/** The lists of elements, which all have the same limit. */
const LISTS = [...ELEMENT_KINDS, 'groups'] as const;

/** An element of a file with a shape that is valid in its list. */
interface SoundElement {
  readonly list: string;
  readonly values: number;
  /** Length of its JSON text. */
  readonly length: number;
}

const soundElements = new WeakMap<object, SoundElement>();

/**
 * Whether a file has a valid shape and size. Only elements that are not known to be sound are looked at: an
 * edit at each step of a slider makes one of them.
 */
function isSound(file: Readonly<Record<string, unknown>>): boolean {
  const unknown: Record<string, unknown> = { ...file };
  const added: (readonly [object, SoundElement])[] = [];
  let [values, length] = [0, 0];
  for (const list of LISTS) {
    const elements = file[list];
    if (!Array.isArray(elements)) continue;
    if (elements.length > MAX_ELEMENTS) return false;
    unknown[list] = elements.filter((element: unknown) => {
      if (typeof element !== 'object' || element === null) return true;
      const known = soundElements.get(element);
      if (known?.list !== list) {
        added.push([element, { list, values: countValues(element), length: JSON.stringify(element).length }]);
        return true;
      }
      values += known.values;
      length += known.length + 1;
      return false;
    });
  }
  const isSmall = (JSON.stringify(unknown).length + length) * LAYOUT_FACTOR <= MAX_TEXT_LENGTH;
  if (!isSmall || checkJson(unknown, values).length > 0) return false;
  if (!sketchFileSchema.safeParse(splitExtensions(unknown).members).success) return false;
  for (const [element, sound] of added) soundElements.set(element, sound);
  return true;
}

/** The layout of the file adds less than this factor to its JSON text. */
const LAYOUT_FACTOR = 2;

/** Only a text near the limit is laid out to count its characters. */
function checkSize(file: Readonly<Record<string, unknown>>): readonly Problem[] {
  if (JSON.stringify(file).length * LAYOUT_FACTOR <= MAX_TEXT_LENGTH) return [];
  const { length } = fileText(file);
  if (length <= MAX_TEXT_LENGTH) return [];
  const message = tr`Expected at most ${MAX_TEXT_LENGTH} characters in the file, found ${length}. Remove code or elements.`;
  return [{ pointer: '', message, severity: 'error' }];
}

interface Checked {
  readonly sketch: Sketch | null;
  readonly problems: readonly Problem[];
}

function checkFile(value: unknown, options: ReadOptions): Checked {
  const { members, extensions } = splitExtensions(value);
  const parsed = sketchFileSchema.safeParse(members);
  const relations = checkRelations(members, options);
  if (parsed.success) return { sketch: fromFile(parsed.data, extensions), problems: relations };
  const shape = explainIssues(parsed.error.issues, members);
  const places = new Set(shape.map(placeKey));
  return { sketch: null, problems: [...shape, ...relations.filter((problem) => !places.has(placeKey(problem)))] };
}

function placeKey(problem: Problem): string {
  return JSON.stringify([problem.pointer, problem.member ?? '']);
}

function splitExtensions(value: unknown): { members: unknown; extensions: Record<string, JsonValue> } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { members: value, extensions: {} };
  const entries = Object.entries(value);
  return {
    members: Object.fromEntries(entries.filter(([key]) => !isExtension(key))),
    extensions: Object.fromEntries(entries.filter(([key]) => isExtension(key))),
  };
}

/** Adds line and column, and sorts the problems in text order. */
function placed(problems: readonly Problem[], places: ReadonlyMap<string, TextPlace>): Problem[] {
  const known = problems.map((problem) => ({ ...places.get(problem.pointer), ...problem }));
  const order = (p: Problem) => (p.line ?? 0) * 2 ** 24 + (p.column ?? 0);
  return known.sort((a, b) => order(a) - order(b)).slice(0, MAX_PROBLEMS);
}
