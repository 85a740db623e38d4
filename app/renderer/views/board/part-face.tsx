/** The picture of one part, and the control around it that the user operates. */

import { createElement, type ReactNode, useMemo } from 'react';
import { USUAL_PIXELS } from '../../../../generator/parts/kinds.ts';
import type { LcdView } from '../../../../generator/parts/part-type.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatCount, formatPercent } from '../../base/format.ts';
import { fromShare, toShare } from './control-scale.ts';
import { fontWith } from './lcd-font.ts';
import { PressControl, SwitchControl, TurnControl } from './part-controls.tsx';
import { isQuantity, usePartInput, usePartView } from './part-state.ts';
import { PICTURES } from './pictures.ts';

type Properties = Readonly<Record<string, unknown>>;

/** An element of @wokwi/elements, as a picture. */
export function ElementPicture({ tag, properties }: { readonly tag: string; readonly properties?: Properties }) {
  return createElement(tag, { ...properties, inert: true, 'aria-hidden': true, className: 'part-element' });
}

export function PartFace({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'led':
      return <Led part={part} />;
    case 'rgb-led':
      return <RgbLed part={part} />;
    case 'servo':
      return <Servo part={part} />;
    case 'buzzer':
      return <Buzzer part={part} />;
    case 'seven-segment':
      return <SevenSegment part={part} />;
    case 'lcd':
      return <Lcd part={part} />;
    case 'led-strip':
      return <LedStrip part={part} />;
    default:
      return <Operated part={part} />;
  }
}

interface PartProps {
  readonly part: Part;
}

/** A part that the user only looks at. `state` is what it shows, in words. */
function Shown({ state, children }: { readonly state: string; readonly children: ReactNode }) {
  return (
    <div className="part-face" role="img" aria-label={state}>
      {children}
    </div>
  );
}

function litWords(name: string, share: number): string {
  if (share <= 0) return tr`${name} is dark`;
  return share >= 1 ? tr`${name} is lit` : tr`${name} is lit at ${formatPercent(share)}`;
}

function Led({ part }: PartProps) {
  const brightness = usePartView(part, 'light')?.brightness ?? 0;
  const color = part.color ?? 'red';
  return (
    <Shown state={litWords(part.name, brightness)}>
      <span className="part-glow" data-color={color} style={{ opacity: brightness }} />
      <ElementPicture tag="wokwi-led" properties={{ color, value: brightness > 0, brightness }} />
    </Shown>
  );
}

const DARK = { red: 0, green: 0, blue: 0 };

function RgbLed({ part }: PartProps) {
  const { red, green, blue } = usePartView(part, 'colour') ?? DARK;
  const isDark = red + green + blue === 0;
  const words = isDark
    ? tr`${part.name} is dark`
    : tr`${part.name} is lit: red ${formatPercent(red)}, green ${formatPercent(green)}, blue ${formatPercent(blue)}`;
  return (
    <Shown state={words}>
      <ElementPicture tag="wokwi-rgb-led" properties={{ ledRed: red, ledGreen: green, ledBlue: blue }} />
    </Shown>
  );
}

/** The angle of a servo before its first pulse. */
const CENTRE_DEGREES = 90;

function Servo({ part }: PartProps) {
  const view = usePartView(part, 'angle');
  const degrees = Math.round(view?.degrees ?? CENTRE_DEGREES);
  const driven = view?.driven === true;
  const state = driven ? tr`${part.name} is at ${degrees}°` : tr`${part.name} is at ${degrees}°, not driven`;
  return (
    <Shown state={state}>
      <ElementPicture tag="wokwi-servo" properties={{ angle: degrees, horn: 'double' }} />
    </Shown>
  );
}

function Buzzer({ part }: PartProps) {
  const hertz = usePartView(part, 'tone')?.hertz ?? 0;
  return (
    <Shown
      state={hertz > 0 ? tr`${part.name} sounds at ${formatCount(Math.round(hertz))} Hz` : tr`${part.name} is silent`}
    >
      {/* The element's own note moves for ever. */}
      <ElementPicture tag="wokwi-buzzer" properties={{ hasSignal: false }} />
      {hertz > 0 ? <span className="part-note">♪</span> : null}
    </Shown>
  );
}

const SEGMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'point'] as const;

function SevenSegment({ part }: PartProps) {
  const segments = usePartView(part, 'segments')?.segments ?? [];
  const values = SEGMENTS.map((_, index) => ((segments[index] ?? 0) > LEAST_LIT ? 1 : 0));
  const lit = SEGMENTS.filter((_, index) => values[index] === 1);
  const words = lit.length === 0 ? tr`${part.name} is dark` : tr`${part.name} shows ${lit.join(', ')}`;
  return (
    <Shown state={words}>
      <ElementPicture tag="wokwi-7segment" properties={{ values, digits: 1, color: 'red' }} />
    </Shown>
  );
}

/** A segment below this brightness looks dark. */
const LEAST_LIT = 0.05;

const BLANK: Omit<LcdView, 'shows'> = { on: false, characters: [], glyphs: [], cursor: null, blink: null };
/** How a character that the program has drawn is read. */
const OWN_CHARACTER = '▢';

