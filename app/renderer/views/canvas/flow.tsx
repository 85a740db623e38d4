/**
 * Connects React Flow to the document. React Flow holds positions during a drag. Every permanent
 * change is an edit of the document.
 */

import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type Connection,
  type EdgeChange,
  type EdgeTypes,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
  useKeyPress,
  useReactFlow,
} from '@xyflow/react';
import { type MouseEvent, memo, useCallback, useEffect, useMemo, useState } from 'react';
import { findElement } from '../../../../generator/sketch/elements.ts';
import { wireProblem } from '../../../../generator/sketch/wires.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Session } from '../../state/session/session.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useDrawnSketch } from '../../state/sketch/drawn-sketch.ts';
import { type ElementRef, refKey, refOfKey } from '../../state/sketch/element-ref.ts';
import { useFlowsUpdated } from '../../state/sketch/help.ts';
import { useSelection } from '../../state/sketch/selection.ts';
import { openCode } from './canvas-actions.ts';
import { freePlace, NODE_SIZES } from './canvas-layout.ts';
import { edgesOf, nodesOf, type WireEdge } from './canvas-model.ts';
import { CanvasControls } from './controls.tsx';
import { GuideLines, useGuides } from './editing/use-guides.tsx';
import { ChannelNode } from './nodes/channel-node.tsx';
import { nodeCard, type SketchNode } from './nodes/node-frame.tsx';
import { ServerFrame, useServerFrame } from './nodes/server-frame.tsx';
import { InterruptNode, PartNode, ResourceNode } from './nodes/small-nodes.tsx';
import { TaskNode } from './nodes/task-node.tsx';
import { ReaderEdge } from './reader-edge.tsx';
import { CardDetail, useDetail, ZoomStep } from './semantic-zoom.tsx';
import { useCanvasCommands } from './use-canvas-commands.ts';
import { useClipboard } from './use-clipboard.ts';
import { fitOptions, SMALLEST, useFit } from './use-fit.ts';
import { NO_ROLES, useWireDrag, WireRoles, WireTip } from './wire-drag.tsx';

/** Labels of the drawing for screen readers. The keys are those of use-canvas-keys.ts. */
const LABELS = {
  'node.a11yDescription.default': tr`Press Enter or Space to select an element. Press Delete to remove it and Escape to cancel.`,
  'node.a11yDescription.keyboardDisabled': tr`Press Enter or Space to select an element. Press Delete to remove it and Escape to cancel.`,
  'edge.a11yDescription.default': tr`Press Enter or Space to select a wire. Press Delete to remove it and Escape to cancel.`,
  'minimap.ariaLabel': tr`Overview of the drawing`,
};

const nodeTypes: NodeTypes = {
  tasks: nodeCard(TaskNode),
  channels: nodeCard(ChannelNode),
  interrupts: nodeCard(InterruptNode),
  resources: nodeCard(ResourceNode),
  parts: nodeCard(PartNode),
  server: ServerFrame,
};

const edgeTypes: EdgeTypes = { reader: ReaderEdge };

/** A sketch with more nodes is large: near, only nodes in view are rendered, and far away they are crowded. */
const LARGE = 80;

// React Flow renders every node again when one of its properties is another object.
const SNAP: [number, number] = [8, 8];
const MULTI_SELECTION_KEYS = ['Shift', 'Meta', 'Control'];

