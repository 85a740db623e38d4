/** The edges of pins and the telemetry of the same run are on one time axis. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import { PinRecord } from '../../generator/trace/pins/pin-record.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { Builds, missing, starter } from './firmware.ts';

const builds = new Builds();
afterAll(() => builds.remove());

const SLICE_CYCLES = 500_000;
const RUN_CYCLES = 5 * ATMEGA328P.clockHz;

describe.skipIf(missing !== null)('the edges of three LEDs', () => {
  const store = new TraceStore();
  const jobs = new JobTracker(store);
  const record = new PinRecord();

  beforeAll(async () => {
    const image = await builds.firmware(await starter('three-blinks'));
    const decoder = new TelemetryDecoder(store);
    const bytes: number[] = [];
    const hooks = { onSerialByte: (byte: number) => void bytes.push(byte) };
    const board = new AvrBoard(image, hooks, ATMEGA328P, { recordsEdges: true });
    while (board.cycles < RUN_CYCLES) {
      board.runCycles(SLICE_CYCLES);
      decoder.push(Uint8Array.from(bytes.splice(0)));
      const report = board.edges?.take() ?? null;
      if (report !== null) record.add(report, (restart) => store.segments[restart]?.originNs ?? null);
    }
    jobs.update();
  });

  it.each([
    ['13', 0],
    ['12', 1],
    ['11', 2],
  ] as const)('pin %s changes only while a job of task %d runs', (pin, taskIndex) => {
    const levels = record.levels(pin);
    const column = jobs.task(taskIndex);
    if (levels === null || column === null) throw new Error('nothing was recorded');
    const times: number[] = [];
    for (let edge = levels.first; edge < levels.end; edge++) times.push(levels.timeNs(edge));
    const newest = store.endNs;
    const known = times.filter((time) => time < newest);
    expect(known.length).toBeGreaterThan(column.count / 2);
    const outside = known.filter((time) => {
      for (let job = column.first; job < column.count; job++)
        for (let i = 0; i < column.segmentCountAt(job); i++)
          if (column.segmentFromAt(job, i) <= time && time <= column.segmentToAt(job, i)) return false;
      return true;
    });
    expect(outside).toEqual([]);
  });
});
