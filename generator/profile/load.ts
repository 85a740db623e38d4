/**
 * The time of all cores, divided into tasks, runtime, telemetry and idle time. A trace says when jobs ran. Idle
 * time is known in a simulation, for each core, and on a virtual board whose processor sleeps. The rest is the
 * runtime with its telemetry. It is divided in the proportion of the figures that the analysis counts for both,
 * because no event distinguishes them.
 */
import type { Overheads } from '../platform/overheads.ts';
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import type { Profile } from './profile.ts';
import type { About, Tracked } from './take.ts';

const TELEMETRY = /^telemetry/;

export function loadOf(
  { store, statistics, spans }: Pick<Tracked, 'store' | 'statistics' | 'spans'>,
  about: About,
): Profile['load'] {
  const { sketch, device, asleep, overheads } = about;
  const { observedNs } = statistics;
  const tasks = Math.min(sketch.cores, statistics.utilization * recordedShare(asleep, store.endNs));
  const traced = observedNs > 0 && spans.idleNs !== null ? spans.idleNs / observedNs : null;
  // While the idle thread runs, interrupts come and telemetry is prepared. The processor's sleep is idle time alone.
  const idleShare = sleepOf(asleep) ?? traced;
  if (idleShare === null) return { tasks, runtime: null, telemetry: null, idle: null };
  const room = Math.max(0, sketch.cores - tasks);
  const idle = Math.min(room, idleShare);
  const rest = room - idle;
  const jobs = statistics.tasks.reduce((sum, task) => sum + task.completed, 0);
  // Simulated jobs pay for the runtime.
  const figures =
    overheads === null || device === 'simulation' ? null : figuresOf(overheads, sketch, jobs / observedNs);
  if (figures === null || figures.runtime + figures.telemetry === 0) {
    return { tasks, runtime: rest, telemetry: null, idle };
  }
  const telemetry = (rest * figures.telemetry) / (figures.runtime + figures.telemetry);
  return { tasks, runtime: rest - telemetry, telemetry, idle };
}

/**
 * The part of the measured sleep's time that the trace covers. A trace ends with its last event, and the sleep is
 * counted to the end of the run, so the time between them belongs to no job.
 */
const recordedShare = (asleep: About['asleep'], traceEndNs: number): number =>
  asleep === null || asleep.ofNs <= traceEndNs ? 1 : traceEndNs / asleep.ofNs;

const sleepOf = (asleep: About['asleep']): number | null =>
  asleep === null || asleep.ofNs <= 0 ? null : asleep.ns / asleep.ofNs;

/** Shares of the processor outside the jobs as the analysis counts them. @param jobsPerNs completed jobs */
function figuresOf(of: Overheads, sketch: Sketch, jobsPerNs: number): { runtime: number; telemetry: number } {
  const tasks = systemOf(sketch).runnables.length;
  const [switchNs, switchPerTaskNs, releaseNs, releasePerTaskNs] =
    sketch.policy === 'edf'
      ? [
          of.edfSwitchNs ?? of.contextSwitchNs,
          of.edfSwitchPerTaskNs ?? of.contextSwitchPerTaskNs,
          of.edfReleaseNs ?? of.releaseNs,
          of.edfReleasePerTaskNs ?? of.releasePerTaskNs,
        ]
      : [of.contextSwitchNs, of.contextSwitchPerTaskNs, of.releaseNs, of.releasePerTaskNs];
  const jobNs = switchNs + releaseNs + tasks * ((switchPerTaskNs ?? 0) + (releasePerTaskNs ?? 0));
  const tick = of.tickPeriodNs > 0 ? of.tickNs / of.tickPeriodNs : 0;
  // A load with a limit occurs only at the beginning of a busy period.
  const steady = (of.loads ?? []).filter(({ most }) => most === undefined);
  const sum = (loads: typeof steady): number => loads.reduce((all, { costNs, periodNs }) => all + costNs / periodNs, 0);
  return {
    runtime: jobsPerNs * jobNs + tick + sum(steady.filter(({ name }) => !TELEMETRY.test(name))),
    telemetry: jobsPerNs * of.tracePerJobNs + sum(steady.filter(({ name }) => TELEMETRY.test(name))),
  };
}
