/**
 * The keys of the canvas while it has the focus: arrows go to the next element, with Alt or Ctrl they
 * move the selected elements. Brackets go to the wires of an element, and from a wire arrows go to its
 * ends. Space selects, Escape selects nothing. All other keys are commands.
 */
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type KeyboardEvent, useRef } from 'react';
import type { Session } from '../../../state/session/session.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { type ElementRef, refKey, refOfKey, sameRef } from '../../../state/sketch/element-ref.ts';
import type { WireEdge } from '../canvas-model.ts';
import type { SketchNode } from '../nodes/node-frame.tsx';
import { type Box, DIRECTIONS, type Direction, nextBox } from './boxes.ts';
import { boxesOf } from './drawn-boxes.ts';
import { focusElement, focusWire } from './focus.ts';

const STEP = 8;
const LONG_STEP = 32;

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

type FlowApi = ReturnType<typeof useReactFlow<SketchNode, WireEdge>>;

export function useCanvasKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const session = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  const store = useStoreApi();
  /** The element with the wires that the bracket keys go through. */
  const origin = useRef<string | null>(null);
  return (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    if (event.target.closest('input, textarea, select, button, [role="slider"]') !== null) return;
    const focused = refOfKey(event.target.closest('.react-flow__node')?.getAttribute('data-id') ?? '');
    const wire = event.target.closest('.react-flow__edge')?.getAttribute('data-id') ?? null;
    const direction = ARROWS[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      if (event.altKey || event.ctrlKey || event.metaKey) moveSelected(session, flow, direction, event.shiftKey);
      else if (wire !== null) goToEnd(session, flow, wire, direction);
      else goTo(session, flow, focused, direction, event.shiftKey);
    } else if (event.key === ']' || event.key === '[') {
      event.preventDefault();
      if (focused !== null) origin.current = refKey(focused);
      goToWire(flow, origin.current, wire, event.key === ']' ? 1 : -1);
    } else if (event.key === 'Escape') {
      // Escape in another panel leads to the canvas. Here it ends the selection.
      event.preventDefault();
      session.selection.select([]);
      store.getState().resetSelectedElements();
    } else if (wire !== null && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      session.selection.select([]);
      store.getState().addSelectedEdges([wire]);
    } else if (focused !== null && event.key === ' ') {
      event.preventDefault();
      toggle(session, focused);
    } else if (focused !== null && !isSelected(session, focused) && isForFocused(session, event.key)) {
      // The command that follows acts on the selection.
      session.selection.select([focused]);
    }
  };
}

/** Keys for one element act on the one that has the focus. Other keys do so if nothing is selected. */
const isForFocused = ({ selection }: Session, key: string): boolean =>
  /^(Enter|F2|w|W)$/.test(key) || (key === 'Delete' && selection.currentSelection().length === 0);

const isSelected = ({ selection }: Session, ref: ElementRef): boolean =>
  selection.currentSelection().some((each) => sameRef(each, ref));

function toggle(session: Session, ref: ElementRef): void {
  const { selection } = session;
  const rest = selection.currentSelection().filter((each) => !sameRef(each, ref));
  selection.select(isSelected(session, ref) ? rest : [...rest, ref]);
}

function goTo(
  session: Session,
  flow: FlowApi,
  focused: ElementRef | null,
  direction: Direction,
  extend: boolean,
): void {
  const boxes = boxesOf(flow);
  const { selection } = session;
  const at = focused ?? selection.currentSelection().at(-1) ?? null;
  const from = boxes.find(({ ref }) => sameRef(ref, at));
  const to = from === undefined ? boxes[0] : nextBox(boxes, from, direction);
  if (to === undefined || to === null) return;
  const kept = extend ? selection.currentSelection().filter((each) => !sameRef(each, to.ref)) : [];
  selection.select([...kept, to.ref]);
  showBox(flow, to);
  focusElement(to.ref);
}

/** Goes from a wire to the element that it comes from, or to the one that it leads to. */
function goToEnd(session: Session, flow: FlowApi, wire: string, direction: Direction): void {
  const edge = flow.getEdge(wire);
  const end = direction === 'left' || direction === 'up' ? edge?.source : edge?.target;
  const ref = refOfKey(end ?? '');
  const box = boxesOf(flow).find((each) => sameRef(each.ref, ref));
  if (ref === null || box === undefined) return;
  session.selection.select([ref]);
  showBox(flow, box);
  focusElement(ref);
}

/** Goes to the next wire of an element, or to the one before for -1. The last wire is followed by the first. */
function goToWire(flow: FlowApi, element: string | null, wire: string | null, step: 1 | -1): void {
  const wires = flow.getEdges().filter(({ source, target }) => source === element || target === element);
  const at = wires.findIndex(({ id }) => id === wire);
  const next = at < 0 ? (step === 1 ? 0 : wires.length - 1) : (at + step + wires.length) % wires.length;
  const found = wires[next];
  if (found !== undefined) focusWire(found.id);
}

/** Moves the view if the box is not completely visible. */
export function showBox(flow: FlowApi, { x, y, width, height }: Box): void {
  const view = document.querySelector('.canvas')?.getBoundingClientRect();
  if (view === undefined || view.width === 0) return;
  const from = flow.flowToScreenPosition({ x, y });
  const to = flow.flowToScreenPosition({ x: x + width, y: y + height });
  const inside = from.x >= view.left && from.y >= view.top && to.x <= view.right && to.y <= view.bottom;
  if (!inside) void flow.setCenter(x + width / 2, y + height / 2, { zoom: flow.getZoom() });
}

/** Successive steps of one selection are one step of undo. */
function moveSelected({ selection, sketchActions }: Session, flow: FlowApi, direction: Direction, far: boolean): void {
  const selected = selection.currentSelection();
  const step = far ? LONG_STEP : STEP;
  const { x, y } = DIRECTIONS[direction];
  const moves = boxesOf(flow).flatMap((box) =>
    selected.some((ref) => sameRef(ref, box.ref))
      ? [{ ...box.ref, position: { x: Math.round(box.x + x * step), y: Math.round(box.y + y * step) } }]
      : [],
  );
  sketchActions.moveAll(moves, `keys ${selected.map(refKey).join('\n')}`);
}
