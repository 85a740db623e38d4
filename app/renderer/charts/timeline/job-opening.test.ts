import { describe, expect, it } from 'vitest';
import { ns } from '../../base/time.ts';
import { JobOpening } from './job-opening.ts';
import type { Lane } from './lane.ts';
import type { Opened } from './source/source.ts';
import { madeColumn, madeSource } from './source/test-column.ts';
import { LaneSummary } from './summary.ts';
import type { ViewAction, ViewState } from './view.ts';

function clickAt(time: number, live: boolean) {
  const opened: Opened[] = [];
  const actions: ViewAction[] = [];
  const source = madeSource([madeColumn({ count: 100, periodNs: 1000, executionNs: 400 })], 100_000);
  const state = { live, playhead: null, view: { from: ns(0), to: ns(100_000) } };
  const opening = new JobOpening({
    data: { source, lanes: [{ taskIndex: 0, periodNs: 1000 } as Lane] },
    summaryOf: () => new LaneSummary(),
    state: () => state as ViewState,
    dispatch: (action) => actions.push(action),
    plotWidth: () => 1000,
    pause: () => undefined,
    opened: (job) => opened.push(job),
  });
  opening.openAt({ lane: 0, job: Math.floor(time / 1000) }, { time, reach: 1, isHead: false });
  return { opened, actions };
}

describe('a click on a job', () => {
  it.each([true, false])('opens its card, and stops a view that follows the run (live: %s)', (live) => {
    const { opened, actions } = clickAt(50_300, live);
    expect(opened).toEqual([{ task: 0, row: 50, dropped: null }]);
    expect(actions[0]).toEqual({ type: 'live', live: false });
  });

  it('opens nothing between two jobs, and goes on following the run', () => {
    expect(clickAt(50_700, true)).toEqual({ opened: [], actions: [] });
  });
});
