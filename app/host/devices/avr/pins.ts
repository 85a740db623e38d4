/**
 * The pins of an emulated AVR seen from outside: levels and duty of what it drives, and what is wired to its inputs. A
 * pin with nothing wired to it follows its pull-up; without one it reads low (a real one reads anything).
 */
import type { AVRADC, AVRIOPort } from 'avr8js';
import type { PinInput, PinState } from '../device.ts';
import type { AvrConfig, AvrPin } from './config.ts';
import type { BoardCpu } from './cpu.ts';

/** Schmitt trigger of the inputs, as parts of the supply voltage (data sheet, 29.1: V_IL, V_IH). */
const INPUT_LOW = 0.3;
const INPUT_HIGH = 0.6;
const FLOATING: PinInput = { kind: 'floating' };

interface Pin extends AvrPin {
  readonly mask: number;
  input: PinInput;
  /** What the outside drives, by Schmitt trigger; only meaningful while not floating. */
  outside: 0 | 1;
  level: 0 | 1;
  output: boolean;
  /** Cycles at high level since the last reading of the duty, up to `since`. */
  high: number;
  since: number;
  changed: boolean;
}

export type PinListener = (pin: string, level: 0 | 1, cycle: number) => void;

export class AvrPins {
  readonly #config: AvrConfig;
  readonly #pins: readonly Pin[];
  readonly #byPort: readonly (readonly Pin[])[];
  readonly #byName: ReadonlyMap<string, Pin>;
  readonly #listener: PinListener;
  #cpu!: BoardCpu;
  #ports: readonly AVRIOPort[] = [];
  #adc!: AVRADC;
  #readAt = 0;

  constructor(config: AvrConfig, listener: PinListener) {
    this.#config = config;
    this.#listener = listener;
    this.#pins = config.pins.map((pin) => ({
      ...pin,
      mask: 1 << pin.bit,
      input: FLOATING,
      outside: 0,
      level: 0,
      output: false,
      high: 0,
      since: 0,
      changed: true,
    }));
    this.#byPort = config.ports.map((_, port) => this.#pins.filter((pin) => pin.port === port));
    this.#byName = new Map(this.#pins.map((pin) => [pin.name, pin]));
  }

  /** Wires the pins to a chip that was just reset; what is wired to them from outside stays. */
  attach(cpu: BoardCpu, ports: readonly AVRIOPort[], adc: AVRADC): void {
    this.#cpu = cpu;
    this.#ports = ports;
    this.#adc = adc;
    ports.forEach((port, number) => {
      port.addListener((value) => this.#onPort(number, value));
      this.#onPort(number, 0);
    });
  }

  /** Throws a RangeError when the board has no such pin, or a voltage is given to one that cannot measure it. */
  set(name: string, input: PinInput): void {
    const pin = this.#byName.get(name);
    if (!pin) throw new RangeError(`The board has no pin "${name}"; it has ${[...this.#byName.keys()].join(', ')}.`);
    pin.input = input;
    if (input.kind === 'digital') pin.outside = input.level;
    if (input.kind === 'analog') {
      const part = input.millivolts / this.#config.supplyMillivolts;
      if (part >= INPUT_HIGH) pin.outside = 1;
      else if (part <= INPUT_LOW) pin.outside = 0;
    }
    this.#settle(pin, this.#cpu.data[this.#portOf(pin).PORT] as number);
  }

  /** All pins, with their duty since the last call. */
  states(): PinState[] {
    const interval = this.#cpu.cycles - this.#readAt;
    this.#readAt = this.#cpu.cycles;
    return this.#pins.map((pin) => this.#state(pin, interval));
  }

  /** The pins that changed since the last call of this method, with their duty since then. */
  changes(): PinState[] {
    const changed = this.#pins.filter((pin) => pin.changed);
    const steady = new Set(changed.filter((pin) => !this.#switched(pin)));
    const states = this.states().filter((state) => changed.some((pin) => pin.name === state.pin));
    // A pin that switched may come to rest without a further change: its next duty is news, too.
    for (const pin of changed) pin.changed = !steady.has(pin);
    return states;
  }

  #switched(pin: Pin): boolean {
    return pin.since > this.#readAt;
  }

  #state(pin: Pin, interval: number): PinState {
    this.#account(pin);
    const duty = interval > 0 ? pin.high / interval : pin.level;
    pin.high = 0;
    return { pin: pin.name, direction: pin.output ? 'out' : 'in', level: pin.level, duty: Math.min(1, duty) };
  }

  #account(pin: Pin): void {
    const cycle = this.#cpu.cycles;
    if (pin.level === 1) pin.high += cycle - pin.since;
    pin.since = cycle;
  }

  #portOf(pin: Pin): AvrConfig['ports'][number] {
    return this.#config.ports[pin.port] as AvrConfig['ports'][number];
  }

  #onPort(number: number, value: number): void {
    for (const pin of this.#byPort[number] ?? []) this.#settle(pin, value);
  }

  /** Works out the pin's level from both sides. `value`: the port's output, or its pull-ups where it is an input. */
  #settle(pin: Pin, value: number): void {
    const output = ((this.#cpu.data[this.#portOf(pin).DDR] as number) & pin.mask) !== 0;
    const bit = (value & pin.mask) !== 0 ? 1 : 0;
    const outside = pin.input.kind === 'floating' ? bit : pin.outside;
    const level = output ? bit : outside;
    if (!output) this.#ports[pin.port]?.setPin(pin.bit, level === 1);
    if (pin.adcChannel !== null) this.#adc.channelValues[pin.adcChannel] = this.#volts(pin, output, level);
    if (output !== pin.output) pin.changed = true;
    pin.output = output;
    if (level === pin.level) return;
    this.#account(pin);
    pin.level = level;
    pin.changed = true;
    this.#listener(pin.name, level, this.#cpu.cycles);
  }

  #volts(pin: Pin, output: boolean, level: 0 | 1): number {
    if (pin.input.kind === 'analog' && !output) return pin.input.millivolts / 1000;
    return (level * this.#config.supplyMillivolts) / 1000;
  }
}
