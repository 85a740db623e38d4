/** The source of a measured run: its trace, and the same reasons as those of a simulated schedule. */

import type { SimulationModel } from '../../../../../generator/simulation/model.ts';
import { explainAt } from '../../../../../generator/simulation/schedule/explain.ts';
import { courseOfJob, type JobCourse } from '../../../../../generator/simulation/schedule/job-course.ts';
import { openJobAt, type SimulatedSchedule } from '../../../../../generator/simulation/schedule/schedule.ts';
import type { JobTracker } from '../../../../../generator/trace/jobs/jobs.ts';
import { CoreTracker } from '../../../../../generator/trace/store/cores.ts';
import type { SpanTracker } from '../../../../../generator/trace/store/spans.ts';
import type { TraceStore } from '../../../../../generator/trace/store/store.ts';
import { courseWords, culpritWords, droppedWords } from './course-words.ts';
import { type Names, namesOf, reasonWords } from './schedule-words.ts';
import type { JobExplanation, JobReasons, PinTraces, TimelineSource } from './source.ts';
import { traceSource } from './trace-source.ts';

/** @param model priorities and resources of the sketch that ran; null: no reasons are known */
export function measuredSource(
  store: TraceStore,
  jobs: JobTracker,
  spans: SpanTracker,
  model: SimulationModel | null,
  pins: PinTraces,
): TimelineSource {
  if (model === null) return traceSource(store, jobs, spans, { pins });
  const cores = new CoreTracker(store);
  const schedule = { model, trace: store, jobs, spans, cores };
  return traceSource(store, jobs, spans, { reasons: reasonsOf(schedule, () => cores.update()), pins });
}

/** @param refresh reads new events; called before each question */
export function reasonsOf(schedule: SimulatedSchedule, refresh: () => void = () => undefined): JobReasons {
  const names = namesOf(schedule.model);
  const isKnown = (taskIndex: number) => schedule.model.tasks[taskIndex] !== undefined;
  return {
    why: (taskIndex, time) => {
      refresh();
      return isKnown(taskIndex) ? reasonWords(explainAt(schedule, taskIndex, time), names) : '';
    },
    course: (taskIndex, row) => {
      refresh();
      const course = isKnown(taskIndex) ? courseOfJob(schedule, taskIndex, row) : null;
      return course === null
        ? null
        : { sentence: courseWords(course, names), culprit: explainedCulprit(course, names) };
    },
    schedule: () => {
      refresh();
      return schedule;
    },
    dropped: (taskIndex, record) => {
      refresh();
      const jobs = schedule.jobs.task(taskIndex);
      const releases = jobs?.droppedReleases;
      if (jobs === null || releases === undefined || record >= releases.count) return null;
      const time = releases.atNs(record);
      const row = openJobAt(jobs, time);
      const course = row === -1 || !isKnown(taskIndex) ? null : courseOfJob(schedule, taskIndex, row);
      return {
        sentence: droppedWords(names.of('task', taskIndex), time, releases.countAt(record), course, names),
        culprit: course === null ? null : explainedCulprit(course, names),
      };
    },
  };
}

function explainedCulprit({ culprit }: JobCourse, names: Names): JobExplanation['culprit'] {
  if (culprit === null) return null;
  const { task, row, ended } = culprit;
  return { task, row, ended, sentence: culpritWords(culprit, names) };
}
