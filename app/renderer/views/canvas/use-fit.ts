/**
 * Fits the whole sketch into the view, also while the canvas changes its size, until the user moves
 * the view.
 */
import {
  type FitViewOptions,
  getViewportForBounds,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
} from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { PROJECTOR_ZOOM } from '../../base/zoom.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useDocument, useSketch } from '../../state/sketch/document.ts';
import { useLayout } from '../../state/window/layout.ts';
import { boxesOf } from './editing/drawn-boxes.ts';
import { around, framesOf } from './editing/frames.ts';

const MARGIN = 0.08;
const PROJECTED_MARGIN = 0.04;
const LARGEST = 1.25;
/** Smallest zoom, at which 500 tasks are in view. */
export const SMALLEST = 0.08;

/**
 * In projector view, nodes are larger by its factor as far as all of them stay in view. There are no
 * controls that could cover a node.
 */
export const fitOptions = (projector: boolean): FitViewOptions =>
  projector
    ? { padding: PROJECTED_MARGIN, minZoom: SMALLEST, maxZoom: LARGEST * PROJECTOR_ZOOM }
    : { padding: MARGIN, minZoom: SMALLEST, maxZoom: LARGEST };

/** Space of the controls at the lower left, with their margins. Unit: px. */
const CONTROLS = { width: 212, height: 56 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the padding with which all boxes are visible and none is behind the controls. */
export function clearPadding(
  boxes: readonly Box[],
  bounds: Box,
  size: { readonly width: number; readonly height: number },
  { padding, minZoom = 0, maxZoom = 1 }: FitViewOptions,
): FitViewOptions['padding'] {
  const viewFor = (each: FitViewOptions['padding']) =>
    getViewportForBounds(bounds, size.width, size.height, minZoom, maxZoom, each ?? 0);
  const view = viewFor(padding);
  const covered = boxes.some(
    ({ x, y, height }) =>
      x * view.zoom + view.x < CONTROLS.width && (y + height) * view.zoom + view.y > size.height - CONTROLS.height,
  );
  if (!covered || typeof padding !== 'number') return padding;
  const sides = { top: padding, right: padding, bottom: padding, left: padding };
  const beside = { ...sides, left: `${CONTROLS.width}px` } as const;
  const above = { ...sides, bottom: `${CONTROLS.height}px` } as const;
  return viewFor(beside).zoom >= viewFor(above).zoom ? beside : above;
}

/**
 * Returns the callback for moves of the view by the user, and the function that fits the view
 * again.
 */
export function useFit() {
  const flow = useReactFlow();
  const store = useStoreApi();
  const { layout, document } = useSession();
  const { keepDrawingView } = layout;
  const isFitted = useCallback(() => layout.store.getState().drawingView === null, [layout]);
  /** The document and the view that were shown last. Null at first. */
  const shown = useRef<string | null>(null);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const generation = useDocument((state) => state.generation);
  const projector = useLayout((state) => state.projector);
  const groups = useSketch((sketch) => sketch.groups);
  const showAll = useCallback(() => {
    keepDrawingView(null);
    const isProjected = layout.store.getState().projector;
    const options = fitOptions(isProjected);
    const nodes = flow.getNodes().map((node) => flow.getNodesBounds([node]));
    const frames = framesOf(document.currentSketch().groups, boxesOf(flow));
    const bounds = around([...nodes, ...frames]);
    if (bounds === null) return void flow.fitView(options);
    const size = store.getState();
    const padding = clearPadding(isProjected ? [] : nodes, bounds, size, options);
    if (frames.length === 0) return void flow.fitView({ ...options, ...(padding === undefined ? {} : { padding }) });
    // React Flow does not know the frames of groups.
    const { minZoom = SMALLEST, maxZoom = LARGEST } = options;
    void flow.setViewport(getViewportForBounds(bounds, size.width, size.height, minZoom, maxZoom, padding ?? 0));
  }, [flow, store, layout, document, keepDrawingView]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size, or another frame, is what it waits for
  useEffect(() => {
    if (isFitted()) showAll();
  }, [showAll, isFitted, width, height, groups]);
  useEffect(() => {
    // A drawing that is shown again keeps its view.
    const now = `${generation} ${projector}`;
    const isOther = shown.current !== null && shown.current !== now;
    shown.current = now;
    if (!isOther && !isFitted()) return;
    // The nodes of a new document are measured one or two frames later.
    const timer = setTimeout(showAll, 60);
    return () => clearTimeout(timer);
  }, [showAll, isFitted, generation, projector]);
  const onMoved = useCallback(
    (event: unknown, view: Viewport) => {
      // Moves by the program have no event.
      if (event !== null) keepDrawingView(view);
    },
    [keepDrawingView],
  );
  return { showAll, onMoved };
}
