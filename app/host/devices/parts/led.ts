/** An LED with a resistor, from its pin to ground. A pull-up alone does not visibly light it. */
import { DutyMeter } from './duty-meter.ts';
import type { MakePart } from './part.ts';

export const led: MakePart = (_part, wires) => {
  const meter = new DutyMeter(wires.cycles);
  wires.watch('anode', ({ level, output }, cycle) => meter.set(output && level === 1, cycle));
  return { view: () => ({ shows: 'light', brightness: meter.read(wires.cycles) }) };
};
