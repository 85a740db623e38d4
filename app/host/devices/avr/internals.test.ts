import { AVRIOPort, AVRTimer, AVRUSART, CPU, portBConfig, portDConfig, timer1Config, usart0Config } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { insideCpu, insidePort, insideTimer, insideUsart } from './internals.ts';

const CLOCK_HZ = 16_000_000;
const UCSR0B = 0xc1;
const RXEN_TXEN = 0x18;
const chip = () => new CPU(new Uint16Array(1024));

describe('the private fields of avr8js that the emulator uses', () => {
  it('CPU: queue of clock events, and pending interrupts', () => {
    const cpu = chip();
    expect(insideCpu(cpu).nextClockEvent).toBeNull();
    const [first, second] = [() => {}, () => {}];
    cpu.addClockEvent(second, 20);
    cpu.addClockEvent(first, 10);
    expect(insideCpu(cpu).nextClockEvent).toMatchObject({ cycles: 10, callback: first, next: { callback: second } });
    const timer = { address: 8, flagRegister: 0x36, flagMask: 1, enableRegister: 0x6f, enableMask: 1 };
    cpu.queueInterrupt(timer);
    expect(insideCpu(cpu).pendingInterrupts[8]).toBe(timer);
  });

  it('port: registers, pin-change interrupt, and edge callback', () => {
    const [portB, portD] = [new AVRIOPort(chip(), portBConfig), new AVRIOPort(chip(), portDConfig)];
    expect(insidePort(portB).portConfig).toBe(portBConfig);
    expect(insidePort(portB).PCINT).toMatchObject({ flagRegister: portBConfig.pinChange?.PCIFR });
    const edges: [number, boolean][] = [];
    insidePort(portD).toggleInterrupt = (pin, rising) => void edges.push([pin, rising]);
    portD.setPin(2, true);
    expect(edges).toEqual([[2, true]]);
  });

  it('USART: interrupts, character length, and enabled directions', () => {
    const cpu = chip();
    const usart = insideUsart(new AVRUSART(cpu, usart0Config, CLOCK_HZ));
    for (const interrupt of [usart.UDRE, usart.TXC, usart.RXC]) {
      expect(interrupt).toMatchObject({ flagRegister: usart0Config.UCSRA, enableRegister: usart0Config.UCSRB });
    }
    expect(usart.cyclesPerChar).toBeGreaterThan(0);
    expect([usart.rxEnable, usart.txEnable]).toEqual([false, false]);
    cpu.writeData(UCSR0B, RXEN_TXEN);
    expect([usart.rxEnable, usart.txEnable]).toEqual([true, true]);
  });

  it('timer: registers, mode, and the count event', () => {
    const cpu = chip();
    const timer = insideTimer(new AVRTimer(cpu, timer1Config));
    expect(timer.config).toBe(timer1Config);
    expect(timer).toMatchObject({ divider: 0, tcnt: 0, ocrA: 0, ocrB: 0, ocrC: 0, timerMode: 0, TOP: 0xffff });
    expect([timer.countingUp, timer.tcntUpdated, timer.updateDivider].map((flag) => typeof flag)).toEqual(
      Array(3).fill('boolean'),
    );
    // Starts timer 1 without a prescaler.
    cpu.writeData(timer1Config.TCCRB, 1);
    cpu.cycles = 1;
    cpu.tick();
    expect(timer.divider).toBe(1);
    expect(insideCpu(cpu).nextClockEvent?.callback).toBe(timer.count);
    cpu.cycles = 101;
    cpu.tick();
    expect(timer.lastCycle).toBe(101);
    expect(timer.tcnt).toBeGreaterThan(90);
  });
});
