/** The source of a simulated schedule: its trace, and facts about it as text. */
import { busyPeriodAt, criticalInstants } from '../../../../../generator/simulation/schedule/busy-period.ts';
import { happenings, nextEventNs, previousEventNs } from '../../../../../generator/simulation/schedule/explain.ts';
import type { SimulatedSchedule } from '../../../../../generator/simulation/schedule/schedule.ts';
import { reasonsOf } from './measured-source.ts';
import { happeningWords, namesOf } from './schedule-words.ts';
import type { ScheduleFacts, TimelineSource } from './source.ts';
import { traceSource } from './trace-source.ts';

/**
 * Creates the source of a schedule. Two calls for the same schedule create two sources, so keep the
 * first one.
 */
export function scheduleSource(schedule: SimulatedSchedule): TimelineSource {
  const { trace, jobs, spans, cores, model } = schedule;
  return traceSource(trace, jobs, spans, {
    isPrediction: true,
    facts: factsOf(schedule),
    reasons: reasonsOf(schedule),
    cores: model.cores > 1 ? { tracker: cores, count: model.cores } : null,
  });
}

function factsOf(schedule: SimulatedSchedule): ScheduleFacts {
  const { model } = schedule;
  const names = namesOf(model);
  const isKnown = (taskIndex: number) => model.tasks[taskIndex] !== undefined;
  return {
    happens: (time) => happenings(schedule, time).map((happening) => happeningWords(happening, names)),
    step: (time, back) => (back ? previousEventNs(schedule, time) : nextEventNs(schedule, time)),
    busyPeriod: (taskIndex, time) => {
      const period = isKnown(taskIndex) ? busyPeriodAt(schedule, taskIndex, time) : null;
      return period === null ? null : { from: period.fromNs, to: period.toNs };
    },
    criticalInstants: (taskIndex, view) =>
      isKnown(taskIndex) ? criticalInstants(schedule, taskIndex, view.from, view.to) : [],
    level: (taskIndex) => {
      const own = model.tasks[taskIndex];
      return model.tasks.flatMap((task, index) => {
        const isOf = own !== undefined && !task.background && task.cluster === own.cluster;
        return isOf && (model.order === 'edf' || task.priority <= own.priority) ? [index] : [];
      });
    },
  };
}
