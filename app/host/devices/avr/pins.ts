/**
 * The pins of an emulated AVR as seen from outside: the levels and duty cycles of outputs, and the
 * signals connected to inputs. A pin without an input signal follows its pull-up. Without a pull-up
 * it reads low, where a real pin would read an undefined level.
 */
import type { AVRADC, AVRIOPort } from 'avr8js';
import type { EdgeCause } from '../../../../generator/trace/pins/edge-word.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { PinInput, PinState } from '../device.ts';
import type { PinSignal, PinWatcher } from '../parts/part.ts';
import type { AvrConfig, AvrPin } from './config.ts';
import type { BoardCpu } from './cpu.ts';
import { insidePort } from './internals.ts';
import type { PinEdges } from './pin-edges.ts';

/**
 * Thresholds of the inputs' Schmitt triggers as fractions of the supply voltage (data sheet, 29.1:
 * V_IL, V_IH).
 */
const INPUT_LOW = 0.3;
const INPUT_HIGH = 0.6;
const FLOATING: PinInput = { kind: 'floating' };

interface Pin extends AvrPin {
  /** Index in the configuration's list. */
  readonly number: number;
  /** Of its port. Null if only the ADC has the pin. */
  readonly registers: AvrConfig['ports'][number] | null;
  readonly mask: number;
  input: PinInput;
  /**
   * The level that the outside drives, after the Schmitt trigger. Valid only while the pin is not
   * floating.
   */
  outside: 0 | 1;
  level: 0 | 1;
  output: boolean;
  /** Cycles at high level since the duty cycle was last read, counted up to `since`. */
  high: number;
  since: number;
  changed: boolean;
  /** The parts that are wired to this pin. Most pins have none. */
  readonly watchers: PinWatcher[];
}

export interface PinListener {
  readonly changed?: ((pin: string, level: 0 | 1, cycle: number) => void) | undefined;
  readonly edges?: PinEdges | null;
}

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
    this.#pins = config.pins.map((pin, number) => ({
      ...pin,
      number,
      registers: pin.port === null ? null : (config.ports[pin.port] ?? null),
      mask: 1 << pin.bit,
      input: FLOATING,
      outside: 0,
      level: 0,
      output: false,
      high: 0,
      since: 0,
      changed: true,
      watchers: [],
    }));
    this.#byPort = config.ports.map((_, port) => this.#pins.filter((pin) => pin.port === port));
    this.#byName = new Map(this.#pins.map((pin) => [pin.name, pin]));
  }

  /**
   * Connects the pins to a chip that was just reset. The input signals of the pins stay as they
   * are.
   */
  attach(cpu: BoardCpu, ports: readonly AVRIOPort[], adc: AVRADC): void {
    this.#cpu = cpu;
    this.#ports = ports;
    this.#adc = adc;
    ports.forEach((port, number) => {
      port.addListener((value) => this.#onPort(number, value));
      this.#onPort(number, 0);
    });
  }

  /**
   * Throws a RangeError when the board has no such pin, or when `input` is a voltage and the pin
   * has no ADC channel.
   */
  set(name: string, input: PinInput): void {
    const pin = this.#find(name);
    pin.input = input;
    if (input.kind === 'digital') pin.outside = input.level;
    if (input.kind === 'analog') {
      const part = input.millivolts / this.#config.supplyMillivolts;
      if (part >= INPUT_HIGH) pin.outside = 1;
      else if (part <= INPUT_LOW) pin.outside = 0;
    }
    this.#settle(pin, pin.registers === null ? 0 : (this.#cpu.data[pin.registers.PORT] as number));
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  signal(name: string): PinSignal {
    return this.#find(name);
  }

  /** The numbers of the pins that are high now. */
  high(): number[] {
    return this.#pins.filter(({ level }) => level === 1).map(({ number }) => number);
  }

  /** Returns a function that ends the watch. */
  watch(name: string, watcher: PinWatcher): () => void {
    const { watchers } = this.#find(name);
    watchers.push(watcher);
    return () => void watchers.splice(watchers.indexOf(watcher), 1);
  }

  /** Returns all pins, with their duty cycles since the last call. */
  states(): PinState[] {
    const interval = this.#cpu.cycles - this.#readAt;
    this.#readAt = this.#cpu.cycles;
    return this.#pins.map((pin) => this.#state(pin, interval));
  }

  /**
   * Returns the pins that changed since the last call of this method, with their duty cycles since
   * then.
   */
  changes(): PinState[] {
    const changed = this.#pins.filter((pin) => pin.changed);
    const steady = new Set(changed.filter((pin) => !this.#switched(pin)));
    const states = this.states().filter((state) => changed.some((pin) => pin.name === state.pin));
    // A pin that has switched may stay at its level from now on. Its duty cycle then still changes
    // in the next interval, so the pin stays marked as changed.
    for (const pin of changed) pin.changed = !steady.has(pin);
    return states;
  }

  #find(name: string): Pin {
    const pin = this.#byName.get(name);
    if (!pin) throw new RangeError(tr`The board has no pin "${name}"; it has ${[...this.#byName.keys()].join(', ')}.`);
    return pin;
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

  #onPort(number: number, value: number): void {
    for (const pin of this.#byPort[number] ?? []) this.#settle(pin, value);
  }

  /**
   * Computes the pin's level from the program's side and the outside. `value` is the port's output,
   * or its pull-ups where the pin is an input.
   */
  #settle(pin: Pin, value: number): void {
    const { registers } = pin;
    const output = registers !== null && ((this.#cpu.data[registers.DDR] as number) & pin.mask) !== 0;
    const bit = (value & pin.mask) !== 0 ? 1 : 0;
    const outside = pin.input.kind === 'floating' ? bit : pin.outside;
    const level = output ? bit : outside;
    if (!output && pin.port !== null) this.#ports[pin.port]?.setPin(pin.bit, level === 1);
    if (pin.adcChannel !== null) this.#adc.channelValues[pin.adcChannel] = this.#volts(pin, output, level);
    const turned = output !== pin.output;
    if (turned) pin.changed = true;
    pin.output = output;
    if (level !== pin.level) {
      this.#account(pin);
      pin.level = level;
      pin.changed = true;
      this.#listener.changed?.(pin.name, level, this.#cpu.cycles);
      this.#listener.edges?.add(pin.number, level, this.#causeOf(pin, output), this.#cpu.cycles);
    } else if (!turned) {
      return;
    }
    for (const watcher of pin.watchers) watcher(pin, this.#cpu.cycles);
  }

  #causeOf(pin: Pin, output: boolean): EdgeCause {
    if (!output) return 'outside';
    const port = pin.port === null ? undefined : this.#ports[pin.port];
    return port !== undefined && (insidePort(port).overrideMask & pin.mask) === 0 ? 'timer' : 'program';
  }

  #volts(pin: Pin, output: boolean, level: 0 | 1): number {
    if (pin.input.kind === 'analog' && !output) return pin.input.millivolts / 1000;
    return (level * this.#config.supplyMillivolts) / 1000;
  }
}