export function Flow() {
  const session = useSession();
  const flow = useReactFlow<SketchNode, WireEdge>();
  const free = useKeyPress('Alt', { preventDefault: false });
  const { guides, align } = useGuides(free);
  const { nodes, onNodesChange } = useNodes(align);
  const { edges, onEdgesChange } = useEdges();
  const { showAll, onMoved } = useFit();
  useCanvasCommands(showAll);
  useClipboard();
  const connect = useCallback(
    (from: ElementRef, to: ElementRef) => connectAt(session, from, to, flow.getNodes()),
    [session, flow],
  );
  // What was shown of the sketch before its tab was left.
  const [kept] = useState(() => session.layout.store.getState().drawingView);
  const { drag, onConnectStart, onConnectEnd } = useWireDrag(connect);
  const isValidConnection = useCallback((wire: Ends) => isPossible(session, wire), [session]);
  const onConnect = useCallback(
    (wire: Connection) => {
      const refs = refsOf(wire);
      if (refs !== null) connect(...refs);
    },
    [connect],
  );
  const onDoubleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.classList.contains('react-flow__pane')) return;
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const { width, height } = NODE_SIZES.tasks;
    session.sketchActions.addNew('task', { x: Math.round(x - width / 2), y: Math.round(y - height / 2) });
  };
  const onNodeDoubleClick = useCallback(
    (_event: MouseEvent, { data }: SketchNode) => openCode(session, data.element),
    [session],
  );
  const shown = usePlaced(useServerFrame(nodes));
  const isLarge = shown.length > LARGE;
  const detail = useDetail(isLarge);
  const fitted = useMemo(() => fitOptions(session.layout.store.getState().projector), [session]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is a command with a key
    <div
      className={drag === null ? 'flow' : 'flow flow-wiring'}
      data-zoom={detail === 'near' ? 'near' : 'far'}
      data-crowded={detail === 'crowded'}
      data-forward={drag?.forward}
      onDoubleClick={onDoubleClick}
    >
      <WireRoles value={drag?.roles ?? NO_ROLES}>
        <CardDetail value={detail}>
          <ReactFlow<SketchNode, WireEdge>
            ariaLabelConfig={LABELS}
            nodes={shown}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            onNodesChange={onNodesChange}
            onEdgesChange={onEdgesChange}
            onConnect={onConnect}
            onConnectStart={onConnectStart}
            onConnectEnd={onConnectEnd}
            isValidConnection={isValidConnection}
            onNodeDoubleClick={onNodeDoubleClick}
            deleteKeyCode={null}
            disableKeyboardA11y
            panActivationKeyCode={null}
            multiSelectionKeyCode={MULTI_SELECTION_KEYS}
            selectionKeyCode="Shift"
            selectionMode={SelectionMode.Partial}
            zoomOnDoubleClick={false}
            panOnScroll
            connectionRadius={28}
            snapToGrid={!free}
            snapGrid={SNAP}
            minZoom={SMALLEST}
            maxZoom={3}
            {...(kept === null ? { fitView: true } : { defaultViewport: kept })}
            fitViewOptions={fitted}
            onlyRenderVisibleElements={isLarge && detail === 'near'}
            onMoveEnd={onMoved}
            nodeDragThreshold={2}
          >
            {detail === 'near' ? (
              <Background variant={BackgroundVariant.Dots} gap={16} size={1.25} color="var(--pl-grid)" />
            ) : null}
            <CanvasControls />
            <ZoomStep />
            <Flows />
            <WireTip drag={drag} />
            <GuideLines guides={guides} />
          </ReactFlow>
        </CardDetail>
      </WireRoles>
    </div>
  );
}

/** A component of its own, so that an edit of a number does not render the drawing. */
const Flows = memo(function Flows() {
  useFlowsUpdated();
  return null;
});

type Ends = Pick<Connection, 'source' | 'target'>;

function refsOf({ source, target }: Ends): [ElementRef, ElementRef] | null {
  const [from, to] = [refOfKey(source), refOfKey(target)];
  return from === null || to === null ? null : [from, to];
}

function isPossible({ document }: Session, wire: Ends): boolean {
  const refs = refsOf(wire);
  return refs !== null && wireProblem(document.currentSketch(), ...refs) === null;
}

function connectAt(session: Session, from: ElementRef, to: ElementRef, nodes: readonly SketchNode[]): void {
  const middle = middleOf([from, to], nodes);
  const place = freePlace(session.document.currentSketch(), 'channels', middle);
  session.sketchActions.connectElements(from, to, place);
}

/** Returns the position halfway between two nodes, for the channel between them. */
function middleOf(between: readonly ElementRef[], nodes: readonly SketchNode[]): { x: number; y: number } {
  const ends = between.map((ref) => nodes.find((node) => node.id === refKey(ref))?.position ?? { x: 0, y: 0 });
  const [a = { x: 0, y: 0 }, b = a] = ends;
  const { width, height } = NODE_SIZES.channels;
  const card = NODE_SIZES.tasks;
  return { x: (a.x + b.x + card.width) / 2 - width / 2, y: (a.y + b.y + card.height) / 2 - height / 2 };
}

