/**
 * Converts zod's issues to problems in the terms of the sketch file: what was expected, what was
 * found, and how to fix it.
 */
import * as z from 'zod';
import { tr } from '../words/tr.ts';
import { pointerOf, valueAt } from './json/json-pointer.ts';
import { MAX_PROBLEMS } from './limits.ts';
import { didYouMean, type Problem, quote, show } from './problem.ts';
import { sketchFileSchema } from './schema.ts';

type Path = readonly PropertyKey[];

/**
 * At most one problem per place. A member may break several rules of its schema, but the user fixes
 * it once.
 */
export function explainIssues(issues: readonly z.core.$ZodIssue[], document: unknown): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of issues) {
    if (problems.size >= MAX_PROBLEMS) break;
    for (const problem of explainIssue(issue, document)) {
      const place = JSON.stringify([problem.pointer, problem.member ?? '']);
      if (!problems.has(place)) problems.set(place, problem);
    }
  }
  return [...problems.values()];
}

function explainIssue(issue: z.core.$ZodIssue, document: unknown): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_PROBLEMS).map((key) => unknownMember(issue.path, key));
  if (issue.code === 'invalid_key') return [badKey(issue.path)];
  const nested = issue.code === 'invalid_union' ? insideList(issue, document) : null;
  if (nested !== null) return nested;
  const found = valueAt(document, issue.path);
  if (!found.found) return [missing(issue.path, document)];
  const expected = expectedAt(issue.path);
  const place = subject(issue.path, document);
  const message = tr`${place}: expected ${expected}, found ${show(found.value)}.${hint(issue, found.value)}`;
  return [{ pointer: pointerOf(issue.path), message, severity: 'error' }];
}

/**
 * If the value is a list where "a name or a list of names" is allowed, check its elements one by
 * one.
 */
function insideList(issue: z.core.$ZodIssueInvalidUnion, document: unknown): Problem[] | null {
  const found = valueAt(document, issue.path);
  if (!found.found || !Array.isArray(found.value)) return null;
  const inner = issue.errors.find((issues) => issues.every((one) => one.path.length > 0));
  return inner?.flatMap((one) => explainIssue({ ...one, path: [...issue.path, ...one.path] }, document)) ?? null;
}

function unknownMember(path: Path, key: string): Problem {
  const schema = schemaAt(path);
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const way = didYouMean(key, known, tr` Known here: ${known.join(', ')}.`);
  const own = path.length === 0 ? tr` Members of your own must begin with "x-".` : '';
  const message = tr`Unknown member ${quote(key)}.${way}${own}`;
  return { pointer: pointerOf([...path, key]), message, severity: 'error' };
}

function badKey(path: Path): Problem {
  const key = quote(String(path.at(-1)));
  const message = tr`Expected a terminal's name of letters, digits, "_", "+" and "-", found ${key}. Rename it, e.g. "anode".`;
  return { pointer: pointerOf(path), message, severity: 'error' };
}

function missing(path: Path, document: unknown): Problem {
  const parent = path.slice(0, -1);
  const member = String(path.at(-1));
  const message = tr`${subject(path, document)} is missing: expected ${expectedAt(path)}. Add "${member}".`;
  return { pointer: pointerOf(parent), member, message, severity: 'error' };
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  get tasks() {
    return tr`Task`;
  },
  get channels() {
    return tr`Channel`;
  },
  get interrupts() {
    return tr`Interrupt`;
  },
  get resources() {
    return tr`Resource`;
  },
  get parts() {
    return tr`Part`;
  },
  get groups() {
    return tr`Group`;
  },
  get libraries() {
    return tr`Library`;
  },
};

/** The element and the member in words: `Task "T1", periodUs`. */
export function subject(path: Path, document: unknown): string {
  const [list, index, ...rest] = path;
  const kind = typeof list === 'string' && Object.hasOwn(KIND_WORDS, list) ? KIND_WORDS[list] : undefined;
  const member = (tokens: Path) =>
    tokens.map((t) => (typeof t === 'number' ? tr`no. ${t + 1}` : show(t).slice(1, -1))).join(' ');
  if (kind === undefined || typeof index !== 'number') return path.length === 0 ? tr`The sketch` : member(path);
  const name = valueAt(document, [list ?? '', index, 'name']);
  const named = name.found && typeof name.value === 'string' ? quote(name.value) : tr`no. ${index + 1}`;
  return rest.length === 0 ? `${kind} ${named}` : `${kind} ${named}, ${member(rest)}`;
}

