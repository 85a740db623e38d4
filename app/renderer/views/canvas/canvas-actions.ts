/** Actions of the canvas that keys, menu and double-click share. */

import type { Session } from '../../state/session/session.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import type { Wire } from '../../state/sketch/sketch-actions.ts';
import type { WireEdge } from './canvas-model.ts';

/** Opens the code of a task or an interrupt. Other elements have no code. */
export function openCode({ bodies }: Session, element: ElementRef): void {
  if (element.kind === 'tasks' || element.kind === 'interrupts') bodies.openBody(element);
}

/** Deletes the selected elements and wires. */
export function removeSelected({ selection, sketchActions }: Session, edges: readonly WireEdge[]): void {
  const wires = edges.flatMap(({ selected, data }): Wire[] => (selected && data !== undefined ? [data] : []));
  sketchActions.removeAll(selection.currentSelection(), wires);
}
