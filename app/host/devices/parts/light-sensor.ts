/**
 * A photoresistor from the supply to the pin and 10 kΩ from the pin to ground. The photoresistor has
 * 10 kΩ at 100 lx, and a tenth of the resistance at 27 times the light (γ = 0.7, as a GL5528).
 */
import type { MakePart } from './part.ts';

const LUX_AT_HALF = 100;
const GAMMA = 0.7;

export const lightSensor: MakePart = (_part, wires, value) => {
  const setValue = (lux: number) => {
    const resistance = (LUX_AT_HALF / lux) ** GAMMA;
    wires.drive('signal', { kind: 'analog', millivolts: wires.supplyMillivolts / (1 + resistance) });
  };
  setValue(value);
  return { setValue };
};
