/** The strip below the plot, kept as a picture: reading the whole trace for it is too much for every frame. */
import type { TimeScale } from '../../base/scale.ts';
import type { Frame } from '../../base/surface.ts';
import type { TimeSpan } from '../../base/time.ts';
import { type OverviewInput, overviewPicture, paintWindow } from './paint/overview.ts';

/** The trace is read anew at most this often while data comes in. */
const REFRESH_MS = 300;

interface Picture {
  readonly version: number;
  /** All but the data that it depends on. */
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

  /** Whether the picture shows less than there is, and is old enough to be taken anew. */
  isDue(version: number): boolean {
    const known = this.#picture;
    return known === null || (known.version !== version && performance.now() - known.takenAt >= REFRESH_MS);
  }

  /** The lanes look different. */
  age(): void {
    if (this.#picture !== null) this.#picture = { ...this.#picture, version: Number.NaN };
  }

  /** The trace is another. */
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
