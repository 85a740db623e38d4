/**
 * Converts files of older versions. Each step converts the file's JSON value from one version to
 * the next; the reader runs the steps in order. Migrations change the value in memory, never the
 * file.
 */
import { tr } from '../words/tr.ts';
import type { JsonValue } from './json/json.ts';
import { FORMAT_VERSION } from './model.ts';
import { type Problem, show } from './problem.ts';

export type JsonObject = { readonly [key: string]: JsonValue };
/**
 * Converts a file from one version to the next, including the `polyloop` member. Must accept any
 * object, because the checks run later.
 */
export type Migration = (file: JsonObject) => JsonObject;

/**
 * Keyed by the version that a migration converts from. There are no migrations yet, because version
 * 1 is the first.
 */
const MIGRATIONS: ReadonlyMap<number, Migration> = new Map();

export type Migrated =
  | { readonly ok: true; readonly value: JsonValue; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problem: Problem };

/** The value in the current version. The schema reports a missing or non-numeric version. */
export function migrate(value: JsonValue, steps = MIGRATIONS, current: number = FORMAT_VERSION): Migrated {
  if (!isObject(value) || !Object.hasOwn(value, 'polyloop')) return { ok: true, value, warnings: [] };
  const version = value.polyloop;
  if (typeof version !== 'number' || version === current) return { ok: true, value, warnings: [] };
  let file: JsonObject = value;
  for (let v = version; v !== current; v++) {
    const step = steps.get(v);
    if (step === undefined) return { ok: false, problem: refusal(version, current) };
    file = step(file);
  }
  const message = tr`The file is of version ${version}. It is read as version ${current}, and saved as such.`;
  return { ok: true, value: file, warnings: [{ pointer: '/polyloop', message, severity: 'warning' }] };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(version: number, current: number): Problem {
  const newer = Number.isInteger(version) && version > current;
  const message = newer
    ? tr`The file is of version ${version}, made by a newer Polyloop; this one reads up to ${current}. Update Polyloop.`
    : tr`polyloop: expected the file version ${current}, found ${show(version)}. Write "polyloop": ${current}.`;
  return { pointer: '/polyloop', message, severity: 'error' };
}
