/**
 * The picture of a part on the canvas, with its live state in small. A button, a switch and a knob
 * can be operated there.
 */
import {
  AudioLines,
  CircleDot,
  Fan,
  Grid3x3,
  Lightbulb,
  type LucideIcon,
  Palette,
  Radar,
  Sun,
  Tally5,
  ToggleLeft,
  ToggleRight,
  Type,
  Waves,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import type { LedColor, Part, PartKind } from '../../../../generator/sketch/model.ts';
import { angleOf, pressHandlers, useTurn } from '../board/gestures.ts';
import { type PartInput, useIsDriven, usePartInput, usePartView, voltageOf } from '../board/part-state.ts';

const ICONS: Readonly<Record<Exclude<PartKind, 'potentiometer'>, LucideIcon>> = {
  led: Lightbulb,
  'rgb-led': Palette,
  button: CircleDot,
  'slide-switch': ToggleLeft,
  'light-sensor': Sun,
  servo: Fan,
  buzzer: AudioLines,
  ultrasonic: Radar,
  'seven-segment': Tally5,
  lcd: Type,
  'led-strip': Grid3x3,
  'signal-generator': Waves,
};

/** React Flow neither drags the node nor takes keys from an element with these classes. */
const OPERATED = 'small-icon part-operated nodrag nopan nokey';

export function PartIcon({ part }: { readonly part: Part }) {
  const input = usePartInput(part);
  switch (input?.control.action) {
    case 'press':
      return <SmallButton name={part.name} input={input} />;
    case 'switch':
      return <SmallSwitch name={part.name} input={input} />;
    case 'turn':
      return <SmallKnob name={part.name} input={input} />;
    default:
      return <ShownIcon part={part} />;
  }
}

interface ControlProps {
  readonly name: string;
  readonly input: PartInput;
}

function SmallButton({ name, input }: ControlProps) {
  const driven = useIsDriven();
  return (
    <button
      type="button"
      className={OPERATED}
      aria-pressed={input.value > 0}
      aria-label={`Press ${name}`}
      disabled={!driven}
      {...pressHandlers(input)}
    >
      <CircleDot />
    </button>
  );
}

function SmallSwitch({ name, input }: ControlProps) {
  const on = input.value > 0;
  return (
    <button
      type="button"
      role="switch"
      className={OPERATED}
      aria-checked={on}
      aria-label={`Switch ${name}`}
      onClick={() => input.set(on ? 0 : 1)}
    >
      {on ? <ToggleRight /> : <ToggleLeft />}
    </button>
  );
}

function SmallKnob({ name, input }: ControlProps) {
  return (
    <span className={`${OPERATED} part-small-knob`} {...useTurn(input, 0.5)}>
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path className="knob-scale" d="M 6.2 23.8 A 12.5 12.5 0 1 1 23.8 23.8" />
        <circle className="knob-cap" cx="15" cy="15" r="8.5" />
        <path className="knob-mark" d="M 15 15 V 7.5" transform={`rotate(${angleOf(input.value)} 15 15)`} />
      </svg>
      <input
        type="range"
        className="part-range-hidden"
        aria-label={`Turn ${name}`}
        aria-valuetext={voltageOf(input.value)}
        min={0}
        max={100}
        step={0.1}
        value={input.value}
        onChange={(event) => input.set(Number(event.target.value))}
      />
    </span>
  );
}

const LED_LIGHT: Readonly<Record<LedColor, string>> = {
  red: '#ff6b60',
  orange: '#ffa14a',
  yellow: '#ffd76a',
  green: '#7dea8a',
  blue: '#7fb0ff',
  white: '#ffffff',
};

function ShownIcon({ part }: { readonly part: Part }) {
  const brightness = usePartView(part, 'light')?.brightness ?? 0;
  const mix = usePartView(part, 'colour');
  const degrees = usePartView(part, 'angle')?.degrees;
  const sounds = (usePartView(part, 'tone')?.hertz ?? 0) > 0;
  const Icon = ICONS[part.kind === 'potentiometer' ? 'led' : part.kind];
  const strongest = mix === undefined ? brightness : Math.max(mix.red, mix.green, mix.blue);
  const colour = mix === undefined ? LED_LIGHT[part.color ?? 'red'] : mixed(mix);
  const lit = sounds ? 1 : strongest;
  const style = { '--lit': lit, '--light': sounds ? 'var(--pl-accent)' : colour } as CSSProperties;
  return (
    <span className="small-icon" data-lit={lit > 0} style={style}>
      <Icon style={degrees === undefined ? undefined : { transform: `rotate(${degrees - 90}deg)` }} />
    </span>
  );
}

/** The colour of a mix at full brightness. */
function mixed({ red, green, blue }: { red: number; green: number; blue: number }): string {
  const most = Math.max(red, green, blue, Number.EPSILON);
  const part = (share: number) => Math.round((share / most) * 255);
  return `rgb(${part(red)} ${part(green)} ${part(blue)})`;
}
