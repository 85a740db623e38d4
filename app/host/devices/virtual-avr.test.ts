import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { boardById } from '../../../generator/boards/index.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { newPart } from '../../../generator/sketch/create.ts';
import { loadLanguage } from '../../words/load-language.ts';
import { compileAvr } from './avr/test-programs.ts';
import type { DeviceEvents, DeviceStatus, FirmwareImage, PartState, PinState } from './device.ts';
import { listDevices, openDevice } from './index.ts';
import { VirtualAvr } from './virtual-avr.ts';

const uno = boardById('uno') as Board;
const folder = mkdtempSync(join(tmpdir(), 'polyloop-uno-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function firmware(source: string): FirmwareImage {
  const path = join(folder, `${files++}.hex`);
  writeFileSync(path, compileAvr(source));
  return { format: 'intel-hex', path };
}

class Log implements DeviceEvents {
  bytes: number[] = [];
  statuses: DeviceStatus[] = [];
  readonly levels = new Map<string, PinState>();
  readonly views = new Map<string, PartState['view']>();
  #changed: (() => void)[] = [];

  serial(bytes: Uint8Array): void {
    this.bytes.push(...bytes);
    this.#wake();
  }
  status(status: DeviceStatus): void {
    this.statuses.push(status);
    this.#wake();
  }
  pins(pins: readonly PinState[]): void {
    for (const pin of pins) this.levels.set(pin.pin, pin);
    this.#wake();
  }
  parts(parts: readonly PartState[]): void {
    for (const { part, view } of parts) this.views.set(part, view);
    this.#wake();
  }
  get text(): string {
    return String.fromCharCode(...this.bytes);
  }
  get last(): DeviceStatus | undefined {
    return this.statuses.at(-1);
  }
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#changed.push(resolve));
  }
  #wake(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }
}

const open: VirtualAvr[] = [];
afterEach(async () => {
  for (const device of open.splice(0)) await device.stop();
});

function make(): VirtualAvr {
  const device = new VirtualAvr('virtual', uno);
  open.push(device);
  return device;
}

const COUNTER = `
  ISR(TIMER1_COMPA_vect) { static uint8_t n; PINB = 1 << 5; UDR0 = 'a' + n++ % 26; }
  int main(void) {
    serial(3); DDRB = 1 << 5; TCCR1B = (1 << WGM12) | 2; OCR1A = 19999; TIMSK1 = 2;
    set_sleep_mode(0); sleep_enable(); sei(); for (;;) sleep_cpu();
  }`;
/** Pin 13 follows pin 2, and pin 12 is its opposite. Pin 2 has no pull-up of the chip. */
const FOLLOW = 'int main(void) { DDRB = 0x30; for (;;) PORTB = PIND & 4 ? 0x20 : 0x10; }';
const ECHO = 'int main(void) { serial(3); for (;;) { while (!(UCSR0A & 0x80)) {} put(UDR0 + 1); } }';

