/**
 * One digit. A segment is lit while its pin and the common terminal have opposite levels in its
 * direction. Digits that are shown in turn are as bright as their share of the time.
 */
import { DutyMeter } from './duty-meter.ts';
import type { MakePart } from './part.ts';

const TERMINALS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'point'];

export const sevenSegment: MakePart = ({ common }, wires) => {
  const lit = common === 'anode' ? 0 : 1;
  const isTied = !wires.isWired('common');
  const segments = TERMINALS.map(() => ({ meter: new DutyMeter(wires.cycles), on: false }));
  let selected = isTied;
  const update = (cycle: number) => {
    for (const { meter, on } of segments) meter.set(on && selected, cycle);
  };
  TERMINALS.forEach((terminal, index) => {
    const segment = segments[index];
    if (segment === undefined) return;
    wires.watch(terminal, ({ level, output }, cycle) => {
      segment.on = output && level === lit;
      segment.meter.set(segment.on && selected, cycle);
    });
  });
  wires.watch('common', ({ level, output }, cycle) => {
    selected = output && level !== lit;
    update(cycle);
  });
  return { view: () => ({ shows: 'segments', segments: segments.map(({ meter }) => meter.read(wires.cycles)) }) };
};
