/** FreeRTOS on the Arduino Uno: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';

export const freertos: TargetOnBoard = {
  overheads: OVERHEADS.freertos,
  // Measured on the virtual Uno with telemetry. A job with an empty body uses 79 bytes of its
  // stack, Serial.print() of numbers uses 121, and structures sent through channels with a lock use
  // 189. The manager uses 103 without handlers, and the idle thread uses 44. The rest of the base is
  // statically allocated: 439, text 64, resources 10, a backlog 16, handlers 6, and the stack of
  // interrupts. For that the base includes 200. The bound that a build finds for it is 146 without
  // interrupts of the sketch, up to 230 with one, and up to 76 more with each further one: so an I/O
  // server counts 76, and the first interrupt 42 less. Variables of interrupts take 99, and 46 for each
  // server (test/acceptance/fit.test.ts).
  threads: {
    stackBytes: 224,
    leastStackBytes: 88,
    stackUnitBytes: 1,
    managerStackBytes: 160,
    idleStackBytes: 96,
    controlBytes: 108,
    baseBytes: 736,
    interruptBytes: 99 - 42,
    ioServerBytes: 46 + 76,
  },
  tables: null,
  // As linked by avr-gcc 5.4: starters with 2 or 3 tasks take 18500 to 20110 bytes.
  flash: { baseBytes: 18_000, taskBytes: 300, textBytes: 900, interruptBytes: 4700 },
  ownLibraries: { Servo: { folder: 'templates/libraries/Servo', macro: 'PL_USES_SERVO' } },
  // The runtime has its own kernel port for the ATmega. Its tick is compare B of timer 1, or compare
  // A of timer 0 if the program has servos.
  costs: COSTS.freertos,
  kernelFiles: ['tasks.c', 'list.c', 'include/'],
};
