import { describe, expect, test } from 'vitest';
import { EVENT_KINDS } from './events.ts';
import {
  KIND_BOOT,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_RELEASE,
  KIND_START,
  KIND_STOPPED,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
  NO_OBJECT,
} from './kinds.ts';
import { NestedJobs } from './nested-jobs.ts';
import { NotingSink } from './test-traces.ts';

type Fact = readonly [timeNs: number, kind: number, object: number, value?: number];

/** What the sink behind it gets: "20 switch-out 1". */
function passed(...facts: readonly Fact[]): string[] {
  const sink = new NotingSink();
  const nested = new NestedJobs(sink);
  nested.segment(true);
  for (const [timeNs, kind, object, value = 0] of facts) nested.event(timeNs, kind, object, value);
  return sink.events.map(({ timeNs, kind, object, value }) =>
    `${timeNs} ${EVENT_KINDS[kind]} ${object}${value === 0 ? '' : ` on ${value}`}`.trim(),
  );
}

describe('jobs on one stack', () => {
  test('a job that starts while another one runs preempts it until it completes', () => {
    const events = passed(
      [0, KIND_BOOT, NO_OBJECT],
      [10, KIND_START, 1],
      [20, KIND_RELEASE, 0],
      [21, KIND_START, 0],
      [30, KIND_COMPLETE, 0],
      [40, KIND_COMPLETE, 1],
    );
    expect(events).toEqual([
      '0 boot -1',
      '10 start 1',
      '20 release 0',
      '21 switch-out 1',
      '21 start 0',
      '30 complete 0',
      '30 switch-in 1',
      '40 complete 1',
    ]);
  });

  test('three levels nest, and a job that is stopped ends like any other', () => {
    const events = passed(
      [10, KIND_START, 2],
      [20, KIND_START, 1],
      [30, KIND_START, 0],
      [40, KIND_COMPLETE, 0],
      [50, KIND_STOPPED, 1],
      [50, KIND_COMPLETE, 1],
      [60, KIND_START, 0],
      [70, KIND_COMPLETE, 0],
      [80, KIND_COMPLETE, 2],
    );
    expect(events.filter((event) => event.includes('switch'))).toEqual([
      '20 switch-out 2',
      '30 switch-out 1',
      '40 switch-in 1',
      '50 switch-in 2',
      '60 switch-out 2',
      '70 switch-in 2',
    ]);
  });

  test('jobs after one another get nothing', () => {
    const facts: Fact[] = [
      [10, KIND_START, 1],
      [20, KIND_COMPLETE, 1],
      [30, KIND_START, 0],
      [40, KIND_COMPLETE, 0],
    ];
    expect(passed(...facts)).toHaveLength(facts.length);
  });
});

describe('a kernel that records its switches', () => {
  test('gets nothing added', () => {
    const facts: Fact[] = [
      [10, KIND_START, 1],
      [20, KIND_SWITCH_OUT, 1],
      [21, KIND_START, 0],
      [30, KIND_COMPLETE, 0],
      [31, KIND_SWITCH_IN, 1],
      [40, KIND_COMPLETE, 1],
    ];
    expect(passed(...facts)).toHaveLength(facts.length);
  });

  test('on several cores gets nothing added: each core runs a job of its own', () => {
    const facts: Fact[] = [
      [10, KIND_START, 0],
      [11, KIND_START, 1, 1],
      [12, KIND_START, 2, 2],
      [20, KIND_SWITCH_OUT, 1],
      [21, KIND_SWITCH_IN, 1, 3],
      [30, KIND_COMPLETE, 0],
      [31, KIND_COMPLETE, 1],
      [32, KIND_COMPLETE, 2],
    ];
    expect(passed(...facts)).toHaveLength(facts.length);
  });
});

describe('after a loss', () => {
  test.each([
    ['a gap', KIND_GAP],
    ['dropped events', KIND_EVENTS_DROPPED],
    ['a boot', KIND_BOOT],
  ])('%s: no job is taken to run any more', (_, kind) => {
    const events = passed([10, KIND_START, 1], [15, kind, NO_OBJECT], [20, KIND_START, 0], [30, KIND_COMPLETE, 0]);
    expect(events.filter((event) => event.includes('switch'))).toEqual([]);
  });
});
