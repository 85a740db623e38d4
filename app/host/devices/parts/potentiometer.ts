/** A potentiometer between ground and the supply. Its value is a percentage of the supply. */
import type { MakePart } from './part.ts';

export const potentiometer: MakePart = (_part, wires, value) => {
  const setValue = (percent: number) =>
    wires.drive('wiper', { kind: 'analog', millivolts: (percent / 100) * wires.supplyMillivolts });
  setValue(value);
  return { setValue };
};
