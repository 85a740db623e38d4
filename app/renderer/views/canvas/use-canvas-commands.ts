/** The canvas's commands: adding where the user looks, deleting, copying beside, layout, view. */
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Position } from '../../../../generator/sketch/model.ts';
import { type Command, registerCommands } from '../../state/commands.ts';
import { currentSketch } from '../../state/document.ts';
import { refOfKey } from '../../state/element-ref.ts';
import { showPanel } from '../../state/layout.ts';
import { currentSelection, select } from '../../state/selection.ts';
import { type Addable, addNew, duplicateAll, moveAll } from '../../state/sketch-actions.ts';
import { SHORTCUTS } from '../../workbench/shortcuts.ts';
import { PART_LABELS } from '../controls/words.ts';
import { openCode, removeSelected } from './canvas-actions.ts';
import { freePlace, layoutSketch, NODE_SIZES } from './canvas-layout.ts';
import type { WireEdge } from './canvas-model.ts';
import type { SketchNode } from './node-frame.tsx';
import { startRenaming } from './node-name.tsx';

type FlowApi = ReturnType<typeof useReactFlow<SketchNode, WireEdge>>;

const ADDABLE: readonly (readonly [string, string, Addable, ElementKind])[] = [
  ['add-task', 'Add task', 'task', 'tasks'],
  ['add-interrupt', 'Add interrupt', 'interrupt', 'interrupts'],
  ['add-four-slot', 'Add four-slot channel', 'four-slot', 'channels'],
  ['add-ring-buffer', 'Add ring buffer', 'ring-buffer', 'channels'],
  ['add-resource', 'Add resource', 'resource', 'resources'],
  ['add-part', 'Add part: LED', 'led', 'parts'],
  ...(['button', 'potentiometer', 'ultrasonic', 'servo', 'buzzer'] as const).map(
    (kind) => [`add-${kind}`, `Add part: ${PART_LABELS[kind]}`, kind, 'parts'] as const,
  ),
];

export function useCanvasCommands(showAll: () => void): void {
  const flow = useReactFlow<SketchNode, WireEdge>();
  useEffect(() => {
    const commands = [...addCommands(flow, showAll), ...editCommands(flow), ...viewCommands(showAll)];
    return registerCommands(commands.map((command) => ({ key: SHORTCUTS[command.id], ...command })));
  }, [flow, showAll]);
}

function addCommands(flow: FlowApi, showAll: () => void): Command[] {
  return ADDABLE.map(([id, title, what, kind]) => ({
    id,
    title,
    run: () => {
      showPanel('canvas');
      const position = freePlace(currentSketch(), kind, inTheMiddle(flow, kind));
      const added = addNew(what, position);
      if (added !== null) requestAnimationFrame(() => (isInView(flow, position, kind) ? undefined : showAll()));
    },
  }));
}

/** Where the user looks. */
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

const anySelected = () => currentSelection().length > 0;
const oneSelected = () => currentSelection().length === 1;

function editCommands(flow: FlowApi): Command[] {
  const remove = () => removeSelected(flow.getEdges());
  const removable = () => anySelected() || flow.getEdges().some((edge) => edge.selected);
  const withOne = (act: (ref: NonNullable<ReturnType<typeof currentSelection>[0]>) => void) => () => {
    const [ref] = currentSelection();
    if (ref !== undefined) act(ref);
  };
  return [
    { id: 'delete', title: 'Delete what is selected', run: remove, enabled: removable },
    { id: 'delete-backspace', title: 'Delete what is selected', run: remove, enabled: removable, hidden: true },
    { id: 'duplicate', title: 'Duplicate', run: () => duplicateAll(currentSelection()), enabled: anySelected },
    { id: 'rename', title: 'Rename', run: withOne(startRenaming), enabled: oneSelected },
    { id: 'open-code', title: 'Open the code', run: withOne(openCode), enabled: oneSelected },
    { id: 'select-all', title: 'Select all', run: selectAll },
  ];
}

function selectAll(): void {
  const sketch = currentSketch();
  select(ELEMENT_KINDS.flatMap((kind) => elementsOf<ElementKind>(sketch, kind).map(({ name }) => ({ kind, name }))));
}

function viewCommands(showAll: () => void): Command[] {
  return [
    { id: 'fit-view', title: 'Show the whole sketch', run: showAll },
    {
      id: 'auto-layout',
      title: 'Lay out the sketch',
      run: () => {
        const moves = [...layoutSketch(currentSketch())].flatMap(([key, position]) => {
          const ref = refOfKey(key);
          return ref === null ? [] : [{ ...ref, position }];
        });
        moveAll(moves);
        setTimeout(showAll, 30);
      },
    },
  ];
}
