import { expect, it } from 'vitest';
import type { DeviceEvents } from '../devices/device.ts';
import { TestDevice } from '../runs/test-device.ts';
import { type MeasureRequest, measure } from './measure.ts';

const BYTES = 2 ** 20;

/** A program that sends a mebibyte ten times. */
class Chatty extends TestDevice {
  #sends: DeviceEvents | null = null;
  override async start(firmware: unknown, events: DeviceEvents): Promise<void> {
    this.#sends = events;
    await super.start(firmware, events);
  }
  override async runFor(): Promise<void> {
    for (let time = 0; time < 10; time++) this.#sends?.serial(new Uint8Array(BYTES));
  }
}

const run = (more: Partial<MeasureRequest>) => {
  const firmware = { format: 'executable', path: '' } as const;
  const { signal } = new AbortController();
  return measure({ device: new Chatty(), firmware, durationNs: 1, signal, ...more });
};

it('keeps no bytes of the program, unless they are wanted', async () => {
  expect(await run({})).toMatchObject({ outcome: 'finished', serial: [] });
  expect((await run({ keptBytes: 10 * BYTES })).serial).toHaveLength(10);
});

it('ends a run that sends more than what is to be kept', async () => {
  const { outcome, message, serial } = await run({ keptBytes: 2 * BYTES });
  expect({ outcome, message }).toEqual({
    outcome: 'failed',
    message: 'The program sent more than the 2 MiB that a trace can hold.',
  });
  expect(serial).toHaveLength(2);
});
