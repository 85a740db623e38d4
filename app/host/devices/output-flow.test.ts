import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OutputFlow } from './output-flow.ts';

const MIB = 2 ** 20;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function flowOf(stream: PassThrough): OutputFlow {
  const flow = new OutputFlow([stream]);
  stream.resume();
  return flow;
}
/** What the program prints arrives in the next turns of the event loop. */
async function prints(stream: PassThrough, mib: number): Promise<void> {
  for (let chunk = 0; chunk < mib * 16; chunk++) stream.write(Buffer.alloc(MIB / 16));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

it('lets a program wait that prints more than a mebibyte in an interval', async () => {
  const stream = new PassThrough();
  flowOf(stream);
  await prints(stream, 1);
  expect(stream.isPaused()).toBe(false);
  await prints(stream, 1);
  expect(stream.isPaused()).toBe(true);
  await vi.advanceTimersByTimeAsync(16);
  expect(stream.isPaused()).toBe(false);
});

it('reads some mebibytes for a window that has much to do, and then lets the program wait', async () => {
  const stream = new PassThrough();
  const flow = flowOf(stream);
  flow.hold(true);
  for (let interval = 0; interval < 8; interval++) {
    await prints(stream, 1);
    expect(stream.isPaused()).toBe(false);
    await vi.advanceTimersByTimeAsync(16);
  }
  await prints(stream, 1);
  await vi.advanceTimersByTimeAsync(16);
  expect(stream.isPaused()).toBe(true);
  flow.hold(false);
  expect(stream.isPaused()).toBe(false);
});

it('reads what an ended program has printed, and does not wait for what it has left behind', async () => {
  const stream = new PassThrough();
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const flow = new OutputFlow([stream]);
  stream.write(Buffer.alloc(MIB / 2));
  // The other end stays open.
  const closed = new Promise((resolve) => stream.once('close', resolve));
  flow.end();
  await closed;
  expect(bytes).toBe(MIB / 2);
});
