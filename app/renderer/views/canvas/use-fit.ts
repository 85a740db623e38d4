/** Shows the sketch whole, and keeps it so while the canvas changes its size, until the user moves the view. */
import { type FitViewOptions, useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { useDocument } from '../../state/document.ts';
import { useLayout } from '../../state/layout.ts';

const MARGIN = 0.16;
const LARGEST = 1.25;
/** On a projector cards may fill the wall. */
const LARGEST_PROJECTED = 2.5;

export function fitOptions(): FitViewOptions {
  const projector = useLayout.getState().projector;
  return { padding: MARGIN, minZoom: 0.2, maxZoom: projector ? LARGEST_PROJECTED : LARGEST };
}

/** Answers what to call when the user has moved the view, and what shows all again. */
export function useFit() {
  const flow = useReactFlow();
  const fitted = useRef(true);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const generation = useDocument((state) => state.generation);
  const projector = useLayout((layout) => layout.projector);
  const showAll = useCallback(() => {
    fitted.current = true;
    void flow.fitView(fitOptions());
  }, [flow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size is what it waits for
  useEffect(() => {
    if (fitted.current) showAll();
  }, [showAll, width, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document or view is what it waits for
  useEffect(() => {
    // The nodes of a new document are measured a frame or two later.
    const timer = setTimeout(showAll, 60);
    return () => clearTimeout(timer);
  }, [showAll, generation, projector]);
  const onMoved = useCallback((event: unknown) => {
    // Moves by program have no event.
    if (event !== null) fitted.current = false;
  }, []);
  return { showAll, onMoved };
}