describe('a virtual Uno', () => {
  test('runs for exactly the requested time, and identically each time', async () => {
    const image = firmware(COUNTER);
    const runs: Log[] = [];
    for (let i = 0; i < 2; i++) {
      const device = make();
      const log = new Log();
      await device.pause();
      device.setSpeed(Number.POSITIVE_INFINITY);
      await device.start(image, log);
      await device.runFor(1e9);
      expect(log.last).toMatchObject({ state: 'paused', boardTimeNs: 1e9 });
      await device.runFor(0.5e9);
      expect(log.last?.boardTimeNs).toBe(1.5e9);
      runs.push(log);
    }
    expect(runs[0]?.bytes).toHaveLength(149);
    expect(runs[1]?.bytes).toEqual(runs[0]?.bytes);
  });

  test('waits while it is held, and continues at the same cycle', async () => {
    const device = make();
    const log = new Log();
    device.setSpeed(Number.POSITIVE_INFINITY);
    await device.start(firmware(COUNTER), log);
    await log.until(() => log.bytes.length > 20);
    device.hold(true);
    // The board answers after it has read the message before.
    await device.resume();
    const held = log.bytes.length;
    await device.resume();
    expect(log.bytes).toHaveLength(held);
    expect(log.last?.state).toBe('running');
    device.hold(false);
    await log.until(() => log.bytes.length > held + 20);
    const letters = log.bytes.map((_, index) => 97 + ((index % 256) % 26));
    expect(log.bytes).toEqual(letters);
  });

  test('keeps real time, and keeps a speed limit', async () => {
    const device = make();
    const log = new Log();
    const began = performance.now();
    await device.start(firmware(COUNTER), log);
    await log.until(() => (log.last?.boardTimeNs ?? 0) > 5e8);
    expect(log.last?.state).toBe('running');
    // Without pacing the run takes a tenth of this time. The board catches up after delays of up to
    // 100 ms on a busy machine.
    expect(performance.now() - began).toBeGreaterThan(400);
    device.setSpeed(20);
    await log.until(() => (log.last?.boardTimeNs ?? 0) > 5e9);
    expect(log.bytes.length).toBeGreaterThan(400);
  });

  test('pauses and continues', async () => {
    const device = make();
    const log = new Log();
    await device.start(firmware(COUNTER), log);
    await log.until(() => log.bytes.length > 5);
    await device.pause();
    expect(log.last?.state).toBe('paused');
    const { length } = log.bytes;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(log.bytes.length).toBe(length);
    await device.resume();
    await log.until(() => log.bytes.length > length + 5);
    expect(log.text).toMatch(/^abcdefghijkl/);
  });

  test('has serial input and output, and pins', async () => {
    const device = make();
    const log = new Log();
    await device.start(firmware(ECHO), log);
    device.write(Uint8Array.from('GDKKN', (c) => c.charCodeAt(0)));
    await log.until(() => log.text === 'HELLO');
    expect(log.levels.get('13')).toEqual({ pin: '13', direction: 'in', level: 0, duty: 0 });
    device.setPin('7', { kind: 'digital', level: 1 });
    await log.until(() => log.levels.get('7')?.level === 1);
    expect(() => device.setPin('D7', { kind: 'floating' })).toThrow(/no pin "D7"; it has 0, 1/);
  });

  test('has parts, which can be operated and rewired while the program runs', async () => {
    const device = make();
    const log = new Log();
    const key = newPart('Key', 'button', { pins: { a: '2' } });
    const lamp = newPart('Lamp', 'led', { pins: { anode: '13' } });
    const lit = (brightness: number) =>
      log.until(() => {
        const view = log.views.get('Lamp');
        return view?.shows === 'light' && view.brightness === brightness;
      });
    device.setParts([key, lamp].map((part) => ({ part, value: 0 })));
    await device.start(firmware(FOLLOW), log);
    await lit(1);
    device.setPart('Key', 1);
    await lit(0);
    device.setPart('Key', 0);
    await lit(1);
    device.setParts([
      { part: key, value: 0 },
      { part: { ...lamp, pins: { anode: '12' } }, value: 0 },
    ]);
    await lit(0);
    device.setPart('Key', 1);
    await lit(1);
  });

  test('reports a crash as a status with a reason, and ends a pending runFor', async () => {
    const device = make();
    const log = new Log();
    await device.pause();
    await device.start(firmware(`int main(void) { serial(3); put('x'); ((void (*)(void))0x3000)(); return 0; }`), log);
    await device.runFor(1e9);
    expect(log.last).toMatchObject({ state: 'failed', message: expect.stringContaining('no code') });
    expect(log.text).toBe('x');
    await device.stop();
    expect(log.last?.state).toBe('failed');
  });

  test('speaks the language of the host about the program', async () => {
    await loadLanguage('pseudo');
    onTestFinished(() => loadLanguage('en'));
    const log = new Log();
    const device = make();
    await device.pause();
    await device.start(firmware('int main(void) { ((void (*)(void))0x3000)(); return 0; }'), log);
    await device.runFor(1e9);
    expect(log.last).toMatchObject({ state: 'failed', message: expect.stringMatching(/^⟦.*no code.*⟧$/) });
  });

  test('can be stopped at any time, even at full speed, and more than once', async () => {
    const device = make();
    const log = new Log();
    device.setSpeed(Number.POSITIVE_INFINITY);
    await device.start(firmware(`int main(void) { serial(3); for (;;) put('.'); }`), log);
    await log.until(() => log.bytes.length > 1000);
    const running = device.runFor(1e15);
    running.catch(() => {});
    await device.stop();
    await device.stop();
    await expect(running).rejects.toThrow(/stopped/);
    expect(log.last?.state).toBe('stopped');
    const { length } = log.bytes;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(log.bytes.length).toBe(length);
  });

  test('rejects a file that is not firmware', async () => {
    const broken = join(folder, 'broken.hex');
    writeFileSync(broken, 'nothing');
    await expect(make().start({ format: 'intel-hex', path: broken }, new Log())).rejects.toThrow(
      /not an Intel HEX file/,
    );
    await expect(make().start({ format: 'elf', path: broken }, new Log())).rejects.toThrow(/runs Intel HEX files/);
    await expect(make().start({ format: 'intel-hex', path: join(folder, 'none') }, new Log())).rejects.toThrow(
      /could not be read .* Build the sketch again/,
    );
    const device = make();
    await device.stop();
    await expect(device.start(firmware(ECHO), new Log())).rejects.toThrow(/Open a new one/);
  });
});

describe('the devices of a board', () => {
  test('are listed and opened by id', async () => {
    expect((await listDevices(uno)).map((device) => [device.id, device.label])).toEqual([
      ['virtual', 'Virtual Arduino Uno'],
    ]);
    expect(await openDevice('virtual', uno)).toBeInstanceOf(VirtualAvr);
    await expect(openDevice('COM3', uno)).rejects.toThrow(
      /no device "COM3" for the Arduino Uno; it can run on virtual/,
    );
  });
});
