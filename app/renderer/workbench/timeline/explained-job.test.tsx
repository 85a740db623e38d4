// @vitest-environment happy-dom
/** What the card of a job shows, also while the program runs. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { playedSchedule, readOn } from '../../../../generator/simulation/schedule/schedule.ts';
import { modelOf } from '../../../../generator/simulation/test-models.ts';
import { EVENT_KINDS, type EventKind } from '../../../../generator/trace/events.ts';
import { PinRecord } from '../../../../generator/trace/pins/pin-record.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { ExplainedJob } from '../../charts/timeline/explained/explained-job.tsx';
import { measuredSource } from '../../charts/timeline/source/measured-source.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';

const MODEL = modelOf([
  { T: 20, C: 4 },
  { T: 1_000_000, C: 900_000 },
]);

/** A job of T2 that T1 preempts a number of times, and that then may end. */
function preempted(times: number, ends: boolean) {
  const store = new TraceStore();
  const schedule = playedSchedule(MODEL, store);
  store.metadata(MODEL.metadata);
  store.segment(true);
  const event = (at: number, kind: EventKind, object: number) => store.event(at, EVENT_KINDS.indexOf(kind), object, 0);
  event(0, 'release', 1);
  event(0, 'start', 1);
  for (let k = 1; k <= times; k++) {
    event(20 * k, 'release', 0);
    event(20 * k, 'switch-out', 1);
    event(20 * k, 'start', 0);
    event(20 * k + 4, 'complete', 0);
    event(20 * k + 4, 'switch-in', 1);
  }
  if (ends) event(20 * times + 10, 'complete', 1);
  readOn(schedule);
  return measuredSource(store, schedule.jobs, schedule.spans, MODEL, new PinRecord());
}

const shown = (times: number, ends: boolean) =>
  show(
    testSession(),
    <ExplainedJob source={preempted(times, ends)} task={1} row={0} judged={null} isPrediction={false} extent="whole" />,
  );

describe('the parts of a job on its card', () => {
  it('are shown at once for a job with few events', async () => {
    const view = await shown(10, true);
    expect(view.text()).toMatch(/T2 responded in 210\sns \(job 0\)/);
    expect(view.all('row')).toHaveLength(2);
  });

  it('are shown for a job with many events, after its progress', async () => {
    const texts: string[] = [];
    const observer = new MutationObserver(() => texts.push(document.body.textContent));
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    onTestFinished(() => observer.disconnect());
    const view = await shown(5_000, true);
    await view.until(() => expect(view.text()).toMatch(/T2 responded in 100\.1\sµs/));
    expect(
      texts.find((text) => /^Explaining this job: \d+\s?% done\.$/.test(text)),
      texts.join('\n'),
    ).toBeDefined();
    expect(view.all('row')).toHaveLength(2);
  });

  it('are shown for a long job that has not ended', async () => {
    const view = await shown(5_000, false);
    await view.until(() => expect(view.text()).toMatch(/T2 has not ended after 100(\.\d+)?\sµs/));
  });
});
