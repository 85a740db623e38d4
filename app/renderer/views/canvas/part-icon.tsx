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
import { angleOf } from '../board/gestures.ts';
import { PressControl, SwitchControl, TurnControl } from '../board/part-controls.tsx';
import { usePartInput, usePartView } from '../board/part-state.ts';

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
  const { name } = part;
  switch (input?.control.action) {
    case 'press':
      return (
        <PressControl name={name} input={input} className={OPERATED}>
          <CircleDot />
        </PressControl>
      );
    case 'switch':
      return (
        <SwitchControl name={name} input={input} className={OPERATED}>
          {input.value > 0 ? <ToggleRight /> : <ToggleLeft />}
        </SwitchControl>
      );
    case 'turn':
      return (
        <TurnControl name={name} input={input} className={`${OPERATED} part-small-knob`} centre={0.5}>
          <svg viewBox="0 0 30 30" aria-hidden="true">
            <path className="knob-scale" d="M 6.2 23.8 A 12.5 12.5 0 1 1 23.8 23.8" />
            <circle className="knob-cap" cx="15" cy="15" r="8.5" />
            <path className="knob-mark" d="M 15 15 V 7.5" transform={`rotate(${angleOf(input.value)} 15 15)`} />
          </svg>
        </TurnControl>
      );
    default:
      return <ShownIcon part={part} />;
  }
}

export const LED_LIGHT: Readonly<Record<LedColor, string>> = {
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
