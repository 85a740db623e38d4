/** A slider over a linear or logarithmic range of whole numbers. */
import { Slider } from 'radix-ui';
import './controls.css';

export type Scale = 'linear' | 'logarithmic';

interface Props {
  readonly label: string;
  readonly valueText: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly scale: Scale;
  readonly onSlide: (value: number) => void;
  readonly onSettle: () => void;
}

/** Steps of the thumb over the whole range; Page Up and Down move ten of them. */
const STEPS = 1000;

export function RangeSlider({ label, valueText, value, min, max, scale, onSlide, onSettle }: Props) {
  return (
    <Slider.Root
      className="slider"
      min={0}
      max={STEPS}
      step={1}
      value={[toStep(value, min, max, scale)]}
      onValueChange={([step]) => {
        if (step !== undefined) onSlide(fromStep(step, min, max, scale));
      }}
      onValueCommit={onSettle}
    >
      <Slider.Track className="slider-track">
        <Slider.Range className="slider-range" />
      </Slider.Track>
      <Slider.Thumb className="slider-thumb" aria-label={label} aria-valuetext={valueText} />
    </Slider.Root>
  );
}

function toStep(value: number, min: number, max: number, scale: Scale): number {
  const clamped = Math.min(max, Math.max(min, value));
  if (max <= min) return 0;
  if (scale === 'linear') return Math.round(((clamped - min) / (max - min)) * STEPS);
  return Math.round((Math.log(clamped / min) / Math.log(max / min)) * STEPS);
}

/** The ends are exact; between them the value has three significant digits, as a hand means it. */
export function fromStep(step: number, min: number, max: number, scale: Scale): number {
  if (step <= 0) return min;
  if (step >= STEPS) return max;
  const share = step / STEPS;
  const raw = scale === 'linear' ? min + share * (max - min) : min * (max / min) ** share;
  return Math.min(max, Math.max(min, Math.round(Number(raw.toPrecision(3)))));
}