function Lcd({ part }: PartProps) {
  const { characters, on, glyphs, cursor, blink } = usePartView(part, 'text') ?? BLANK;
  const font = useMemo(() => fontWith(glyphs), [glyphs]);
  const lines = [characters.slice(0, 16), characters.slice(16, 32)].map((line) =>
    line.map(letterOf).join('').trimEnd(),
  );
  const at = cursor ?? blink;
  const words = [
    lines.every((line) => line === '') ? tr`${part.name} is empty` : tr`${part.name} shows “${lines.join(' / ')}”`,
    ...(on || characters.length === 0 ? [] : [tr`the display is off`]),
    ...(at === null ? [] : [tr`cursor in line ${at.row + 1}, column ${at.column + 1}`]),
  ];
  const properties = {
    characters: Uint8Array.from(on ? characters : []),
    font,
    cursor: cursor !== null,
    blink: blink !== null,
    cursorX: at?.column ?? 0,
    cursorY: at?.row ?? 0,
    pins: 'full',
    background: 'green',
  };
  return (
    <Shown state={words.join(', ')}>
      <ElementPicture tag="wokwi-lcd1602" properties={properties} />
    </Shown>
  );
}

function letterOf(code: number): string {
  if (code < 16) return OWN_CHARACTER;
  return code >= 32 && code < 127 ? String.fromCharCode(code) : ' ';
}

const PIXELS_PER_ROW = 16;

function LedStrip({ part }: PartProps) {
  const shown = usePartView(part, 'pixels')?.pixels;
  const pixels = shown ?? Array.from({ length: part.pixels ?? USUAL_PIXELS }, () => 0);
  const lit = pixels.filter((colour) => colour !== 0).length;
  const { width, height } = PICTURES['led-strip'].size;
  const columns = Math.min(PIXELS_PER_ROW, pixels.length);
  const rows = Math.ceil(pixels.length / PIXELS_PER_ROW);
  const pitch = Math.min(width / columns, (height - 2) / rows);
  return (
    <Shown state={tr`${part.name}: ${lit} of ${pixels.length} LEDs are lit`}>
      <svg className="part-element" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect width={width} height={height} rx="4" fill="#20252c" />
        {pixels.map((colour, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a pixel is its place.
            key={index}
            cx={(width - pitch * columns) / 2 + pitch * ((index % PIXELS_PER_ROW) + 0.5)}
            cy={(height - pitch * rows) / 2 + pitch * (Math.floor(index / PIXELS_PER_ROW) + 0.5)}
            r={pitch * 0.38}
            fill={colour === 0 ? '#3a414b' : `#${colour.toString(16).padStart(6, '0')}`}
          />
        ))}
      </svg>
    </Shown>
  );
}

function Operated({ part }: PartProps) {
  const input = usePartInput(part);
  if (input === null) return null;
  const { name } = part;
  const on = input.value > 0;
  switch (input.control.action) {
    case 'press':
      return (
        <PressControl name={name} input={input} className="part-face part-button">
          <ElementPicture tag="wokwi-pushbutton" properties={{ color: 'green', pressed: on }} />
        </PressControl>
      );
    case 'switch':
      return (
        <SwitchControl name={name} input={input} className="part-face part-button">
          <ElementPicture tag="wokwi-slide-switch" properties={{ value: on ? 1 : 0 }} />
        </SwitchControl>
      );
    case 'turn':
      return (
        <TurnControl name={name} input={input} className="part-face part-knob" centre={KNOB_CENTRE}>
          <ElementPicture tag="wokwi-potentiometer" properties={{ value: input.value, ...KNOB_SCALE }} />
        </TurnControl>
      );
    default:
      return <QuantityPicture part={part} />;
  }
}

/** Height of the centre of the knob in the picture. */
const KNOB_CENTRE = 0.42;
const KNOB_SCALE = { min: 0, max: 100, startDegree: -135, endDegree: 135 };

const SLIDER_STEPS = 1000;

/** The picture of a part with a slider below it. */
function QuantityPicture({ part }: PartProps) {
  const { tag } = PICTURES[part.kind];
  return (
    <div className="part-face">
      {tag === null ? (
        <Generator />
      ) : (
        <ElementPicture tag={tag} properties={part.kind === 'light-sensor' ? { ledPower: true } : {}} />
      )}
    </div>
  );
}

/** Sets a quantity of the surroundings: a distance, the light, a rate. */
export function QuantitySlider({ part }: PartProps) {
  const input = usePartInput(part);
  if (input === null || !isQuantity(input.control)) return null;
  const { control, value, set } = input;
  const text = `${formatQuantity(value)}\u00a0${control.unit}`;
  return (
    <input
      type="range"
      className="part-range"
      aria-label={tr`${control.label} of ${part.name}`}
      aria-valuetext={text}
      title={`${control.label}: ${text}`}
      min={0}
      max={SLIDER_STEPS}
      step={1}
      value={Math.round(toShare(control, value) * SLIDER_STEPS)}
      onChange={(event) => set(fromShare(control, Number(event.target.value) / SLIDER_STEPS))}
    />
  );
}

function formatQuantity(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded >= 1000 ? formatCount(rounded) : String(rounded);
}

function Generator() {
  return (
    <svg className="part-element" width="76" height="44" viewBox="0 0 76 44" aria-hidden="true">
      <rect x="0.5" y="0.5" width="75" height="43" rx="5" fill="#2b3440" stroke="#55606f" />
      <rect x="8" y="7" width="60" height="30" rx="2" fill="#0f1a14" />
      <path
        d="M 12 29 V 15 H 22 V 29 H 32 V 15 H 42 V 29 H 52 V 15 H 62 V 29"
        fill="none"
        stroke="#6fe39a"
        strokeWidth="2"
      />
    </svg>
  );
}
