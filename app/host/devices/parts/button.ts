/** A push button between its pin and ground, with a pull-up resistor that keeps the pin high. */
import type { MakePart } from './part.ts';

export const button: MakePart = (_part, wires, value) => {
  const setValue = (pressed: number) => wires.driveLevel('a', pressed > 0 ? 0 : 1);
  setValue(value);
  return { setValue };
};
