/** Search on the canvas: elements by name, by the text in their code, and by the note of their group. */

import { ELEMENT_KINDS, type ElementKind, elementsOf, KIND_LABELS } from '../../../../../generator/sketch/elements.ts';
import { groupOf } from '../../../../../generator/sketch/groups/groups.ts';
import type { Sketch } from '../../../../../generator/sketch/model.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { type ElementRef, refKey } from '../../../state/sketch/element-ref.ts';

export interface Found {
  readonly id: string;
  readonly ref: ElementRef;
  readonly text: string;
  /** What the element is, or the line of code with the text. */
  readonly note: string;
}

const CODE = ['body', 'setup', 'deadlineHandler', 'budgetHandler'] as const;
const CODE_WORDS: Readonly<Record<(typeof CODE)[number], string>> = {
  body: tr`body`,
  setup: tr`setup`,
  deadlineHandler: tr`deadline handler`,
  budgetHandler: tr`budget handler`,
};

/** Matches of names come first. An empty query finds all elements. */
export function findElements(sketch: Sketch, query: string): readonly Found[] {
  const wanted = query.trim().toLowerCase();
  const all = ELEMENT_KINDS.flatMap((kind) =>
    elementsOf<ElementKind>(sketch, kind).map((element) => ({ element, ref: { kind, name: element.name } })),
  );
  const found = (ref: ElementRef, note: string): Found => ({ id: refKey(ref), ref, text: ref.name, note });
  const named = all.flatMap(({ ref }) =>
    ref.name.toLowerCase().includes(wanted) ? [found(ref, KIND_LABELS[ref.kind])] : [],
  );
  if (wanted === '') return named;
  const inText = all.flatMap(({ element, ref }) => {
    if (ref.name.toLowerCase().includes(wanted)) return [];
    const note = lineWith(element, wanted) ?? groupWith(sketch, ref, wanted);
    return note === null ? [] : [found(ref, note)];
  });
  return [...named, ...inText];
}

function lineWith(element: object, wanted: string): string | null {
  for (const member of CODE) {
    const code: unknown = Reflect.get(element, member);
    const lines = typeof code === 'string' ? code.split('\n') : [];
    const at = lines.findIndex((line) => line.toLowerCase().includes(wanted));
    if (at >= 0) return tr`${CODE_WORDS[member]}, line ${at + 1}: ${lines[at]?.trim() ?? ''}`;
  }
  return null;
}

function groupWith(sketch: Sketch, ref: ElementRef, wanted: string): string | null {
  const group = groupOf(sketch, ref);
  if (group === null || !`${group.name}\n${group.note}`.toLowerCase().includes(wanted)) return null;
  return tr`in the group ${group.name}`;
}
