/**
 * An HC-SR04. After a trigger pulse it sends a burst of ultrasound. Then its echo output is high for
 * the time that the sound needs to the object and back. It ignores triggers while it measures.
 */
import type { MakePart } from './part.ts';

const TRIGGER_US = 10;
/** From the end of the trigger to the rise of the echo, as measured on modules. */
const BURST_US = 460;
const US_PER_CM = 58;

export const ultrasonic: MakePart = (_part, wires, value) => {
  let distanceCm = value;
  let rose = Number.NaN;
  let isMeasuring = false;
  wires.driveLevel('echo', 0);

  function measure(start: number): void {
    isMeasuring = true;
    const rise = start + wires.cyclesOf(BURST_US);
    wires.next(rise, () => {
      wires.driveLevel('echo', 1);
      wires.next(rise + wires.cyclesOf(distanceCm * US_PER_CM), () => {
        wires.driveLevel('echo', 0);
        isMeasuring = false;
      });
    });
  }

  wires.watch('trigger', ({ level, output }, cycle) => {
    if (level === 1) rose = output ? cycle : Number.NaN;
    else if (cycle - rose >= wires.cyclesOf(TRIGGER_US) && !isMeasuring) measure(cycle);
  });
  return {
    setValue: (cm) => {
      distanceCm = cm;
    },
  };
};
