import { AVRIOPort, CPU, portBConfig, portDConfig } from 'avr8js';
import { expect, it } from 'vitest';
import { keepInterruptFlags } from './interrupt-flags.ts';

const EIFR = 0x3c;
const EIMSK = 0x3d;
const EICRA = 0x69;
const PCIFR = 0x3b;
const PCICR = 0x68;
const PCMSK0 = 0x6b;
const RISING_ON_INT0 = 3;

function chip() {
  const cpu = new CPU(new Uint16Array(1024));
  const [portB, portD] = [new AVRIOPort(cpu, portBConfig), new AVRIOPort(cpu, portDConfig)];
  const lost: string[] = [];
  keepInterruptFlags(cpu, [portB, portD], (port, pin) => lost.push(`${port} ${pin}`));
  return { cpu, portB, portD, lost };
}

it('tells each edge that comes while one is pending, whether or not the interrupt is masked', () => {
  const { cpu, portD, lost } = chip();
  const pulse = () => {
    portD.setPin(2, true);
    portD.setPin(2, false);
  };
  pulse();
  expect(lost, 'no edge is configured').toEqual([]);
  cpu.writeData(EICRA, RISING_ON_INT0);
  pulse();
  expect(lost).toEqual([]);
  pulse();
  expect(lost).toEqual(['1 2']);
  cpu.writeData(EIMSK, 1);
  pulse();
  expect(lost).toEqual(['1 2', '1 2']);
  cpu.clearInterrupt({ address: 2, flagRegister: EIFR, flagMask: 1, enableRegister: EIMSK, enableMask: 1 });
  pulse();
  expect(lost).toHaveLength(2);
});

it('records the configured edge while its external interrupt is masked', () => {
  const { cpu, portD } = chip();
  cpu.writeData(EICRA, RISING_ON_INT0);
  portD.setPin(2, true);
  expect(cpu.readData(EIFR)).toBe(1);
  cpu.writeData(EIFR, 1);
  portD.setPin(2, false);
  expect(cpu.readData(EIFR)).toBe(0);
  portD.setPin(2, true);
  expect(cpu.nextInterrupt).toBe(-1);
  cpu.writeData(EIMSK, 1);
  expect(cpu.nextInterrupt).toBe(portDConfig.externalInterrupts[2]?.interrupt);
});

it('keeps a pin-change interrupt pending while PCICR masks its group', () => {
  const { cpu, portB } = chip();
  cpu.writeData(PCMSK0, 1);
  portB.setPin(0, true);
  expect(cpu.readData(PCIFR)).toBe(1);
  expect(cpu.nextInterrupt).toBe(-1);
  cpu.writeData(PCICR, 1);
  expect(cpu.nextInterrupt).toBe(portBConfig.pinChange?.pinChangeInterrupt);
  cpu.writeData(PCICR, 0);
  expect(cpu.nextInterrupt).toBe(-1);
  expect(cpu.readData(PCIFR)).toBe(1);
});
