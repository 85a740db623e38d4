/**
 * The styles, fonts and hatches of the lanes, created once per theme, pixel density and set of
 * lanes.
 */
import type { Frame } from '../../../base/surface.ts';
import type { Lane } from '../lane.ts';
import { budgetPattern, type Fonts, fontsOf, gapPattern, type LaneStyle, laneStyle } from './style.ts';

export interface Look {
  readonly styles: readonly LaneStyle[];
  readonly fonts: Fonts;
  readonly gapStyle: CanvasPattern | string;
  readonly maskedStyle: CanvasPattern | string;
}

export class LookCache {
  #look: Look | null = null;
  #theme: Frame['theme'] | null = null;
  #density = 0;
  #lanes: readonly Lane[] = [];
  #isPrediction = false;
  /** Keyed by the inputs of a lane's style, because every slider movement creates new lanes. */
  #styles = new Map<string, LaneStyle>();

  of(lanes: readonly Lane[], isPrediction: boolean, { theme, density }: Pick<Frame, 'theme' | 'density'>): Look {
    // Two canvases have separate snapshots of the theme. Their content is equal until the theme
    // changes.
    const isSame = this.#theme?.canvas === theme.canvas && this.#theme.text === theme.text && this.#density === density;
    const isSameKind = this.#isPrediction === isPrediction;
    if (this.#look && isSame && isSameKind && this.#lanes === lanes) return this.#look;
    if (!isSame || !isSameKind) this.#styles.clear();
    [this.#theme, this.#density, this.#lanes, this.#isPrediction] = [theme, density, lanes, isPrediction];
    this.#look = {
      styles: lanes.map((lane) => this.#styleOf(lane, theme, density)),
      fonts: fontsOf(theme),
      gapStyle: gapPattern(theme, density),
      maskedStyle: budgetPattern(theme, density),
    };
    return this.#look;
  }

  #styleOf(lane: Lane, theme: Frame['theme'], density: number): LaneStyle {
    const key = `${lane.colour} ${lane.pattern}`;
    const style = this.#styles.get(key) ?? laneStyle(lane, theme, density, this.#isPrediction);
    this.#styles.set(key, style);
    return style;
  }
}
