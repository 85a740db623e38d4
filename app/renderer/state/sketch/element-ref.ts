/** References to elements of the sketch, by kind and name. */
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';

export interface ElementRef {
  readonly kind: ElementKind;
  readonly name: string;
}

/** A reference as one string. No kind contains a colon. */
export function refKey({ kind, name }: ElementRef): string {
  return `${kind}:${name}`;
}

export function refOfKey(key: string): ElementRef | null {
  const colon = key.indexOf(':');
  const kind = ELEMENT_KINDS.find((each) => each === key.slice(0, colon));
  return kind === undefined ? null : { kind, name: key.slice(colon + 1) };
}

export function sameRef(a: ElementRef | null, b: ElementRef | null): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/**
 * Returns the elements that an edit, or its undo, renamed: lists of equal length in which one name
 * differs at the same index.
 */
export function findRenames(before: Sketch, after: Sketch): ReadonlyMap<string, ElementRef> {
  const renames = new Map<string, ElementRef>();
  for (const kind of ELEMENT_KINDS) {
    const [old, now] = [elementsOf<ElementKind>(before, kind), elementsOf<ElementKind>(after, kind)];
    if (old === now || old.length !== now.length) continue;
    old.forEach((element, index) => {
      const name = now[index]?.name;
      if (name !== undefined && name !== element.name && !now.some((each) => each.name === element.name)) {
        renames.set(refKey({ kind, name: element.name }), { kind, name });
      }
    });
  }
  return renames;
}
