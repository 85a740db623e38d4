/**
 * How much longer the runtime's code takes on the ATmega2560 than on the ATmega328P: the largest
 * ratio of the two in any figure of the same benchmark. Written by `npm run bench:chips`.
 */
export const SLOWER = { superloop: 1.05, freertos: 1.06 };
