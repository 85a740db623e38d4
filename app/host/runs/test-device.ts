/** A device for tests. It performs actions on request and records the calls it receives. */
import { uno } from '../../../generator/boards/uno/index.ts';
import type { Device, DeviceEvents, DeviceState, PartState } from '../devices/device.ts';
import type { WiredPart } from '../devices/parts/wired-part.ts';

export class TestDevice implements Device {
  readonly id: string;
  readonly board = uno;
  readonly features = { pause: true, speedControl: true, pins: true };
  readonly isShared = true;
  readonly written: number[] = [];
  readonly calls: string[] = [];
  starts = 0;
  stops = 0;
  failWith: string | null = null;
  #events: DeviceEvents | null = null;

  constructor(id = 'test') {
    this.id = id;
  }

  async start(_firmware: unknown, events: DeviceEvents): Promise<void> {
    this.#events = events;
    this.starts++;
    if (this.failWith !== null) throw new Error(this.failWith);
    this.report('running');
  }

  report(state: DeviceState, message: string | null = null): void {
    this.#events?.status({ state, boardTimeNs: 0, speed: 1, message });
  }

  say(...bytes: number[]): void {
    this.flood(new Uint8Array(bytes));
  }

  flood(bytes: Uint8Array): void {
    this.#events?.serial(bytes);
  }

  showPin(pin: string, level: 0 | 1): void {
    this.#events?.pins([{ pin, direction: 'out', level, duty: level }]);
  }

  hold(isHeld: boolean): void {
    this.calls.push(isHeld ? 'hold' : 'release');
  }

  write(bytes: Uint8Array): void {
    this.written.push(...bytes);
  }

  setPin(pin: string): void {
    this.calls.push(`setPin ${pin}`);
  }

  setParts(parts: readonly WiredPart[]): void {
    this.calls.push(`setParts ${parts.map(({ part, value }) => `${part.name}=${value}`).join(' ')}`);
  }

  setPart(name: string, value: number): void {
    this.calls.push(`setPart ${name}=${value}`);
  }

  showPart(state: PartState): void {
    this.#events?.parts?.([state]);
  }

  async pause(): Promise<void> {
    this.report('paused');
  }

  async resume(): Promise<void> {
    this.report('running');
  }

  setSpeed(limit: number): void {
    this.calls.push(`setSpeed ${limit}`);
  }

  async runFor(): Promise<void> {}

  async stop(): Promise<void> {
    this.stops++;
  }
}
