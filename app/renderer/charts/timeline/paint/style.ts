/**
 * The shades, hatches and fonts of one lane, derived from its colour once per theme and pixel
 * density.
 */
import { luminance, mix, withAlpha } from '../../../base/colour.ts';
import type { Pattern } from '../../../base/palette.ts';
import type { Theme } from '../../../base/theme.ts';
import type { Lane } from '../lane.ts';

export interface LaneStyle {
  readonly fill: string;
  readonly edge: string;
  /**
   * Dash pattern of the edge in CSS pixels. Empty for a solid line. Boxes of a prediction are
   * dashed and pale.
   */
  readonly dash: readonly number[];
  /** Text on the fill. */
  readonly ink: string;
  readonly faint: string;
  readonly outline: string;
  readonly waiting: CanvasPattern | string;
  readonly preempted: CanvasPattern | string;
  readonly blocked: CanvasPattern | string;
  /** Hatching while the task's budget is exhausted. */
  readonly heldBack: CanvasPattern | string;
  /** Pattern over the fill, from the ninth task on. Null for a solid fill. */
  readonly overlay: CanvasPattern | null;
}

export interface Fonts {
  readonly axis: string;
  readonly small: string;
  readonly label: string;
  /** Style of the label that marks a prediction. */
  readonly sign: string;
}

/**
 * Side of a hatch tile in CSS pixels. All hatches have this period, so one phase keeps them still
 * while panning.
 */
export const TILE_PX = 6;

export function fontsOf(theme: Theme): Fonts {
  return {
    axis: `11px ${theme.mono}`,
    small: `500 10px ${theme.mono}`,
    label: `12px ${theme.font}`,
    sign: `500 11px ${theme.font}`,
  };
}

const PREDICTED_DASH = [4, 2];
const MEASURED_DASH: readonly number[] = [];
/** Opacity of a task's colour in a predicted box. */
const PREDICTED_FILL = 0.24;

export function laneStyle(lane: Lane, theme: Theme, density: number, isPrediction: boolean): LaneStyle {
  const fill = theme.resolve(lane.colour);
  const dark = luminance(fill) > 0.2;
  const ink = isPrediction ? theme.text : dark ? '#0b0d11' : '#ffffff';
  const tile = (ground: number, mark: number, draw: Mark): CanvasPattern | string =>
    makeTile(withAlpha(fill, ground), withAlpha(fill, mark), draw, density) ?? withAlpha(fill, ground);
  return {
    fill: isPrediction ? mix(theme.canvas, fill, PREDICTED_FILL) : fill,
    edge: isPrediction ? fill : mix(fill, '#000000', 0.42),
    dash: isPrediction ? PREDICTED_DASH : MEASURED_DASH,
    ink,
    faint: withAlpha(fill, 0.36),
    outline: withAlpha(fill, 0.85),
    waiting: tile(0.1, 0.42, diagonal(0.8)),
    preempted: tile(0.26, 0.85, diagonal(1.5)),
    blocked: tile(0.16, 0.95, dots),
    heldBack: budgetPattern(theme, density),
    overlay: overlayFor(lane.pattern, ink, density),
  };
}

/** Hatching for spans without data. */
export function gapPattern(theme: Theme, density: number): CanvasPattern | string {
  return (
    makeTile(withAlpha(theme.textFaint, 0.1), withAlpha(theme.textFaint, 0.5), diagonal(1), density) ?? theme.lineStrong
  );
}

/** Hatching for jobs that wait until a budget is replenished. */
export function budgetPattern(theme: Theme, density: number): CanvasPattern | string {
  const { budget } = theme;
  return makeTile(withAlpha(budget, 0.14), withAlpha(budget, 0.8), diagonal(1.2), density) ?? withAlpha(budget, 0.4);
}

type Mark = (context: OffscreenCanvasRenderingContext2D, size: number) => void;

function makeTile(ground: string | null, mark: string, draw: Mark, density: number): CanvasPattern | null {
  const size = Math.max(4, Math.round(TILE_PX * density));
  const context = new OffscreenCanvas(size, size).getContext('2d');
  if (!context) return null;
  if (ground !== null) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size, size);
  }
  context.fillStyle = mark;
  context.strokeStyle = mark;
  draw(context, size);
  const pattern = context.createPattern(context.canvas, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(TILE_PX / size));
  return pattern;
}

function diagonal(widthPx: number): Mark {
  return (context, size) => {
    context.lineWidth = (widthPx * size) / TILE_PX;
    context.beginPath();
    for (const shift of [-size, 0, size]) {
      context.moveTo(shift - 1, size + 1);
      context.lineTo(shift + size + 1, -1);
    }
    context.stroke();
  };
}

function dots(context: OffscreenCanvasRenderingContext2D, size: number): void {
  context.beginPath();
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.75],
  ] as const) {
    context.moveTo(x * size, y * size);
    context.arc(x * size, y * size, size * 0.15, 0, 2 * Math.PI);
  }
  context.fill();
}

function bars(context: OffscreenCanvasRenderingContext2D, size: number): void {
  context.fillRect(0, 0, size / 3, size);
}

function checks(context: OffscreenCanvasRenderingContext2D, size: number): void {
  context.fillRect(0, 0, size / 2, size / 2);
  context.fillRect(size / 2, size / 2, size / 2, size / 2);
}

const MARKS: Readonly<Record<Exclude<Pattern, 'solid'>, Mark>> = { stripes: diagonal(1.6), dots, bars, checks };

function overlayFor(pattern: Pattern, ink: string, density: number): CanvasPattern | null {
  return pattern === 'solid' ? null : makeTile(null, withAlpha(ink, 0.38), MARKS[pattern], density);
}

/** A task's pattern on a ground, for a canvas whose unit is a pixel of the screen. */
export function patternedFill(ground: string, pattern: Pattern, ink: string, density: number): CanvasPattern | string {
  if (pattern === 'solid') return ground;
  const tile = makeTile(ground, withAlpha(ink, 0.45), MARKS[pattern], density);
  tile?.setTransform(new DOMMatrix());
  return tile ?? ground;
}

/** Moves a hatch so that it is fixed to the time axis and not to the screen. */
export function holdPhase(style: CanvasPattern | string | null, phasePx: number): void {
  if (typeof style === 'string' || style === null) return;
  style.setTransform(new DOMMatrix().translate(phasePx, 0).scale(tileScale()));
}

/** Tiles are created at the screen's density and drawn at CSS size. */
function tileScale(): number {
  const density = window.devicePixelRatio || 1;
  return TILE_PX / Math.max(4, Math.round(TILE_PX * density));
}
