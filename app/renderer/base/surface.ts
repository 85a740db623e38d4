/**
 * A canvas that is sharp on every screen and redraws only after a change. It follows the size of
 * its element, the screen's pixel density and the theme, and combines all redraw requests into one
 * animation frame.
 */
import { forgetTextWidths } from './text.ts';
import { readTheme, type Theme, watchTheme } from './theme.ts';
import { zoomOf } from './zoom.ts';

export interface Frame {
  readonly context: CanvasRenderingContext2D;
  /** Size in CSS pixels. The context is already scaled to CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
  readonly theme: Theme;
}

export interface Surface {
  /** Requests one redraw in the next animation frame, no matter how often it is called. */
  invalidate(): void;
  size(): { readonly width: number; readonly height: number };
  dispose(): void;
}

/** Largest side of a canvas that all browsers support. Unit: device pixels. */
const MAX_SIDE = 16_384;

/**
 * Attaches to a canvas element that fills its parent by CSS.
 *
 * @param draw paints one frame. The canvas is already cleared.
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
    const d = Math.min((window.devicePixelRatio || 1) * zoomOf(canvas), MAX_SIDE / Math.max(1, w, h));
    if (w === width && h === height && d === density) return false;
    [width, height, density] = [w, h, d];
    canvas.width = Math.max(1, Math.round(w * d));
    canvas.height = Math.max(1, Math.round(h * d));
    return true;
  };
  const follow = (): void => {
    if (!measure()) return;
    // A resized canvas is blank. Painting immediately instead of in the next frame prevents
    // flicker.
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
  // Redraws once fonts are loaded, because text drawn earlier used a fallback font.
  const fontsLoaded = (): void => {
    forgetTextWidths();
    invalidate();
  };
  document.fonts?.addEventListener('loadingdone', fontsLoaded);
  measure();
  // The first draw is delayed, because the owner is still being constructed.
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
