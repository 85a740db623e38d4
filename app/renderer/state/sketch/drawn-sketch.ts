/** The sketch as far as the canvas draws it. */
import { useRef } from 'react';
import { ELEMENT_KINDS, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Position, Sketch } from '../../../../generator/sketch/model.ts';
import { useSketch } from './document.ts';

/** Whether two versions of a sketch have the same nodes, wires and places. Most edits change neither. */
export function isDrawnAlike(a: Sketch, b: Sketch): boolean {
  const isSame = a.channels === b.channels && a.resources === b.resources;
  return isSame && ELEMENT_KINDS.every((kind) => areDrawnAlike(elementsOf(a, kind), elementsOf(b, kind)));
}

interface Drawn {
  readonly name: string;
  readonly position: Position | null;
}

function areDrawnAlike(a: readonly Drawn[], b: readonly Drawn[]): boolean {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return one === other || (one.name === other?.name && isSamePlace(one.position, other.position));
    })
  );
}

const isSamePlace = (a: Position | null, b: Position | null): boolean =>
  a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y);

/** The sketch as it was when its drawing last changed. The step of a slider changes no node and no wire. */
export function useDrawnSketch(): Sketch {
  const drawn = useRef<Sketch | null>(null);
  return useSketch((sketch) => {
    if (drawn.current === null || !isDrawnAlike(drawn.current, sketch)) drawn.current = sketch;
    return drawn.current;
  });
}
