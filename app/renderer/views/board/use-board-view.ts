/**
 * The wheel, the pointer and the keys move and zoom the drawn board. A control of a part keeps the
 * pointer and its keys for itself.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, type UIEvent, useEffect, useRef } from 'react';
import { pointIn, zoomOf } from '../../base/zoom.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useBoardViewState, type View } from '../../state/window/board-view.ts';
import type { BoardScene, Point, Size } from './board-scene.ts';
import { movedBy, viewOf, zoomedAt } from './zooming.ts';

const STEP = 1.25;
/** How far an arrow key moves the drawing. Unit: px. */
const ARROW = 32;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [ARROW, 0],
  ArrowRight: [-ARROW, 0],
  ArrowUp: [0, ARROW],
  ArrowDown: [0, -ARROW],
};
/** Natural logarithm of the zoom per pixel of the wheel. */
const WHEEL = 0.002;
const CONTROLS = 'button, input, select, .part-knob';

export function useBoardView(panel: RefObject<HTMLElement | null>, scene: BoardScene, size: Size) {
  const { showBoard } = useSession().boardView;
  const view = viewOf(
    useBoardViewState((state) => state.view),
    scene,
    size,
  );
  const latest = useRef(view);
  latest.current = view;
  const drag = useRef<Point | null>(null);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoomBy = (factor: number) => showBoard(zoomedAt(view, factor, middle));
  useWheel(panel, latest, showBoard);
  return {
    view,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    showAll: () => showBoard('all'),
    handlers: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
        const arrow = event.target === event.currentTarget ? ARROWS[event.key] : undefined;
        if (event.key === '+' || event.key === '=') zoomBy(STEP);
        else if (event.key === '-') zoomBy(1 / STEP);
        else if (event.key === '0') showBoard('all');
        else if (arrow !== undefined) showBoard(movedBy(view, ...arrow));
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const isControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
        if (event.button > 1 || (isControl && event.button === 0)) return;
        drag.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
        if (drag.current === null) return;
        const zoom = zoomOf(currentTarget);
        const [dx, dy] = [(clientX - drag.current.x) / zoom, (clientY - drag.current.y) / zoom];
        drag.current = { x: clientX, y: clientY };
        showBoard(movedBy(latest.current, dx, dy));
      },
      onPointerUp: () => {
        drag.current = null;
      },
      onPointerCancel: () => {
        drag.current = null;
      },
      // The browser scrolls to an element that gets the focus. The drawing moves there instead.
      onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => {
        const { scrollLeft, scrollTop } = currentTarget;
        if (scrollLeft === 0 && scrollTop === 0) return;
        currentTarget.scrollTo(0, 0);
        showBoard(movedBy(latest.current, -scrollLeft, -scrollTop));
      },
    },
  };
}

/** The wheel moves the drawing, and zooms it with Ctrl or a pinch, as on the canvas. */
function useWheel(
  panel: RefObject<HTMLElement | null>,
  latest: RefObject<View>,
  showBoard: (view: View) => void,
): void {
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        showBoard(zoomedAt(latest.current, Math.exp(-event.deltaY * WHEEL), pointIn(element, event)));
      } else {
        const [dx, dy] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
        showBoard(movedBy(latest.current, -dx, -dy));
      }
    };
    // React listens to the wheel passively, so its handlers cannot prevent the page's zoom.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [panel, latest, showBoard]);
}
