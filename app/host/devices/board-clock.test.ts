import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BoardClock } from './board-clock.ts';
import { QemuMonitor } from './qemu-monitor.ts';

/** A monitor that answers each command of the human monitor with the next of these texts. */
function answering(...answers: string[]): QemuMonitor {
  const output = new PassThrough();
  const input = new PassThrough();
  input.on('data', (data: Buffer) => {
    for (const line of data.toString().trim().split('\n')) {
      const { id } = JSON.parse(line) as { id?: number };
      if (id !== undefined) setImmediate(() => output.write(`${JSON.stringify({ return: answers.shift(), id })}\n`));
    }
  });
  return new QemuMonitor(input, output);
}

describe('the timer of a PC', () => {
  const port = (...values: string[]) => answering(...values.map((value) => `portl[0x0608] = 0x${value}\r\n`));

  it('is 0 until the firmware has put it there, and counts on when its 24 bits wrap', async () => {
    const clock = new BoardClock({ pmTimerPort: 0x608 });
    const monitor = port('ffffffff', '00ffffff', '00000000', '00000009');
    expect(await clock.timeNs(monitor)).toBe(0);
    const first = (await clock.timeNs(monitor)) ?? 0;
    expect(first / 1e9).toBeCloseTo((2 ** 24 - 1) / 3_579_545, 9);
    expect(((await clock.timeNs(monitor)) ?? 0) - first).toBeCloseTo(1e9 / 3_579_545, 3);
    expect(((await clock.timeNs(monitor)) ?? 0) - first).toBeCloseTo(1e10 / 3_579_545, 3);
  });
});

it('reads hundredths of a second from memory', async () => {
  const monitor = answering('0000000040028014: 0x00000331\r\n');
  expect(await new BoardClock({ address: 0x40028014 }).timeNs(monitor)).toBe(0x331 * 1e7);
});
