/** For tests: a sketch of two tasks, and profiles of traces of it. */
import { newChannel, newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { nsOrNull } from '../sketch/time.ts';
import { systemOf } from '../system/system.ts';
import { ChannelTraffic } from '../trace/jobs/channel-traffic.ts';
import { JobTracker } from '../trace/jobs/jobs.ts';
import { TraceStatistics } from '../trace/jobs/statistics.ts';
import { SpanTracker } from '../trace/store/spans.ts';
import { TraceStore } from '../trace/store/store.ts';
import { tracedChannels } from './channels.ts';
import type { Profile } from './profile.ts';
import { type About, takeProfile } from './take.ts';

export const MS = 1_000_000;

/** The periodic task `loop` is preempted by the sporadic task `button`. */
export const SKETCH: Sketch = newSketch('pair', {
  tasks: [
    newTask('loop', { periodUs: 10_000, budgetUs: 500, body: 'x++;' }),
    newTask('button', { kind: 'sporadic', periodUs: 100, budgetUs: 900, body: 'y++;' }),
  ],
  channels: [
    { ...newChannel('queue'), kind: 'ring-buffer', capacity: 4, writer: 'button', readers: ['loop'] },
    { ...newChannel('latest'), kind: 'four-slot', writer: 'button', readers: ['loop'] },
  ],
});

export class ProfileBench {
  readonly store = new TraceStore();
  readonly jobs = new JobTracker(this.store);
  readonly statistics = new TraceStatistics(this.store, this.jobs);
  readonly spans = new SpanTracker(this.store);
  readonly channels: ChannelTraffic;
  readonly sketch: Sketch;

  constructor(sketch: Sketch = SKETCH) {
    this.sketch = sketch;
    this.channels = new ChannelTraffic(this.store, tracedChannels(sketch));
    const { runnables } = systemOf(sketch);
    this.store.metadata({
      clockHz: 1_000_000,
      releaseStartNs: 0,
      objects: runnables.map(({ index, name, kind, periodNs, deadlineNs, budgetNs }) => ({
        ...{ class: 'task' as const, index, name, periodNs, deadlineNs, budgetNs },
        offsetNs: kind === 'periodic' ? nsOrNull(sketch.tasks[index]?.offsetUs ?? 0) : null,
      })),
    });
    this.store.segment(true);
    this.store.event(0, 0, -1, 0);
  }

  update(): void {
    this.jobs.update();
    this.statistics.update();
    this.spans.update();
    this.channels.update();
  }

  profile(about: Partial<Pick<About, 'name' | 'device' | 'asleep' | 'edges'>> = {}): Profile {
    this.update();
    return takeProfile(this, {
      ...{ name: 'first', date: '2026-11-23T12:00:00.000Z', device: 'virtual', asleep: null },
      sketch: this.sketch,
      boundsNs: this.sketch.tasks.map(() => 5 * MS),
      overheads: null,
      ...about,
    });
  }
}

/** A profile of `count` jobs of each task, of the given execution times in µs. */
export function profileOf(
  us: { readonly loop: number; readonly button: number },
  count = 20,
  sketch = SKETCH,
): Profile {
  const bench = new ProfileBench(sketch);
  const { store } = bench;
  for (let k = 0; k < count; k++) {
    let at = k * 10 * MS;
    for (const [task, name] of [[0, 'loop'] as const, [1, 'button'] as const]) {
      store.event(at, 1, task, 0);
      store.event(at, 2, task, 0);
      at += us[name] * 1000;
      store.event(at, 5, task, 0);
    }
  }
  return bench.profile();
}
