/**
 * Semantic zoom: from far away, a card shows only its name, its state and its bar, in letters that
 * keep their size on the screen. Details return as one zooms in.
 */
import { useStore, useStoreApi } from '@xyflow/react';
import { createContext, useContext, useEffect } from 'react';

/** Below this zoom, the details of a card are too small to read. */
export const FAR_BELOW = 0.6;

/** Steps of the size of letters per doubling of the zoom, so that a zoom does not restyle each frame. */
const STEPS = 6;

/** The largest step at or below a zoom: letters sized for it are never smaller than wanted. */
export const steppedZoom = (zoom: number): number => 2 ** (Math.floor(Math.log2(zoom) * STEPS) / STEPS);

const FarContext = createContext(false);
export const FarZoom = FarContext.Provider;

/** Whether cards show only their name, state and bar. */
export const useIsFar = (): boolean => useContext(FarContext);

export const useFarZoom = (): boolean => useStore(({ transform }) => transform[2] < FAR_BELOW);

/** The view is still when it has not moved for this long. */
const STILL_MS = 150;

/** Tells the style sheet the zoom, in steps, while it is far, and whether the view moves. */
export function ZoomStep() {
  const flow = useStoreApi();
  const step = useStore(({ transform: [, , zoom] }) => (zoom < FAR_BELOW ? steppedZoom(zoom) : null));
  useEffect(() => {
    const box = flow.getState().domNode;
    if (step === null) box?.style.removeProperty('--far-zoom');
    else box?.style.setProperty('--far-zoom', String(step));
  }, [flow, step]);
  useEffect(() => {
    // While the view moves, it is one layer of the screen that is moved as a whole and not painted again.
    let moving = 0;
    const stop = flow.subscribe(({ transform, domNode }, before) => {
      if (transform === before.transform) return;
      domNode?.setAttribute('data-moving', '');
      clearTimeout(moving);
      moving = window.setTimeout(() => domNode?.removeAttribute('data-moving'), STILL_MS);
    });
    return () => {
      stop();
      clearTimeout(moving);
    };
  }, [flow]);
  return null;
}
