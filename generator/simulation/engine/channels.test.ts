import { describe, expect, it } from 'vitest';
import type { SimulatedChannel } from '../model.ts';
import { eventsOf, modelOf } from '../test-models.ts';

const simulated = (channel: SimulatedChannel, untilNs: number): string[] => {
  const model = modelOf(
    [
      { T: 5, C: 1, writes: [0] },
      { T: 15, C: 1, at: 12, reads: [0] },
    ],
    { channels: [channel] },
  );
  return eventsOf(model, untilNs).filter((line) => /channel|start 1|complete 0/.test(line));
};

describe('a four-slot channel', () => {
  it('has no item at first, and then always the newest', () => {
    expect(simulated({ kind: 'four-slot', capacity: 1 }, 14)).toEqual([
      '1 channel-write 0',
      '1 complete 0',
      '6 channel-write 0',
      '6 complete 0',
      '11 channel-write 0',
      '11 complete 0',
      '12 start 1',
      '12 channel-read 0',
    ]);
    const model = modelOf([{ T: 9, C: 1, reads: [0] }], { channels: [{ kind: 'four-slot', capacity: 1 }] });
    expect(eventsOf(model, 30).some((line) => line.includes('channel'))).toBe(false);
  });
});

describe('a ring buffer', () => {
  it('keeps every item until it is read', () => {
    const lines = simulated({ kind: 'ring-buffer', capacity: 4 }, 30);
    expect(lines.filter((line) => line.includes('read'))).toEqual([
      ...Array.from({ length: 3 }, () => '12 channel-read 0'),
      ...Array.from({ length: 3 }, () => '27 channel-read 0'),
    ]);
    expect(lines.some((line) => line.includes('overflow'))).toBe(false);
  });

  it('rejects items above its capacity', () => {
    const lines = simulated({ kind: 'ring-buffer', capacity: 2 }, 12);
    expect(lines.filter((line) => /channel/.test(line))).toEqual([
      '1 channel-write 0',
      '6 channel-write 0',
      '11 channel-overflow 0',
      '12 channel-read 0',
      '12 channel-read 0',
    ]);
  });

  it('gives each reader every item, and each reader’s buffer can be full separately', () => {
    const model = modelOf(
      [
        { T: 5, C: 1, writes: [0] },
        { T: 10, C: 1, at: 7, reads: [0] },
        { T: 40, C: 1, at: 19, reads: [0] },
      ],
      { channels: [{ kind: 'ring-buffer', capacity: 2 }] },
    );
    expect(eventsOf(model, 19).filter((line) => /channel|start [12]/.test(line))).toEqual([
      ...['1 channel-write 0', '1 channel-write 0', '6 channel-write 0', '6 channel-write 0'],
      ...['7 start 1', '7 channel-read 0', '7 channel-read 0'],
      ...['11 channel-write 0', '11 channel-overflow 0', '16 channel-write 0', '16 channel-overflow 0'],
      ...['17 start 1', '17 channel-read 0', '17 channel-read 0'],
      ...['19 start 2', '19 channel-read 0', '19 channel-read 0'],
    ]);
  });
});
