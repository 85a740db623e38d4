import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SerialLog } from './serial-log.ts';

describe('the serial log', () => {
  it('keeps at least the newest bytes up to its capacity, and counts all bytes', () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 40 });
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 50 }), (list, capacity) => {
        const log = new SerialLog(capacity);
        for (const chunk of list) log.add(chunk);
        const all = Buffer.concat(list);
        const { offset, bytes } = log.read();
        expect(log.total).toBe(all.length);
        expect(Buffer.from(bytes).equals(all.subarray(offset))).toBe(true);
        expect(bytes.length).toBeGreaterThanOrEqual(Math.min(all.length, capacity));
        expect(bytes.length).toBeLessThan(capacity + 20);
      }),
    );
  });
});
