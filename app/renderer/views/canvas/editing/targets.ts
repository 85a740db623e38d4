/** The elements to which an element can be wired, in both directions. */
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../../generator/sketch/model.ts';
import { wireEffect, wireProblem } from '../../../../../generator/sketch/wires.ts';
import { type ElementRef, refKey } from '../../../state/sketch/element-ref.ts';

export interface Target {
  readonly id: string;
  readonly from: ElementRef;
  readonly to: ElementRef;
  /** What the wire does. */
  readonly text: string;
}

/** Wires from the element come before wires to it. */
export function targetsOf(sketch: Sketch, ref: ElementRef): readonly Target[] {
  const others = ELEMENT_KINDS.flatMap((kind) =>
    elementsOf<ElementKind>(sketch, kind).map(({ name }): ElementRef => ({ kind, name })),
  );
  const target = (from: ElementRef, to: ElementRef): Target[] =>
    wireProblem(sketch, from, to) === null
      ? [{ id: `${refKey(from)} ${refKey(to)}`, from, to, text: wireEffect(sketch, from, to).replace(/\.$/, '') }]
      : [];
  return [...others.flatMap((other) => target(ref, other)), ...others.flatMap((other) => target(other, ref))];
}
