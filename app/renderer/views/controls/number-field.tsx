/** Fields for whole numbers and times: text with units, optionally with a slider. */

import type { ReactNode } from 'react';
import type { TimeUnit } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { RangeSlider, type SliderOptions } from './range-slider.tsx';
import { type Parsed, TextField } from './text-field.tsx';
import { parseTime, showTime, unitFor } from './time-text.ts';

interface TimeFieldProps {
  readonly label: string;
  readonly symbol?: string;
  readonly us: number;
  readonly unit: TimeUnit;
  readonly minUs?: number;
  readonly maxUs?: number;
  readonly onCommit: (us: number) => void;
  readonly slider?: SliderOptions;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function TimeField({
  label,
  symbol,
  us,
  unit,
  minUs = 0,
  maxUs,
  onCommit,
  slider,
  hint,
  disabled,
}: TimeFieldProps) {
  const parse = (text: string): Parsed<number> => {
    const parsed = parseTime(text, unitFor(us, unit));
    if (!parsed.ok) return parsed;
    if (parsed.us < minUs) return { ok: false, message: tr`At least ${showTime(minUs, unit)}.` };
    if (maxUs !== undefined && parsed.us > maxUs) return { ok: false, message: tr`At most ${showTime(maxUs, unit)}.` };
    return { ok: true, value: parsed.us };
  };
  return (
    <TextField
      label={label}
      symbol={symbol}
      text={showTime(us, unit)}
      parse={parse}
      onCommit={onCommit}
      hint={hint}
      disabled={disabled}
      figures
      below={
        slider === undefined ? null : (
          <RangeSlider label={tr`${label} slider`} valueText={showTime(us, unit)} value={us} {...slider} />
        )
      }
    />
  );
}

interface IntegerFieldProps {
  readonly label: string;
  readonly symbol?: string;
  /** Null is shown as an empty field with the placeholder. An emptied field gives null. */
  readonly value: number | null;
  readonly optional?: boolean;
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly onCommit: (value: number | null) => void;
}

export function IntegerField(props: IntegerFieldProps) {
  const { label, symbol, value, optional, min, max, unit, placeholder, hint, onCommit } = props;
  const parse = (text: string): Parsed<number | null> => {
    const bare = text.replace(unit === undefined ? '' : new RegExp(`\\s*${unit}$`, 'i'), '').trim();
    if (bare === '' && optional) return { ok: true, value: null };
    if (!/^[0-9]+$/.test(bare)) return { ok: false, message: tr`Write a whole number.` };
    const number = Number(bare);
    if (number < min || number > max) return { ok: false, message: tr`Between ${min} and ${max}.` };
    return { ok: true, value: number };
  };
  const suffix = unit === undefined ? '' : `\u00a0${unit}`;
  return (
    <TextField
      label={label}
      symbol={symbol}
      text={value === null ? '' : `${value}${suffix}`}
      parse={parse}
      onCommit={onCommit}
      placeholder={placeholder}
      hint={hint}
      figures
    />
  );
}
