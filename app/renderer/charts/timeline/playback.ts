/** Plays a schedule: moves the playhead as time passes. */

/** Real time and slower speeds, at which the eye can follow events that last milliseconds. */
export const PLAY_SPEEDS = [1, 0.25, 0.1, 0.025, 0.01, 0.0025, 0.001] as const;

/** Approximate time that playback of one view takes. */
const VIEW_SECONDS = 8;

/** Returns the speed at which a view of this length takes a few seconds. */
export function speedFor(viewNs: number): number {
  const wanted = viewNs / (VIEW_SECONDS * 1e9);
  const distance = (speed: number) => Math.abs(Math.log(speed / wanted));
  return PLAY_SPEEDS.reduce<number>((best, speed) => (distance(speed) < distance(best) ? speed : best), PLAY_SPEEDS[0]);
}

export interface PlaybackHost {
  playhead(): number | null;
  /** The end of the schedule. */
  endNs(): number;
  moveTo(timeNs: number): void;
  changed(playing: boolean): void;
}

/** Longer pauses between frames (for example in a background tab) do not advance playback. */
const LONGEST_FRAME_MS = 100;

export class Playback {
  readonly #host: PlaybackHost;
  #speed = 1;
  #frame = 0;
  #lastMs = 0;

  constructor(host: PlaybackHost) {
    this.#host = host;
  }

  get isPlaying(): boolean {
    return this.#frame !== 0;
  }

  /** 1 is real time. */
  setSpeed(speed: number): void {
    this.#speed = speed;
  }

  /** @param fromNs start time if there is no playhead or it is at the end */
  play(fromNs: number): void {
    if (this.isPlaying) return;
    const at = this.#host.playhead();
    this.#host.moveTo(at === null || at >= this.#host.endNs() ? fromNs : at);
    this.#lastMs = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
    this.#host.changed(true);
  }

  pause(): void {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#host.changed(false);
  }

  readonly #tick = (nowMs: number): void => {
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - this.#lastMs));
    this.#lastMs = nowMs;
    const next = (this.#host.playhead() ?? 0) + elapsedMs * 1e6 * this.#speed;
    this.#frame = requestAnimationFrame(this.#tick);
    this.#host.moveTo(next);
    if (next >= this.#host.endNs()) this.pause();
  };
}
