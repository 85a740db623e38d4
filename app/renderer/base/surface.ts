/**
 * A canvas that is sharp on every screen and draws only when something changed: it follows the element's size, the
 * screen's pixel density and the theme, and gathers all requests for a redraw into one animation frame.
 */
import { forgetTextWidths } from './text.ts';
import { readTheme, type Theme, watchTheme } from './theme.ts';

export interface Frame {
  readonly context: CanvasRenderingContext2D;
  /** Size in CSS pixels; the context is already scaled to them. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
  readonly theme: Theme;
}

export interface Surface {
  /** Asks for one redraw in the next animation frame, however often it is called. */
  invalidate(): void;
  size(): { readonly width: number; readonly height: number };
  dispose(): void;
}

/** Largest canvas side, in device pixels, that all browsers take. */
const MAX_SIDE = 16_384;

/**
 * Attaches to a canvas element that fills its parent by CSS.
 *
 * @param draw paints one frame; the canvas is already cleared.
 */
export function attachSurface(canvas: HTMLCanvasElement, draw: (frame: Frame) => void): Surface {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This window has no 2D canvas, so charts cannot be drawn.');
  let theme = readTheme(canvas);
  let [width, height, density] = [0, 0, 1];
  let due = 0;

  const paint = (): void => {
    due = 0;
    if (width === 0 || height === 0) return;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    draw({ context, width, height, density, theme });
  };
  const invalidate = (): void => {
    if (due === 0) due = requestAnimationFrame(paint);
  };
  const measure = (): boolean => {
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    const d = Math.min(window.devicePixelRatio || 1, MAX_SIDE / Math.max(1, w, h));
    if (w === width && h === height && d === density) return false;
    [width, height, density] = [w, h, d];
    canvas.width = Math.max(1, Math.round(w * d));
    canvas.height = Math.max(1, Math.round(h * d));
    return true;
  };
  const follow = (): void => {
    if (!measure()) return;
    // A resized canvas is blank: painting now rather than in the next frame keeps it from flickering.
    cancelAnimationFrame(due);
    paint();
  };

  const observer = new ResizeObserver(follow);
  observer.observe(canvas);
  window.addEventListener('resize', follow);
  const stopTheme = watchTheme(() => {
    theme = readTheme(canvas);
    invalidate();
  });
  // Text drawn before its font arrived is in the wrong one.
  const fontsLoaded = (): void => {
    forgetTextWidths();
    invalidate();
  };
  document.fonts?.addEventListener('loadingdone', fontsLoaded);
  measure();
  // Not at once: the owner is still being put together.
  invalidate();

  return {
    invalidate,
    size: () => ({ width, height }),
    dispose: () => {
      cancelAnimationFrame(due);
      observer.disconnect();
      window.removeEventListener('resize', follow);
      document.fonts?.removeEventListener('loadingdone', fontsLoaded);
      stopTheme();
    },
  };
}
