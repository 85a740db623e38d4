/** A board for tests of single parts: the test is the program, and moves the time itself. */
import type { PartView } from '../../../../generator/parts/part-type.ts';
import { newPart } from '../../../../generator/sketch/create.ts';
import type { Part, PartKind } from '../../../../generator/sketch/model.ts';
import type { PinInput } from '../device.ts';
import type { PartBoard, PinSignal, PinWatcher } from './part.ts';
import { WiredParts } from './wired-parts.ts';

const NAME = 'Part';

interface TestPin {
  level: 0 | 1;
  output: boolean;
  readonly watchers: PinWatcher[];
}

export class TestBoard implements PartBoard {
  readonly clockHz = 16_000_000;
  readonly supplyMillivolts = 5000;
  readonly parts = new WiredParts(this);
  cycles = 0;
  /** All inputs that parts have set, with their time in microseconds. */
  readonly inputs: [number, string, PinInput][] = [];
  readonly #pins = new Map<string, TestPin>();
  readonly #actions = new Set<{ readonly cycle: number; readonly action: () => void }>();

  hasPin(pin: string): boolean {
    return !pin.startsWith('X');
  }

  pinSignal(pin: string): PinSignal {
    return this.#pin(pin);
  }

  watchPin(pin: string, watcher: PinWatcher): () => void {
    const { watchers } = this.#pin(pin);
    watchers.push(watcher);
    return () => void watchers.splice(watchers.indexOf(watcher), 1);
  }

  setPin(pin: string, input: PinInput): void {
    this.inputs.push([this.cycles / 16, pin, input]);
  }

  at(cycle: number, action: () => void): () => void {
    const entry = { cycle, action };
    this.#actions.add(entry);
    return () => void this.#actions.delete(entry);
  }

  /** Lets the time pass. */
  wait(us: number): this {
    const end = this.cycles + us * 16;
    for (;;) {
      const due = [...this.#actions].filter(({ cycle }) => cycle <= end).sort((a, b) => a.cycle - b.cycle)[0];
      if (due === undefined) break;
      this.#actions.delete(due);
      this.cycles = Math.max(this.cycles, due.cycle);
      due.action();
    }
    this.cycles = end;
    return this;
  }

  /** The program drives a pin. */
  write(pin: string, level: 0 | 1): this {
    return this.#change(pin, level, true);
  }

  /** The pin becomes an input with a pull-up. */
  pullUp(pin: string): this {
    return this.#change(pin, 1, false);
  }

  pulse(pin: string, us: number): this {
    return this.write(pin, 1).wait(us).write(pin, 0);
  }

  /** Sends `count` periods of PWM or of a tone. */
  wave(pin: string, highUs: number, lowUs: number, count: number): this {
    for (let i = 0; i < count; i++) this.pulse(pin, highUs).wait(lowUs);
    return this;
  }

  /** Wires a part, with a pin of the same name for each of its terminals. */
  wire(kind: PartKind, terminals: readonly string[], value = 0, settings: Partial<Part> = {}): this {
    const pins = Object.fromEntries(terminals.map((terminal) => [terminal, terminal]));
    this.parts.replace([{ part: newPart(NAME, kind, { pins, ...settings }), value }]);
    return this;
  }

  set(value: number): this {
    this.parts.setValue(NAME, value);
    return this;
  }

  get view(): PartView | null {
    return this.parts.view(NAME);
  }

  #change(name: string, level: 0 | 1, output: boolean): this {
    const pin = this.#pin(name);
    const isSame = pin.level === level && pin.output === output;
    Object.assign(pin, { level, output });
    if (!isSame) for (const watcher of pin.watchers) watcher(pin, this.cycles);
    return this;
  }

  #pin(name: string): TestPin {
    const pin = this.#pins.get(name) ?? { level: 0, output: false, watchers: [] };
    this.#pins.set(name, pin);
    return pin;
  }
}
