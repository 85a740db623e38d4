/**
 * The commands of the canvas: add at the centre of the view, delete, duplicate, layout, and view.
 */

import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Position } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Session } from '../../state/session/session.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import type { Command } from '../../state/window/commands.ts';
import { SHORTCUTS } from '../../workbench/shortcuts.ts';
import { ADDABLES, addTitle } from './addables.ts';
import { openCode, removeSelected } from './canvas-actions.ts';
import { freePlace, NODE_SIZES } from './canvas-layout.ts';
import type { WireEdge } from './canvas-model.ts';
import { arranged, arrangedSelection } from './editing/arrange.ts';
import { focusElement } from './editing/focus.ts';
import type { SketchNode } from './nodes/node-frame.tsx';

type FlowApi = ReturnType<typeof useReactFlow<SketchNode, WireEdge>>;

export function useCanvasCommands(showAll: () => void): void {
  const session = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  useEffect(() => {
    const commands = [
      ...addCommands(session, flow, showAll),
      ...editCommands(session, flow),
      ...viewCommands(session, showAll),
    ];
    return session.commands.registerCommands(
      commands.map((command) => ({ key: SHORTCUTS[command.id], inDrawing: true, ...command })),
    );
  }, [session, flow, showAll]);
}

function addCommands({ document, layout, sketchActions }: Session, flow: FlowApi, showAll: () => void): Command[] {
  return ADDABLES.map((addable) => ({
    id: addable.command,
    title: addTitle(addable),
    run: () => {
      layout.showPanel('canvas');
      const { kind, what } = addable;
      const position = freePlace(document.currentSketch(), kind, inTheMiddle(flow, kind));
      const added = sketchActions.addNew(what, position);
      if (added === null) return;
      // The dock has then shown the panel.
      queueMicrotask(() => focusElement(added));
      requestAnimationFrame(() => (isInView(flow, position, kind) ? undefined : showAll()));
    },
  }));
}

/** Returns the position at the centre of the visible area. */
function inTheMiddle(flow: FlowApi, kind: ElementKind): Position {
  const box = document.querySelector('.canvas')?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return { x: 0, y: 0 };
  const middle = flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  const { width, height } = NODE_SIZES[kind];
  return { x: middle.x - width / 2, y: middle.y - height / 2 };
}

function isInView(flow: FlowApi, position: Position, kind: ElementKind): boolean {
  const box = document.querySelector('.canvas')?.getBoundingClientRect();
  if (box === undefined) return true;
  const { width, height } = NODE_SIZES[kind];
  const from = flow.flowToScreenPosition(position);
  const to = flow.flowToScreenPosition({ x: position.x + width, y: position.y + height });
  return from.x >= box.left && from.y >= box.top && to.x <= box.right && to.y <= box.bottom;
}

function editCommands(session: Session, flow: FlowApi): Command[] {
  const { selection, sketchActions } = session;
  const { currentSelection } = selection;
  const anySelected = () => currentSelection().length > 0;
  const oneSelected = () => currentSelection().length === 1;
  const remove = () => removeSelected(session, flow.getEdges());
  const removable = () => anySelected() || flow.getEdges().some((edge) => edge.selected);
  const withOne = (act: (ref: ElementRef) => void) => () => {
    const [ref] = currentSelection();
    if (ref !== undefined) act(ref);
  };
  return [
    { id: 'delete', title: tr`Delete the selection`, run: remove, enabled: removable },
    { id: 'delete-backspace', title: tr`Delete the selection`, run: remove, enabled: removable, hidden: true },
    {
      id: 'duplicate',
      title: tr`Duplicate`,
      run: () => sketchActions.duplicateAll(currentSelection()),
      enabled: anySelected,
    },
    { id: 'rename', title: tr`Rename`, run: withOne(selection.startRenaming), enabled: oneSelected },
    { id: 'open-code', title: tr`Open the code`, run: withOne((ref) => openCode(session, ref)), enabled: oneSelected },
    { id: 'select-all', title: tr`Select all`, run: () => selectAll(session) },
  ];
}

function selectAll({ document, selection }: Session): void {
  const sketch = document.currentSketch();
  selection.select(
    ELEMENT_KINDS.flatMap((kind) => elementsOf<ElementKind>(sketch, kind).map(({ name }) => ({ kind, name }))),
  );
}

function viewCommands({ document, selection, sketchActions }: Session, showAll: () => void): Command[] {
  return [
    { id: 'fit-view', title: tr`Show the whole sketch`, run: showAll },
    {
      id: 'auto-layout',
      title: tr`Lay out the sketch or the selection`,
      run: () => {
        const selected = selection.currentSelection();
        const sketch = document.currentSketch();
        if (selected.length > 1) return sketchActions.moveAll(arrangedSelection(sketch, selected));
        sketchActions.moveAll(arranged(sketch));
        setTimeout(showAll, 30);
      },
    },
  ];
}
