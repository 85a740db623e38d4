import { describe, expect, test } from 'vitest';
import { burnsWellings, simulated } from '../../../../generator/simulation/test-schedules.ts';
import { ns } from '../../base/time.ts';
import { attentionOf, marksOf, shiftOf } from './attention.ts';
import type { Lane } from './lane.ts';
import { scheduleSource } from './source/schedule-source.ts';

const lane = (taskIndex: number, periodNs: number): Lane => ({
  taskIndex,
  name: `T${taskIndex + 1}`,
  colour: '#123456',
  pattern: 'solid',
  periodNs,
  offsetNs: 0,
  deadlineNs: periodNs,
  budgetNs: 3,
  responseBoundNs: null,
});
const lanes = [lane(0, 7), lane(1, 12), lane(2, 20)];
const view = { from: ns(0), to: ns(100) };

const sourceFrom = (startNs: number) => scheduleSource(simulated(burnsWellings(startNs), 200));

describe('the focused task', () => {
  test('is the one under the pointer, else the selected one at the playhead', () => {
    expect(attentionOf(lanes, { lane: 1, time: 4 }, 2, 9)).toEqual({ lane: lanes[1], time: 4 });
    expect(attentionOf(lanes, { lane: -1, time: 4 }, 2, 9)).toEqual({ lane: lanes[2], time: 9 });
    expect(attentionOf(lanes, null, 2, null)).toEqual({ lane: lanes[2], time: null });
    expect(attentionOf(lanes, null, null, 9)).toBeNull();
  });

  test('has marks for its busy period, critical instants and contributing tasks', () => {
    const source = sourceFrom(0);
    const marks = marksOf(source, view, { lane: lanes[1] as Lane, time: 13 });
    expect(marks).toMatchObject({ busy: { from: 12, to: 18 }, instants: [0, 84] });
    expect([...(marks?.level ?? [])]).toEqual([0, 1]);
    expect(marksOf(source, view, { lane: lanes[1] as Lane, time: null })).toMatchObject({
      busy: null,
      instants: [0, 84],
    });
  });
});

test('a run is aligned with the prediction at the start of its release clock', () => {
  expect(shiftOf(sourceFrom(31), sourceFrom(0), lanes)).toBe(31);
  expect(shiftOf(sourceFrom(0), sourceFrom(0), lanes)).toBe(0);
});
