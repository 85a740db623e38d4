/** The lanes' styles, fonts and hatches, made once for each theme, pixel density and set of lanes. */
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

  of(lanes: readonly Lane[], { theme, density }: Pick<Frame, 'theme' | 'density'>): Look {
    // Two canvases have a snapshot of the theme each; what they hold is the same until the theme changes.
    const isSame = this.#theme?.canvas === theme.canvas && this.#theme.text === theme.text && this.#density === density;
    if (this.#look && isSame && this.#lanes === lanes) return this.#look;
    [this.#theme, this.#density, this.#lanes] = [theme, density, lanes];
    this.#look = {
      styles: lanes.map((lane) => laneStyle(lane, theme, density)),
      fonts: fontsOf(theme),
      gapStyle: gapPattern(theme, density),
      maskedStyle: budgetPattern(theme, density),
    };
    return this.#look;
  }
}
