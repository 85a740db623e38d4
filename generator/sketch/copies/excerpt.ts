/**
 * Elements on their way from one sketch to another, as JSON with a format name and a version. They
 * keep the names of elements that they refer to and that are not part of the excerpt.
 */
import { tr } from '../../words/tr.ts';
import { ELEMENT_KINDS, type ElementKind } from '../elements.ts';
import { explainIssues } from '../explain.ts';
import { fromFile, toFile } from '../file.ts';
import { type Member, membersOf } from '../groups/groups.ts';
import { parseJson } from '../json/json.ts';
import type { Sketch } from '../model.ts';
import { readSketch } from '../read.ts';
import { sketchFileSchema } from '../schema.ts';
import { fileText } from '../write.ts';

const FORMAT = 'polyloop-elements';
const VERSION = 1;

export type Excerpt = Pick<Sketch, ElementKind | 'groups'>;

const LISTS = [...ELEMENT_KINDS, 'groups'] as const;

/** The elements, and the groups with all members among these elements. */
export function excerptOf(sketch: Sketch, members: readonly Member[]): Excerpt {
  const keys = new Set(members.map(({ kind, name }) => `${kind}:${name}`));
  const has = (kind: ElementKind) => (element: { readonly name: string }) => keys.has(`${kind}:${element.name}`);
  return {
    tasks: sketch.tasks.filter(has('tasks')),
    channels: sketch.channels.filter(has('channels')),
    interrupts: sketch.interrupts.filter(has('interrupts')),
    resources: sketch.resources.filter(has('resources')),
    parts: sketch.parts.filter(has('parts')),
    groups: sketch.groups.filter((group) => membersOf(group).every(({ kind, name }) => keys.has(`${kind}:${name}`))),
  };
}

const EMPTY = { polyloop: 1, name: 'excerpt', board: 'uno', target: 'superloop', tasks: [] } as const;

export function writeExcerpt(excerpt: Excerpt): string {
  const file = toFile({ ...fromFile(sketchFileSchema.parse(EMPTY), {}), ...excerpt });
  const lists = LISTS.flatMap((kind) => (excerpt[kind].length === 0 ? [] : [[kind, file[kind]] as const]));
  return fileText({ format: FORMAT, version: VERSION, ...Object.fromEntries(lists) });
}

export type ExcerptResult =
  | { readonly ok: true; readonly excerpt: Excerpt }
  | { readonly ok: false; readonly message: string };

/** Reads an excerpt, or a whole sketch file as the excerpt of all its elements. Never throws. */
export function readExcerpt(text: string): ExcerptResult {
  const { value, problems } = parseJson(text);
  if (typeof value !== 'object' || value === null || !('format' in value || 'polyloop' in value)) {
    return { ok: false, message: tr`The clipboard has no elements of a sketch.` };
  }
  if ('polyloop' in value) return readWhole(text);
  const { format, version, ...lists } = value as Readonly<Record<string, unknown>>;
  if (format !== FORMAT) return { ok: false, message: tr`The clipboard has no elements of a sketch.` };
  if (version !== VERSION) {
    return { ok: false, message: tr`The copied elements come from a newer Polyloop. Update this one to paste them.` };
  }
  const file = { ...EMPTY, ...lists };
  const parsed = sketchFileSchema.safeParse(file);
  const fault = parsed.success ? problems[0] : explainIssues(parsed.error.issues, file)[0];
  if (parsed.success && fault === undefined) return { ok: true, excerpt: fromFile(parsed.data, {}) };
  return { ok: false, message: tr`The copied elements cannot be read. ${fault?.message ?? ''}`.trim() };
}

function readWhole(text: string): ExcerptResult {
  const read = readSketch(text);
  if (read.ok) return { ok: true, excerpt: read.sketch };
  return { ok: false, message: tr`The copied sketch cannot be read. ${read.problems[0]?.message ?? ''}`.trim() };
}