/** @param align gives dragged cards their aligned positions */
function useNodes(align: (changes: NodeChange<SketchNode>[]) => NodeChange<SketchNode>[]) {
  const session = useSession();
  const sketch = useDrawnSketch();
  const selected = useSelection((state) => state.selected);
  const keys = useMemo(() => new Set(selected.map(refKey)), [selected]);
  const [nodes, setNodes] = useState<SketchNode[]>(() => nodesOf(sketch, [], keys));
  useEffect(() => {
    setNodes((before) => nodesOf(sketch, before, keys));
  }, [sketch, keys]);
  useEffect(() => {
    setNodes((before) =>
      before.map((node) => (node.selected === keys.has(node.id) ? node : { ...node, selected: keys.has(node.id) })),
    );
  }, [keys]);
  const onNodesChange = useCallback(
    (reported: NodeChange<SketchNode>[]) => {
      const changes = align(reported);
      const selecting = changes.filter((change) => change.type === 'select');
      if (selecting.length > 0) takeSelection(session, selecting);
      setNodes((before) =>
        applyNodeChanges(
          changes.filter(({ type }) => type !== 'select'),
          before,
        ),
      );
      takeMoves(session, changes);
    },
    [session, align],
  );
  return { nodes, onNodesChange };
}

/**
 * Places cards that rest by their left and top sides. React Flow gives each card a transform, and the
 * browser visits each transform in every frame of a moving view. A card that is dragged has its transform.
 */
function usePlaced(nodes: SketchNode[]): SketchNode[] {
  const known = useMemo(() => new WeakMap<SketchNode, SketchNode>(), []);
  return useMemo(() => {
    const placed = (node: SketchNode): SketchNode => {
      if (node.dragging === true) return node;
      const same = known.get(node);
      if (same !== undefined) return same;
      const { x, y } = node.position;
      const made = { ...node, style: { ...node.style, left: x, top: y, transform: 'none' } };
      known.set(node, made);
      return made;
    };
    return nodes.map(placed);
  }, [nodes, known]);
}

type SelectionChange = { readonly id: string; readonly selected: boolean };

function takeSelection({ selection }: Session, changes: readonly SelectionChange[]): void {
  const now = new Map(selection.currentSelection().map((ref) => [refKey(ref), ref]));
  for (const { id, selected } of changes) {
    const ref = refOfKey(id);
    if (selected && ref !== null) now.set(id, ref);
    else now.delete(id);
  }
  selection.select([...now.values()]);
}

/** The end of a drag and each step by an arrow key are edits. */
function takeMoves({ document, sketchActions }: Session, changes: readonly NodeChange<SketchNode>[]): void {
  const moves = changes.flatMap((change) => {
    if (change.type !== 'position' || change.dragging === true || change.position === undefined) return [];
    const ref = refOfKey(change.id);
    if (ref === null || findElement(document.currentSketch(), ref.kind, ref.name) === null) return [];
    return [{ ...ref, position: { x: Math.round(change.position.x), y: Math.round(change.position.y) } }];
  });
  sketchActions.moveAll(moves);
}

function useEdges() {
  const sketch = useDrawnSketch();
  const wanted = useMemo(() => edgesOf(sketch), [sketch]);
  const [edges, setEdges] = useState<WireEdge[]>(wanted);
  useEffect(() => {
    setEdges((before) => {
      const chosen = new Set(before.filter((edge) => edge.selected).map(({ id }) => id));
      return wanted.map((edge) => (chosen.has(edge.id) ? { ...edge, selected: true } : edge));
    });
  }, [wanted]);
  const onEdgesChange = useCallback((changes: EdgeChange<WireEdge>[]) => {
    setEdges((before) =>
      applyEdgeChanges(
        changes.filter(({ type }) => type !== 'remove'),
        before,
      ),
    );
  }, []);
  return { edges, onEdgesChange };
}
