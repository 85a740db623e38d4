/** A part beside the drawn board: its picture, its name, and its wiring while it has none. */

import type { CSSProperties } from 'react';
import { PART_TYPES, pinOf } from '../../../../generator/parts/kinds.ts';
import type { Terminal } from '../../../../generator/parts/part-type.ts';
import { isAble } from '../../../../generator/parts/wire.ts';
import type { Board } from '../../../../generator/platform/board.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useSelectedElement } from '../../state/sketch/selection.ts';
import { wiringWords } from '../controls/words.ts';
import type { PartPlace } from './board-scene.ts';
import { PartFace, QuantitySlider } from './part-face.tsx';
import { PICTURES } from './pictures.ts';

interface Props {
  readonly part: Part;
  readonly place: PartPlace;
  readonly board: Board;
}

export function DrawnPart({ part, place, board }: Props) {
  const { select } = useSession().selection;
  const selected = useSelectedElement();
  const { size, zoom } = PICTURES[part.kind];
  const { picture } = place;
  const { label } = PART_TYPES[part.kind];
  const pins = Object.values(part.pins);
  const wiring = wiringWords(pins);
  const isSelected = selected?.kind === 'parts' && selected.name === part.name;
  return (
    <section
      className="drawn-part"
      data-testid={`part-${part.name}`}
      data-wired={pins.length > 0}
      data-selected={isSelected}
      style={
        {
          left: place.x,
          top: place.y,
          width: place.width,
          '--picture-width': `${picture.width}px`,
          '--picture-height': `${picture.height}px`,
        } as CSSProperties
      }
      aria-label={`${label} ${part.name}, ${wiring}`}
    >
      <button
        type="button"
        className="drawn-name"
        title={`${label} ${part.name}: ${wiring}`}
        onClick={() => select([{ kind: 'parts', name: part.name }])}
      >
        <span>{part.name}</span>
      </button>
      <QuantitySlider part={part} />
      <Loose part={part} board={board} />
      <div
        className="drawn-picture"
        style={{ left: picture.x - place.x, top: picture.y - place.y, width: picture.width, height: picture.height }}
      >
        <div style={{ width: size.width, height: size.height, transform: `scale(${zoom})`, transformOrigin: '0 0' }}>
          <PartFace part={part} />
        </div>
      </div>
    </section>
  );
}

/** Offers pins for the first terminal that needs a wire and has none. */
function Loose({ part, board }: Pick<Props, 'part' | 'board'>) {
  const { edit } = useSession().document;
  const used = useSketch((sketch) => sketch.parts.flatMap(({ pins }) => Object.values(pins)).join(' ')).split(' ');
  const terminal = firstLoose(part);
  if (terminal === undefined) return null;
  const fitting = board.pins.filter((pin) => isAble(pin, terminal.needs));
  const wire = (pin: string) =>
    edit(tr`Change wiring`, (sketch) =>
      updateElement(sketch, 'parts', part.name, { pins: { ...part.pins, [terminal.id]: pin } }),
    );
  return (
    <select
      className="drawn-wire-to"
      aria-label={tr`Wire ${terminal.label.toLowerCase()} of ${part.name} to a pin`}
      title={tr`${part.name}: ${terminal.label} is not wired yet`}
      value=""
      onChange={(event) => wire(event.target.value)}
    >
      <option value="" disabled>{tr`Not wired yet: wire ${terminal.label.toLowerCase()}…`}</option>
      {fitting.map(({ name, pwm }) => (
        <option key={name} value={name}>
          {pinWords(pwm ? `${name} ~` : name, used.includes(name))}
        </option>
      ))}
    </select>
  );
}

const pinWords = (pin: string, isUsed: boolean): string => (isUsed ? tr`Pin ${pin} (in use)` : tr`Pin ${pin}`);

function firstLoose(part: Part): Terminal | undefined {
  const { terminals } = PART_TYPES[part.kind];
  return terminals.find(({ id, unwired }) => unwired === null && pinOf(part, id) === undefined);
}
