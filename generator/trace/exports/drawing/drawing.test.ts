import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../events.ts';
import { JobTracker } from '../../jobs/jobs.ts';
import { TraceStore } from '../../store/store.ts';
import { traceTask } from '../../test-traces.ts';
import { drawingOf, type Ink, type Shape } from './drawing.ts';

const MS = 1_000_000;

/** Jobs of one task, each from its arrival on, with the given lengths. */
function traceOf(periodMs: number, deadlineMs: number, lengthsMs: readonly number[]) {
  const store = new TraceStore();
  const [periodNs, deadlineNs] = [periodMs * MS, deadlineMs * MS];
  store.metadata({ clockHz: 1_000_000, objects: [traceTask('fast', 0, { periodNs, offsetNs: 0, deadlineNs })] });
  store.segment(true);
  const event = (ns: number, kind: (typeof EVENT_KINDS)[number], object = 0) =>
    store.event(ns, EVENT_KINDS.indexOf(kind), object, 0);
  event(0, 'boot', -1);
  for (const [k, ms] of lengthsMs.entries()) {
    event(k * periodNs, 'release');
    event(k * periodNs, 'start');
    event(k * periodNs + ms * MS, 'complete');
  }
  const jobs = new JobTracker(store);
  jobs.update();
  return { store, jobs, origin: null };
}

type Line = Extract<Shape, { kind: 'line' }>;

const arrows = (shapes: readonly Shape[], ink: Ink, isUp: boolean): Line[] =>
  shapes
    .filter((shape): shape is Line => shape.kind === 'line' && shape.arrow && shape.ink === ink)
    .filter(({ from, to }) => from[1] > to[1] === isUp);

describe('the arrows of a drawing', () => {
  it('have each missed deadline, also where there is no room for all releases', () => {
    const late = [101, 102, 700];
    const lengths = Array.from({ length: 1_050 }, (_, k) => (late.includes(k) ? 1.5 : 0.5));
    const trace = traceOf(2, 1, lengths);
    const { shapes } = drawingOf(trace, { range: { fromNs: 0, toNs: 2_100 * MS } });
    expect(arrows(shapes, 'late', false)).toHaveLength(late.length);
    // An axis of 420 points has room for fewer releases and met deadlines than there are.
    expect(arrows(shapes, 'axis', true).length).toBeLessThan(600);
    expect(arrows(shapes, 'axis', false).length).toBeLessThan(600);
  });

  it('have each missed deadline of a task that always misses', () => {
    const { shapes } = drawingOf(
      traceOf(
        2,
        1,
        Array.from({ length: 1_050 }, () => 1.5),
      ),
      {
        range: { fromNs: 0, toNs: 2_100 * MS },
      },
    );
    expect(arrows(shapes, 'late', false)).toHaveLength(1_050);
  });

  it('have a release at the left edge beside a job from before it', () => {
    const { shapes } = drawingOf(traceOf(10, 10, [12, 3, 3, 3]), { range: { fromNs: 10 * MS, toNs: 40 * MS } });
    expect(arrows(shapes, 'axis', true)).toHaveLength(3);
    // The deadline of the job from before is at the edge, too.
    expect(arrows(shapes, 'late', false)).toHaveLength(1);
    expect(arrows(shapes, 'axis', false)).toHaveLength(3);
  });
});
