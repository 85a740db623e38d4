import { AVRTimer, CPU, timer1Config } from 'avr8js';
import { expect, it } from 'vitest';
import { keepOtherFlags } from './timer-flags.ts';

it('clearing one flag of a timer keeps the other flags', () => {
  const cpu = new CPU(new Uint16Array(1024));
  new AVRTimer(cpu, timer1Config);
  keepOtherFlags(cpu, timer1Config.TIFR);
  cpu.data[timer1Config.TIFR] = 0b111;
  cpu.writeData(timer1Config.TIFR, 0b010);
  expect(cpu.readData(timer1Config.TIFR)).toBe(0b101);
});
