/**
 * Semantic zoom: letters keep their size on the screen while a card is drawn smaller than in full
 * size. Below full size, words that do not fit beside a figure are left out. From far away, a card
 * shows only its name, its state and its bar. Details return as one zooms in.
 */
import { useStore, useStoreApi } from '@xyflow/react';
import { createContext, memo, useContext, useEffect } from 'react';
import { PROJECTOR_ZOOM } from '../../base/zoom.ts';
import { useLayout } from '../../state/window/layout.ts';

/** Steps of the size of letters per doubling of the zoom while a card has its details. */
const NEAR_STEPS = 24;

/** Below this zoom, a card has no space for details in readable letters. It is a step. */
export const FAR_BELOW = 2 ** (-10 / NEAR_STEPS);

/** Below this zoom, letters are larger in the drawing, so that they keep their size on the screen. */
const SMALL_BELOW = 1;

/** The same from far away, where there are more cards, so that a small zoom does not restyle all of them. */
const STEPS = 6;

/** The largest step at or below a zoom: letters sized for it are never smaller than wanted. */
export function steppedZoom(zoom: number): number {
  const steps = zoom < FAR_BELOW ? STEPS : NEAR_STEPS;
  return 2 ** (Math.floor(Math.log2(zoom) * steps + 1e-9) / steps);
}

/**
 * The zoom for which letters are sized. Null in full size.
 *
 * @param projector whether letters are larger by the factor of projector view, as far as a card has space
 */
export function letterZoom(zoom: number, projector: boolean): number | null {
  if (zoom < FAR_BELOW || !projector) return zoom < SMALL_BELOW ? steppedZoom(zoom) : null;
  const wanted = zoom / PROJECTOR_ZOOM;
  if (wanted >= SMALL_BELOW) return null;
  // A step more, because the usual letters can be larger than wanted by up to a step.
  return Math.max(FAR_BELOW, steppedZoom(Math.max(wanted, FAR_BELOW)) / 2 ** (1 / NEAR_STEPS));
}

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
 * Tells the style sheet the zoom, in steps, below full size, and whether the view moves. A step restyles
 * every element of every card, so letters grow and shrink with the view while it moves, and have their
 * size on the screen again when it is still.
 */
export const ZoomStep = memo(function ZoomStep() {
  const flow = useStoreApi();
  const projector = useLayout((layout) => layout.projector);
  useEffect(() => {
    let moving = 0;
    /** Undefined before the first size. */
    let shown: number | null | undefined;
    const resize = () => {
      const { domNode: box, transform } = flow.getState();
      const step = letterZoom(transform[2], projector);
      if (step === shown || box === null) return;
      shown = step;
      box.toggleAttribute('data-small', step !== null);
      if (step === null) box.style.removeProperty('--step-zoom');
      else box.style.setProperty('--step-zoom', String(step));
    };
    const rest = () => {
      flow.getState().domNode?.removeAttribute('data-moving');
      resize();
    };
    const stop = flow.subscribe(({ transform, domNode }, before) => {
      if (domNode !== before.domNode) resize();
      if (transform === before.transform) return;
      // The size of the first letters, and of those of a card that has just become far.
      if (shown == null) resize();
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
  }, [flow, projector]);
  return null;
});
