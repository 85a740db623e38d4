/**
 * Takes a profile of a trace, of a run or of a simulation, at any time of it. The trackers read the trace as it
 * arrives and take a bounded amount of memory, so a run can last for hours.
 *
 *   const channels = new ChannelTraffic(store, tracedChannels(sketch));
 *   channels.update();                           // before the store drops events that are not counted yet
 *   takeProfile({ store, statistics, spans, channels }, about)
 */
import type { Overheads } from '../platform/overheads.ts';
import { measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { fingerprint } from '../sketch/fingerprint.ts';
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import type { ChannelTraffic } from '../trace/jobs/channel-traffic.ts';
import type { Distribution } from '../trace/jobs/distribution.ts';
import type { HeldLevels } from '../trace/jobs/level-times.ts';
import type { TaskStatistics, TraceStatistics } from '../trace/jobs/statistics.ts';
import type { SpanTracker } from '../trace/store/spans.ts';
import type { TraceStore } from '../trace/store/store.ts';
import { countedByInterrupt, type EdgeFacts } from './counted-edges.ts';
import { loadOf } from './load.ts';
import {
  type ChannelProfile,
  type InterruptProfile,
  PROFILE_VERSION,
  type Profile,
  type ProfiledTimes,
  type TaskProfile,
} from './profile.ts';

/** The trackers of a trace. They must be up to date. */
export interface Tracked {
  readonly store: TraceStore;
  readonly statistics: TraceStatistics;
  readonly spans: SpanTracker;
  readonly channels: ChannelTraffic;
}

/** Facts of a run that its trace does not contain. */
export interface About {
  readonly name: string;
  /** The date of the run in the format of Date.toISOString(). */
  readonly date: string;
  readonly device: Profile['device'];
  /** The sketch of the program. */
  readonly sketch: Sketch;
  /** By the index of the runnable: the bound for its response from the analysis, or null. Unit: ns. */
  readonly boundsNs: readonly (number | null)[];
  /** The overheads of the runtime in the analysis. Null: they were not measured. */
  readonly overheads: Overheads | null;
  /** The time for which the processor slept, and the observed time. Null: the device does not measure it. */
  readonly asleep: { readonly ns: number; readonly ofNs: number } | null;
  /** What the device counted at its pins. */
  readonly edges?: EdgeFacts;
}

export function takeProfile(tracked: Tracked, about: About): Profile {
  const { store, statistics } = tracked;
  const { sketch, name, date, device } = about;
  const { board, target, policy, cores } = sketch;
  return {
    ...{ profile: PROFILE_VERSION, name, date, device, sketch: sketch.name, fingerprint: fingerprint(sketch) },
    ...{ board, target, policy, cores },
    observedNs: statistics.observedNs,
    events: store.end,
    gaps: store.gaps.length,
    load: loadOf(tracked, about),
    tasks: tasksOf(tracked, about),
    channels: channelsOf(tracked, sketch),
    interrupts: interruptsOf(tracked, about),
  };
}

function tasksOf({ statistics }: Tracked, { sketch, boundsNs }: About): TaskProfile[] {
  return systemOf(sketch).runnables.map((runnable): TaskProfile => {
    const { index, element, source, name, kind, periodNs, deadlineNs, budgetNs } = runnable;
    // After a program was changed and run again, its tasks have the same indices. The latest is the running one.
    const measured = statistics.tasks.findLast(({ task }) => task.index === index && task.class === 'task');
    const stack = statistics.stacks.get(index);
    const owner = element === 'task' ? sketch.tasks[source] : sketch.interrupts[source];
    return {
      name,
      kind: element === 'task' ? kind : 'handler',
      ...{ periodNs, deadlineNs, budgetNs, boundNs: boundsNs[index] ?? null },
      code: owner === undefined ? 0 : measuredCodeOf(sketch, owner),
      ...countsOf(measured),
      ...timesOf(measured),
      stack:
        stack === undefined ? null : { sizeBytes: stack.sizeBytes, usedBytes: stack.sizeBytes - stack.unusedBytes },
    };
  });
}

const countsOf = (measured: TaskStatistics | undefined) => ({
  jobs: measured?.completed ?? 0,
  incomplete: measured?.incomplete ?? 0,
  late: measured?.deadlineMisses ?? 0,
  dropped: measured?.dropped ?? 0,
  overruns: measured?.budgetOverruns ?? 0,
});

const timesOf = (measured: TaskStatistics | undefined) => ({
  execution: distributed(measured?.executionNs),
  executionTrend: measured?.course.trend() ?? { direction: 'none' as const, nsPerSecond: 0 },
  response: distributed(measured?.responseNs),
  releaseJitter: measured?.task.periodNs == null ? null : distributed(measured.jitterNs),
  leastDistanceNs: measured?.leastDistanceNs ?? null,
  utilization: measured?.utilization ?? 0,
});

/** The numbers of a distribution; null without a value. */
function distributed(times: Distribution | null | undefined): ProfiledTimes | null {
  if (times?.best == null || times.worst === null || times.mean === null) return null;
  const quantile = (part: number): number => Math.round(times.quantile(part) ?? 0);
  return {
    count: times.count,
    leastNs: times.best,
    meanNs: Math.round(times.mean),
    ...{ medianNs: quantile(0.5), p95Ns: quantile(0.95), p99Ns: quantile(0.99) },
    mostNs: times.worst,
    histogram: times
      .buckets()
      .filter(({ count }) => count > 0)
      .map(({ fromNs, toNs, count }) => [Math.round(fromNs), Math.round(toNs), count]),
  };
}

const filled = (held: HeldLevels | null): ChannelProfile['fill'] =>
  held === null
    ? null
    : {
        meanItems: held.mean,
        medianItems: held.quantile(0.5),
        p95Items: held.quantile(0.95),
        p99Items: held.quantile(0.99),
      };

function channelsOf({ channels }: Tracked, sketch: Sketch): ChannelProfile[] {
  return sketch.channels.map(({ name, kind, capacity, readers }, index) => {
    const isRing = kind === 'ring-buffer';
    return {
      ...{ name, kind, capacity: isRing ? capacity : null },
      // Each reader has a buffer, and each write into a buffer is an event.
      writes: Math.floor(channels.writes(index) / Math.max(1, readers.length)),
      reads: channels.reads(index),
      lost: channels.lost(index),
      mostItems: isRing ? channels.most(index) : null,
      fill: isRing ? filled(channels.fill(index)) : null,
      age: distributed(channels.ages(index)),
    };
  });
}

function interruptsOf({ spans, store }: Tracked, { sketch, device, edges = {} }: About): InterruptProfile[] {
  const counted = countedByInterrupt(sketch, edges);
  // A simulation leaves nothing out.
  const isLeast = (isSample: boolean): boolean => device !== 'simulation' && (isSample || store.gaps.length > 0);
  return sketch.interrupts.map(({ name }, index) => {
    const { runs, masked } = spans.interrupts.get(index) ?? {};
    const { delivered = null, lost = null } = counted[index] ?? {};
    return {
      name,
      delivered: runs?.begun ?? 0,
      // What the board has done since its last report is in the trace only.
      counted: delivered === null ? null : Math.max(delivered, runs?.begun ?? 0),
      deliveredIsLeast: isLeast(spans.isSampleOfDeliveries),
      ranNs: runs?.lengthNs ?? 0,
      worstNs: runs?.worstNs ?? null,
      masked: masked?.begun ?? 0,
      maskedIsLeast: isLeast(spans.isSampleOfMaskings),
      maskedNs: masked?.lengthNs ?? 0,
      lost,
    };
  });
}
