/** Three LEDs in one case. */
import { DutyMeter } from './duty-meter.ts';
import type { MakePart } from './part.ts';

export const rgbLed: MakePart = ({ common }, wires) => {
  const lit = common === 'anode' ? 0 : 1;
  const meterOf = (terminal: string) => {
    const meter = new DutyMeter(wires.cycles);
    wires.watch(terminal, ({ level, output }, cycle) => meter.set(output && level === lit, cycle));
    return meter;
  };
  const [red, green, blue] = [meterOf('red'), meterOf('green'), meterOf('blue')];
  return {
    view: () => ({
      shows: 'colour',
      red: red.read(wires.cycles),
      green: green.read(wires.cycles),
      blue: blue.read(wires.cycles),
    }),
  };
};
