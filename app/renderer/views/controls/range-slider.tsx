/**
 * A slider over a linear or logarithmic range of whole numbers, with a mark at the limit of the
 * value. With Shift, the pointer and the arrow keys move it ten times as finely.
 */
import { Slider } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { fineValue, nextValue, type Scale, STEPS, toStep, valueAt } from './slider-scale.ts';
import './controls.css';
import './menus-and-dialogs.css';

export interface SliderMark {
  readonly at: number;
  /** The side of the mark on which values are outside the limit. */
  readonly beyond: 'below' | 'above';
  /** True while the mark is outdated. */
  readonly stale: boolean;
}

export interface SliderOptions {
  readonly min: number;
  readonly max: number;
  readonly scale: Scale;
  /** For a logarithmic range from 0: the smallest value above 0. */
  readonly least?: number | undefined;
  readonly mark?: SliderMark | null;
  /** Called while the thumb moves. All changes until `onSettle` are one step of undo. */
  readonly onSlide: (value: number) => void;
  /** Called when the thumb is released. */
  readonly onSettle: () => void;
}

interface Props extends SliderOptions {
  readonly label: string;
  readonly valueText: string;
  readonly value: number;
}

/** Keys that move the thumb by one step. */
const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/**
 * Width of the thumb, which stays inside the track. The same value as in controls.css. Unit: px.
 */
const THUMB = 14;

export function RangeSlider({ label, valueText, value, min, max, scale, least, mark, onSlide, onSettle }: Props) {
  const dragged = useRef(false);
  const shown = mark != null && mark.at >= min && mark.at <= max ? mark : null;
  const range = { min, max, scale, least };
  const markStep = shown === null ? 0 : toStep(shown.at, range);
  const drag = (now: boolean) => (event: PointerEvent) => {
    dragged.current = now;
    followShift(event);
  };
  /** The step of the pointer and the value when Shift was pressed during the drag. */
  const fine = useRef<{ readonly step: number | null; readonly value: number } | null>(null);
  const followShift = ({ shiftKey }: PointerEvent) => {
    if (!shiftKey || !dragged.current) fine.current = null;
    else fine.current ??= { step: null, value };
  };
  const slide = (step: number) => {
    const mark = shown?.at ?? null;
    if (fine.current === null) {
      onSlide(dragged.current ? valueAt(step, range, mark, true) : nextValue(value, step, range, mark));
      return;
    }
    const { step: first, value: from } = fine.current;
    if (first === null) fine.current = { step, value: from };
    else onSlide(fineValue(from, step - first, range));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = STEP_KEYS[event.key];
    if (!event.shiftKey || direction === undefined) return;
    event.preventDefault();
    onSlide(fineValue(value, direction, range));
    onSettle();
  };
  return (
    <Slider.Root
      className="slider"
      min={0}
      max={STEPS}
      step={1}
      value={[toStep(value, range)]}
      onKeyDown={onKeyDown}
      onPointerDown={drag(true)}
      onPointerMove={followShift}
      onPointerUp={drag(false)}
      onLostPointerCapture={drag(false)}
      onValueChange={([step]) => {
        if (step !== undefined) slide(step);
      }}
      onValueCommit={onSettle}
    >
      <Slider.Track className="slider-track">
        <Slider.Range className="slider-range" />
        {shown === null ? null : <Beyond mark={shown} share={markStep / STEPS} />}
      </Slider.Track>
      {shown === null ? null : (
        <span className="slider-mark" data-stale={shown.stale} style={{ left: placeOf(markStep / STEPS) }} />
      )}
      <Slider.Thumb className="slider-thumb" aria-label={label} aria-valuetext={valueText} />
    </Slider.Root>
  );
}

/** Returns the position of the thumb's centre for a share of the range. */
const placeOf = (share: number): string => `calc(${share * 100}% + ${(0.5 - share) * THUMB}px)`;

function Beyond({ mark, share }: { readonly mark: SliderMark; readonly share: number }) {
  const end = mark.beyond === 'above' ? { left: placeOf(share), right: 0 } : { left: 0, width: placeOf(share) };
  return <span className="slider-beyond" data-stale={mark.stale} style={end} />;
}