/** The schema of the member at a path, without its default and null; null if no schema is known. */
function schemaAt(path: Path): unknown {
  let schema: unknown = sketchFileSchema;
  for (const key of path) {
    const inner = unwrap(schema);
    if (inner instanceof z.ZodObject) schema = Object.hasOwn(inner.shape, key) ? inner.shape[String(key)] : null;
    else if (inner instanceof z.ZodArray) schema = inner.element;
    else if (inner instanceof z.ZodRecord) schema = inner.valueType;
    else if (inner instanceof z.ZodUnion) schema = elementOf(inner.options);
    else return null;
  }
  return unwrap(schema);
}

function elementOf(options: readonly unknown[]): unknown {
  const list = options.find((option) => option instanceof z.ZodArray);
  return list instanceof z.ZodArray ? list.element : null;
}

function unwrap(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodNullable || inner instanceof z.ZodOptional)
    inner = inner.unwrap();
  return inner;
}

function expectedAt(path: Path): string {
  const schema = schemaAt(path);
  if (schema instanceof z.ZodNumber) return expectedNumber(schema, String(path.at(-1)));
  if (schema instanceof z.ZodEnum)
    return tr`one of ${schema.options.map((option) => quote(String(option))).join(', ')}`;
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(show).join(tr` or `);
  if (schema instanceof z.ZodString) return expectedText(schema);
  if (schema instanceof z.ZodBoolean) return tr`true or false`;
  if (schema instanceof z.ZodUnion) return tr`a name or a list of names`;
  if (schema instanceof z.ZodArray) return expectedList(schema, path);
  return schema instanceof z.ZodObject ? expectedObject(Object.keys(schema.shape)) : tr`an object {…}`;
}

/** Lists the members if they are few. */
function expectedObject(members: readonly string[]): string {
  const named = members.length <= 4 ? members.map((member) => `${quote(member)}: …`).join(', ') : '…';
  return tr`an object {${named}}`;
}

function expectedNumber(schema: z.ZodNumber, member: string): string {
  const [least, most] = [String(schema.minValue), String(schema.maxValue)];
  const isWhole = schema.isInt;
  if (member.endsWith('Us')) {
    return isWhole
      ? tr`a whole number of microseconds from ${least} to ${most}`
      : tr`a number of microseconds from ${least} to ${most}`;
  }
  if (member.endsWith('Bytes')) {
    return isWhole
      ? tr`a whole number of bytes from ${least} to ${most}`
      : tr`a number of bytes from ${least} to ${most}`;
  }
  return isWhole ? tr`a whole number from ${least} to ${most}` : tr`a number from ${least} to ${most}`;
}

function expectedText(schema: z.ZodString): string {
  const most = String(schema.maxLength);
  if (schema.minLength === null) return tr`a text of at most ${most} characters`;
  return tr`a text of ${schema.minLength} to ${most} characters that is not blank`;
}

const MAXIMUM = z.object({ maximum: z.number() });

function expectedList(schema: z.ZodArray, path: Path): string {
  const checks = schema.def.checks?.map((check) => MAXIMUM.safeParse(check._zod.def).data?.maximum) ?? [];
  const most = checks.find((maximum) => maximum !== undefined);
  if (most === undefined) return tr`a list`;
  return path.at(-1) === 'item' ? tr`a list of one to ${most} fields` : tr`a list of at most ${most} elements`;
}

const US_PER_UNIT: Readonly<Record<string, number>> = { us: 1, µs: 1, ms: 1000, s: 1_000_000 };

function hint(issue: z.core.$ZodIssue, found: unknown): string {
  const member = String(issue.path.at(-1));
  if (issue.code === 'invalid_value' && typeof found === 'string') return didYouMean(found, issue.values.map(String));
  if (typeof found === 'number' && member.endsWith('Us')) return hintForTime(found, member);
  if (typeof found === 'string') {
    const [, digits, unit] = /^\s*([\d.]+)\s*(us|µs|ms|s)?\s*$/.exec(found) ?? [];
    if (digits !== undefined && member.endsWith('Us')) {
      return tr` Write ${Math.round(Number(digits) * (US_PER_UNIT[unit ?? 'us'] ?? 1))} without quotes and unit.`;
    }
    if (digits !== undefined && unit === undefined && issue.code === 'invalid_type')
      return tr` Write ${digits} without quotes.`;
  }
  return '';
}

function hintForTime(found: number, member: string): string {
  if (!Number.isInteger(found)) return tr` Times are whole microseconds: one and a half milliseconds are 1500.`;
  if (found === 0 && member === 'deadlineUs') return tr` Leave it out to take the period as deadline.`;
  if (found === 0 && member === 'budgetUs')
    return tr` Give the longest execution time of one job; 1000 is one millisecond.`;
  if (found < 1) return tr` Give a positive time; 1000 is one millisecond.`;
  return tr` That is more than 104 days.`;
}
