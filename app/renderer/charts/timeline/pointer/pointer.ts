/** The pointer of a timeline: what is below it, and what is at the instant under the pointer of another chart. */
import { type TimeScale, toNs, toPx } from '../../../base/scale.ts';
import type { TimeLink } from '../following/time-link.ts';
import { AXIS_HEIGHT, LABEL_WIDTH } from '../lane.ts';
import type { TimelineData } from '../timeline-owner.ts';
import { hitAt, type JobHit } from './hit.ts';
import { type PlotPlace, type PointerReadout, readPointer } from './pointer-readout.ts';

/** A place in the plot. Unit: CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Pointed {
  data(): TimelineData;
  plot(): PlotPlace;
  /** The pointer moved or left, or the content under it changed. */
  pointed(readout: PointerReadout | null): void;
}

export class TimelinePointer {
  readonly #pointed: Pointed;
  readonly #link: TimeLink;
  #point: Point | null = null;
  #isPointed = false;

  constructor(link: TimeLink, pointed: Pointed) {
    this.#link = link;
    this.#pointed = pointed;
  }

  /** False if nothing changed, because the pointer has left already. */
  moveTo(point: Point | null): boolean {
    if (point === null && this.#point === null) return false;
    this.#point = point;
    this.#link.point(point === null ? null : toNs(this.#pointed.plot().scale, point.x));
    this.read();
    return true;
  }

  /** Reports what is at the pointer of this chart or of another. */
  read(): void {
    const point = this.#point ?? this.#linkedPoint();
    if (point === null) {
      if (this.#isPointed) this.#pointed.pointed(null);
      this.#isPointed = false;
      return;
    }
    this.#isPointed = true;
    this.#pointed.pointed(readPointer(this.#pointed.data(), this.#pointed.plot(), point.x, point.y));
  }

  /** The lane at a place, and its job there, if it has one. */
  hit({ x, y }: Point): JobHit | null {
    const { source, lanes } = this.#pointed.data();
    const { scale, layout, scrollTop } = this.#pointed.plot();
    if (y < AXIS_HEIGHT) return null;
    return hitAt(source, lanes, layout, toNs(scale, x), y - AXIS_HEIGHT + scrollTop);
  }

  /** What the pointer of this chart is over. */
  hovered(): JobHit | null {
    return this.#point === null ? null : this.hit(this.#point);
  }

  /** The time under the pointer of this chart or of another. Unit: ns. */
  instant(scale: TimeScale): number | null {
    return this.#point === null ? this.#link.instant : toNs(scale, this.#point.x);
  }

  /** A point on the axis. */
  #linkedPoint(): Point | null {
    const { instant } = this.#link;
    if (instant === null) return null;
    const { scale, width } = this.#pointed.plot();
    const x = toPx(scale, instant);
    return x < LABEL_WIDTH || x > width ? null : { x, y: 0 };
  }
}
