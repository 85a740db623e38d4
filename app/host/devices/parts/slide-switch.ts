/** A switch that connects its pin to ground (0) or to the supply (1). */
import type { MakePart } from './part.ts';

export const slideSwitch: MakePart = (_part, wires, value) => {
  const setValue = (position: number) => wires.driveLevel('common', position > 0 ? 1 : 0);
  setValue(value);
  return { setValue };
};
