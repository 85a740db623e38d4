/** What a key, a menu and a double-click on the canvas do alike. */
import { openBody } from '../../state/bodies.ts';
import type { ElementRef } from '../../state/element-ref.ts';
import { useSelection } from '../../state/selection.ts';
import { removeAll, type Wire } from '../../state/sketch-actions.ts';
import type { WireEdge } from './canvas-model.ts';

/** Tasks and interrupts have code; what has none is told by the inspector. */
export function openCode(element: ElementRef): void {
  if (element.kind === 'tasks' || element.kind === 'interrupts') openBody(element);
}

/** Deletes what is selected: elements and wires. */
export function removeSelected(edges: readonly WireEdge[]): void {
  const wires = edges.flatMap(({ selected, data }): Wire[] => (selected && data !== undefined ? [data] : []));
  removeAll(useSelection.getState().selected, wires);
}
