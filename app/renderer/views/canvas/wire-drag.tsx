/**
 * A wire while it is drawn: which elements it may reach, and a tip at the pointer that says what the
 * wire would do or why it is not possible. A wire ends at a port or anywhere on an element.
 */
import { type FinalConnectionState, type OnConnectStartParams, useStoreApi } from '@xyflow/react';
import { Ban, Cable } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { wireEffect, wireProblem } from '../../../../generator/sketch/wires.ts';
import { windowSize, zoomOf } from '../../base/zoom.ts';
import { useSession } from '../../state/session/use-session.ts';
import { type ElementRef, refKey, refOfKey } from '../../state/sketch/element-ref.ts';

/** What a wire that is being drawn may do with an element. */
export type WireRole = 'from' | 'allowed' | 'refused';

interface Roles {
  readonly of: ReadonlyMap<string, WireRole>;
}

export const NO_ROLES: Roles = { of: new Map() };
const RolesContext = createContext<Roles>(NO_ROLES);

/** The role of an element for the wire that is being drawn. Undefined while no wire is drawn. */
export const useWireRole = (element: ElementRef): WireRole | undefined =>
  useContext(RolesContext).of.get(refKey(element));

export const WireRoles = RolesContext.Provider;

interface Drag {
  readonly from: ElementRef;
  /** From an output. A wire from an input leads to the element where the drag began. */
  readonly forward: boolean;
  readonly sketch: Sketch;
  readonly roles: Roles;
}

interface Tip {
  readonly text: string;
  readonly refused: boolean;
}

function rolesOf(sketch: Sketch, from: ElementRef, forward: boolean): Roles {
  const of = new Map<string, WireRole>();
  for (const kind of ELEMENT_KINDS) {
    for (const { name } of elementsOf<ElementKind>(sketch, kind)) {
      const to = { kind, name };
      const problem = forward ? wireProblem(sketch, from, to) : wireProblem(sketch, to, from);
      of.set(refKey(to), problem === null ? 'allowed' : 'refused');
    }
  }
  of.set(refKey(from), 'from');
  return { of };
}

/** Returns the ends of a wire in the direction of its data. */
const inOrder = ({ from, forward }: Drag, to: ElementRef): [ElementRef, ElementRef] =>
  forward ? [from, to] : [to, from];

function tipOf(drag: Drag, over: ElementRef): Tip {
  const [from, to] = inOrder(drag, over);
  const problem = wireProblem(drag.sketch, from, to);
  return { text: problem ?? wireEffect(drag.sketch, from, to), refused: problem !== null };
}

/** The element under the pointer. The frame of the I/O server is none. */
function elementAt(target: EventTarget | null): ElementRef | null {
  const node = target instanceof Element ? target.closest('.react-flow__node') : null;
  const id = node instanceof HTMLElement ? node.dataset.id : undefined;
  return id === undefined ? null : refOfKey(id);
}

/**
 * @param connect draws the wire. It is called for a wire that ends on an element but not at a port
 * that React Flow accepts.
 */
export function useWireDrag(connect: (from: ElementRef, to: ElementRef) => void) {
  const { document: sketchDocument } = useSession();
  const [drag, setDrag] = useState<Drag | null>(null);
  const onConnectStart = useCallback(
    (_event: unknown, { nodeId, handleType }: OnConnectStartParams) => {
      const from = nodeId === null ? null : refOfKey(nodeId);
      if (from === null) return;
      const sketch = sketchDocument.currentSketch();
      const forward = handleType !== 'target';
      setDrag({ from, forward, sketch, roles: rolesOf(sketch, from, forward) });
    },
    [sketchDocument],
  );
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { isValid }: FinalConnectionState) => {
      setDrag(null);
      const over = elementAt(event.target);
      if (drag === null || isValid === true || over === null) return;
      const [from, to] = inOrder(drag, over);
      if (wireProblem(drag.sketch, from, to) === null) connect(from, to);
    },
    [drag, connect],
  );
  return { drag, onConnectStart, onConnectEnd };
}

/** Space between the pointer and the tip. Unit: px. */
const BESIDE_POINTER = 14;
/** Widest tip. Unit: px. */
const TIP_WIDTH = 280;

/** Follows the pointer while a wire is drawn. */
export function WireTip({ drag }: { readonly drag: Drag | null }) {
  return drag === null ? null : <FollowingTip drag={drag} />;
}

function FollowingTip({ drag }: { readonly drag: Drag }) {
  const flow = useStoreApi();
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<ElementRef | null>(null);
  const away = useRef(false);
  useEffect(() => {
    const start = refKey(drag.from);
    const follow = (event: PointerEvent) => {
      // Near a port the wire snaps to it.
      const snapped = flow.getState().connection.toNode?.id;
      const found = elementAt(event.target) ?? (snapped === undefined ? null : refOfKey(snapped));
      // A wire that has not left its element yet is no wire to itself.
      if (found === null || refKey(found) !== start) away.current = true;
      setOver((before) => {
        const now = away.current ? found : null;
        return now !== null && before !== null && refKey(now) === refKey(before) ? before : now;
      });
      if (box.current === null) return;
      const zoom = zoomOf(box.current);
      const left = Math.min(event.clientX / zoom + BESIDE_POINTER, windowSize().width - TIP_WIDTH);
      box.current.style.translate = `${left}px ${event.clientY / zoom + BESIDE_POINTER}px`;
    };
    document.addEventListener('pointermove', follow);
    return () => document.removeEventListener('pointermove', follow);
  }, [flow, drag]);
  const tip = over === null ? null : tipOf(drag, over);
  const refused = tip?.refused === true;
  useEffect(() => {
    const canvas = flow.getState().domNode?.parentElement;
    canvas?.toggleAttribute('data-wire-refused', refused);
    return () => void canvas?.removeAttribute('data-wire-refused');
  }, [flow, refused]);
  return createPortal(
    <div ref={box} className="wire-tip" role="status" data-refused={refused} hidden={tip === null}>
      {refused ? <Ban aria-hidden="true" /> : <Cable aria-hidden="true" />}
      {tip?.text}
    </div>,
    document.body,
  );
}
