/**
 * Semantic zoom: from far away, a card shows only its name, its state and its bar, in letters that
 * keep their size on the screen. Details return as one zooms in.
 */
import { useStore, useStoreApi } from '@xyflow/react';
import { createContext, memo, useContext, useEffect } from 'react';

/** Below this zoom, the details of a card are too small to read. */
export const FAR_BELOW = 0.6;

/** Steps of the size of letters per doubling of the zoom, so that a small zoom does not restyle the cards. */
const STEPS = 6;

/** The largest step at or below a zoom: letters sized for it are never smaller than wanted. */
export const steppedZoom = (zoom: number): number => 2 ** (Math.floor(Math.log2(zoom) * STEPS) / STEPS);

/** `crowded`: from far away, with so many cards that each has as few elements as possible. */
export type Detail = 'near' | 'far' | 'crowded';

const DetailContext = createContext<Detail>('near');
export const CardDetail = DetailContext.Provider;

/** Whether cards show only their name, state and bar. */
export const useIsFar = (): boolean => useContext(DetailContext) !== 'near';

/** Whether a card draws its ports only while it is used. */
export const useIsCrowded = (): boolean => useContext(DetailContext) === 'crowded';

const PortsContext = createContext(true);
/** Whether a card has ports. Without them it has their places, where React Flow finds the ends of wires. */
export const PortsShown = PortsContext.Provider;
export const useHasPorts = (): boolean => useContext(PortsContext);

/** @param isLarge whether there are so many cards that they are crowded from far away */
export function useDetail(isLarge: boolean): Detail {
  const far = useStore(({ transform }) => transform[2] < FAR_BELOW);
  if (!far) return 'near';
  return isLarge ? 'crowded' : 'far';
}

/** The view is still when it has not moved for this long. */
const STILL_MS = 150;

/**
 * Tells the style sheet the zoom, in steps, while it is far, and whether the view moves. A step restyles
 * every element of every card, so letters grow and shrink with the view while it moves, and have their
 * size on the screen again when it is still.
 */
export const ZoomStep = memo(function ZoomStep() {
  const flow = useStoreApi();
  useEffect(() => {
    let moving = 0;
    let shown: number | null = null;
    const resize = () => {
      const { domNode: box, transform } = flow.getState();
      const step = transform[2] < FAR_BELOW ? steppedZoom(transform[2]) : null;
      if (step === shown || box === null) return;
      shown = step;
      if (step === null) box.style.removeProperty('--far-zoom');
      else box.style.setProperty('--far-zoom', String(step));
    };
    const rest = () => {
      flow.getState().domNode?.removeAttribute('data-moving');
      resize();
    };
    const stop = flow.subscribe(({ transform, domNode }, before) => {
      if (domNode !== before.domNode) resize();
      if (transform === before.transform) return;
      // The size of the first letters, and of those of a card that has just become far.
      if (shown === null) resize();
      // While the view moves, it is one layer of the screen that is moved as a whole and not painted again.
      domNode?.setAttribute('data-moving', '');
      clearTimeout(moving);
      moving = window.setTimeout(rest, STILL_MS);
    });
    resize();
    return () => {
      stop();
      clearTimeout(moving);
    };
  }, [flow]);
  return null;
});
