/**
 * Caches the picture of the strip below the plot, because reading the whole trace takes too long
 * for every frame.
 */
import type { TimeScale } from '../../base/scale.ts';
import type { Frame } from '../../base/surface.ts';
import type { TimeSpan } from '../../base/time.ts';
import { type OverviewInput, overviewPicture, paintWindow } from './paint/overview.ts';

/** While data arrives, the trace is read at most once per this interval. */
const REFRESH_MS = 300;

interface Picture {
  readonly version: number;
  /** Identifies everything that the picture depends on, except the data. */
  readonly look: string;
  readonly takenAt: number;
  readonly image: OffscreenCanvas;
}

export class OverviewStrip {
  #picture: Picture | null = null;

  paint(frame: Frame, input: OverviewInput, scale: TimeScale, view: TimeSpan): void {
    const { source } = input;
    const image = this.#current(frame, input, scale);
    frame.context.drawImage(image, 0, 0, frame.width, frame.height);
    if (source.span.to > source.span.from) paintWindow(frame, scale, view);
  }

  /** Whether the picture lacks data and is old enough to be painted again. */
  isDue(version: number): boolean {
    const known = this.#picture;
    return known === null || (known.version !== version && performance.now() - known.takenAt >= REFRESH_MS);
  }

  /** Called when the look of the lanes changes. */
  age(): void {
    if (this.#picture !== null) this.#picture = { ...this.#picture, version: Number.NaN };
  }

  /** Called when the trace is replaced. */
  forget(): void {
    this.#picture = null;
  }

  #current(frame: Frame, input: OverviewInput, scale: TimeScale): OffscreenCanvas {
    const { width, height, density, theme } = frame;
    const look = [width, height, density, theme.surface, theme.text].join(' ');
    const known = this.#picture;
    const now = performance.now();
    const isRecent = known !== null && (known.version === input.source.version || now - known.takenAt < REFRESH_MS);
    if (known !== null && known.look === look && isRecent) return known.image;
    const image = overviewPicture(frame, input, scale);
    this.#picture = { version: input.source.version, look, takenAt: now, image };
    return image;
  }
}
