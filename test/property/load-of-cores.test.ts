/** The load of a simulation on ideal cores: what is not a task is idle, on each core, in the chart and in the profile. */
import { describe, expect, it } from 'vitest';
import { preemptiveKernel, sketchOf } from '../../generator/analysis/test-sketches.ts';
import { NO_OVERHEADS } from '../../generator/platform/overheads.ts';
import { takeProfile } from '../../generator/profile/take.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { ChannelTraffic } from '../../generator/trace/jobs/channel-traffic.ts';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../generator/trace/jobs/statistics.ts';
import { ProcessorLoad } from '../../generator/trace/series/processor-load.ts';
import { SpanTracker } from '../../generator/trace/store/spans.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';

const UNTIL_NS = 1e9;
/** Each task takes 10 % of a core. */
const TASK = { T: 10_000, C: 1_000 };

function loadsOf(sketch: Sketch) {
  const built = buildSimulation(sketch, {
    capabilities: preemptiveKernel({ vcpus: false }),
    overheads: NO_OVERHEADS,
    seed: 1,
    phasing: { kind: 'drawn' },
  });
  if (!built.ok) throw new Error(built.reason);
  const store = new TraceStore();
  simulate(built.model, store, { untilNs: UNTIL_NS, seed: 1 });
  const jobs = new JobTracker(store);
  const statistics = new TraceStatistics(store, jobs);
  const spans = new SpanTracker(store);
  const channels = new ChannelTraffic(store, []);
  const chart = new ProcessorLoad(store, sketch.cores);
  for (const tracker of [jobs, statistics, spans, channels, chart]) tracker.update();
  const profile = takeProfile(
    { store, statistics, spans, channels },
    {
      ...{ name: 'run', date: '2026-11-23T12:00:00.000Z', device: 'simulation', sketch, overheads: NO_OVERHEADS },
      ...{ boundsNs: [], asleep: null },
    },
  );
  return { chart: chart.shares(0, store.endNs, store.endNs), profile: profile.load };
}

describe.each([1, 2, 4])('tasks of 10 % of a core, on %i cores', (cores) => {
  it.each([1, 3, 8])('%i of them leave the rest idle', (count) => {
    const sketch = { ...sketchOf(Array.from({ length: count }, (_, i) => ({ ...TASK, name: `t${i}` }))), cores };
    const { chart, profile } = loadsOf(sketch);
    const tasks = 0.1 * count;
    expect(profile).toEqual({
      tasks: expect.closeTo(tasks, 2),
      runtime: expect.closeTo(0, 6),
      telemetry: null,
      idle: expect.closeTo(cores - tasks, 2),
    });
    expect(profile.tasks + (profile.runtime ?? 0) + (profile.idle ?? 0)).toBeCloseTo(cores, 6);
    const used = [...chart.tasks.values()].reduce((sum, shares) => sum + (shares[0] ?? 0), 0);
    expect(used).toBeCloseTo(tasks / cores, 2);
    expect(chart.idle?.[0]).toBeCloseTo(1 - tasks / cores, 2);
    expect(chart.rest[0]).toBeCloseTo(0, 6);
  });
});
