/** A part that the user can operate. */
import { Slider } from 'radix-ui';
import { useEffect, useState } from 'react';
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { formatPercent } from '../../base/format.ts';
import { usePin, usePins } from '../../state/run/pins.ts';
import { useSession } from '../../state/session/use-session.ts';
import { PART_ICONS } from '../canvas/small-nodes.tsx';

interface Props {
  readonly part: Part;
  readonly live: boolean;
}

export function PartPanel({ part, live }: Props) {
  const { select } = useSession().selection;
  const Icon = PART_ICONS[part.kind];
  const pin = Object.values(part.pins)[0];
  return (
    <div className="part" data-testid={`part-${part.name}`}>
      <button
        type="button"
        className="part-head"
        title={`${PART_TYPES[part.kind].label} ${part.name}`}
        onClick={() => select([{ kind: 'parts', name: part.name }])}
      >
        <Icon />
        <span>{part.name}</span>
      </button>
      {pin === undefined ? (
        <p className="group-note">Not wired yet.</p>
      ) : (
        <PartFace part={part} pin={pin} live={live} />
      )}
    </div>
  );
}

function PartFace({ part, pin, live }: Props & { readonly pin: string }) {
  switch (part.kind) {
    case 'led':
      return <Led name={part.name} pin={pin} />;
    case 'button':
      return <PushButton name={part.name} pin={pin} live={live} />;
    case 'potentiometer':
      return <Potentiometer name={part.name} pin={pin} />;
    default:
      return <Signal pin={pin} />;
  }
}

function Led({ name, pin }: { readonly name: string; readonly pin: string }) {
  const duty = usePin(pin)?.duty ?? 0;
  return (
    <span
      className="led"
      role="img"
      aria-label={`${name} is ${duty === 0 ? 'dark' : duty === 1 ? 'lit' : `lit at ${formatPercent(duty)}`}`}
      data-lit={duty > 0}
      style={{ '--lit': duty } as React.CSSProperties}
    />
  );
}

/**
 * Connected between the pin and ground, with the pin's pull-up. A pressed button gives a low level.
 */
function PushButton({ name, pin, live }: { readonly name: string; readonly pin: string; readonly live: boolean }) {
  const { setPin } = useSession().run;
  const [pressed, setPressed] = useState(false);
  const press = (down: boolean) => {
    if (down === pressed) return;
    setPressed(down);
    setPin(pin, down ? { kind: 'digital', level: 0 } : { kind: 'floating' });
  };
  return (
    <button
      type="button"
      className="push"
      aria-pressed={pressed}
      aria-label={`Press ${name}`}
      disabled={!live}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        press(true);
      }}
      onPointerUp={() => press(false)}
      onPointerCancel={() => press(false)}
      onKeyDown={(event) => (event.key === ' ' || event.key === 'Enter' ? press(true) : undefined)}
      onKeyUp={() => press(false)}
      onBlur={() => press(false)}
    />
  );
}

const SUPPLY_MV = 5000;

function Potentiometer({ name, pin }: { readonly name: string; readonly pin: string }) {
  const { pins, run } = useSession();
  const { setPin } = run;
  const input = usePins(({ inputs }) => inputs.get(pin));
  const millivolts = input?.kind === 'analog' ? input.millivolts : 0;
  // A potentiometer always has a voltage, so the pin is set as soon as the part exists.
  useEffect(() => {
    if (pins.store.getState().inputs.get(pin)?.kind !== 'analog') setPin(pin, { kind: 'analog', millivolts: 0 });
  }, [pins, setPin, pin]);
  return (
    <div className="pot">
      <Slider.Root
        className="slider"
        min={0}
        max={SUPPLY_MV}
        step={10}
        value={[millivolts]}
        onValueChange={([next]) => (next === undefined ? undefined : setPin(pin, { kind: 'analog', millivolts: next }))}
      >
        <Slider.Track className="slider-track">
          <Slider.Range className="slider-range" />
        </Slider.Track>
        <Slider.Thumb className="slider-thumb" aria-label={`Turn ${name}`} aria-valuetext={`${millivolts} mV`} />
      </Slider.Root>
      <output className="figures">{(millivolts / 1000).toFixed(2)} V</output>
    </div>
  );
}

function Signal({ pin }: { readonly pin: string }) {
  const duty = usePin(pin)?.duty;
  return <output className="part-signal figures">{duty === undefined ? '–' : formatPercent(duty)}</output>;
}
