import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../trace/events.ts';
import { TraceStore } from '../../trace/store/store.ts';
import { modelOf } from '../test-models.ts';
import { burnsWellings, simulated } from '../test-schedules.ts';
import { courseOfJob } from './job-course.ts';
import { playedSchedule, readOn } from './schedule.ts';

const brief = (parts: NonNullable<ReturnType<typeof courseOfJob>>['parts']) =>
  parts.map(({ reason, ns, by }) => [reason.kind, by?.task ?? null, ns]);

describe('the course of a job', () => {
  it('adds up what ran while it waited, as in a schedule by hand', () => {
    // T3 waits for T1 0–3, 7–10 and 14–17 and for T2 3–6, 12–14 and 17–18.
    const course = courseOfJob(simulated(burnsWellings(), 30), 2, 0);
    expect(course).toMatchObject({ number: 0, fromNs: 0, toNs: 20, ranNs: 5, latenessNs: null, ended: true });
    expect(course?.parts.reduce((sum, { ns }) => sum + ns, 0)).toBe(15);
    const byTask = (task: number) =>
      course?.parts.filter(({ by }) => by?.task === task).reduce((sum, { ns }) => sum + ns, 0);
    expect([byTask(0), byTask(1)]).toEqual([9, 6]);
  });

  it('blames the job that blocked it without preemption', () => {
    const loop = modelOf(
      [
        { T: 10, C: 3, at: 1 },
        { T: 40, C: 12 },
      ],
      { preemptive: false },
    );
    const course = courseOfJob(simulated(loop, 40), 0, 0);
    expect(brief(course?.parts ?? [])).toEqual([['held-off', 1, 11]]);
    expect(course).toMatchObject({ fromNs: 1, toNs: 15, ranNs: 3, latenessNs: 4 });
    expect(course?.culprit).toEqual({
      task: 1,
      row: 0,
      number: 0,
      tookNs: 12,
      promisedNs: null,
      ended: true,
      stopped: false,
    });
  });

  it('blames the job that took longer than its budget, even if another delayed it for longer', () => {
    const model = modelOf([
      { T: 50, C: 10 },
      { T: 50, C: 2, takes: 9 },
      { T: 50, C: 5, D: 20 },
    ]);
    const course = courseOfJob(simulated(model, 50), 2, 0);
    expect(course?.latenessNs).toBe(4);
    expect(course?.culprit).toMatchObject({ task: 1, tookNs: 9, promisedNs: 2 });
  });

  it('blames the job itself if it does not end', () => {
    const model = modelOf([{ T: 20, C: 5, takes: 1_000 }]);
    const course = courseOfJob(simulated(model, 100), 0, 0);
    expect(course).toMatchObject({ ended: false, ranNs: course?.toNs, parts: [] });
    expect(course?.culprit).toMatchObject({ task: 0, row: 0, promisedNs: 5, ended: false });
  });

  it('waits for the previous job of its own task', () => {
    const model = modelOf([{ T: 10, C: 4, takes: 14, overrun: 'catch-up' }]);
    const course = courseOfJob(simulated(model, 30), 0, 1);
    expect(brief(course?.parts ?? [])).toEqual([['previous', 0, 4]]);
  });

  it('separates interrupts from the time of a measured job', () => {
    const model = modelOf([{ T: 20, C: 5 }]);
    const store = new TraceStore();
    const measured = playedSchedule(model, store);
    store.metadata(model.metadata);
    store.segment(true);
    const lines: [number, (typeof EVENT_KINDS)[number], number][] = [
      [0, 'release', 0],
      [1, 'start', 0],
      [2, 'interrupt-enter', 0],
      [5, 'interrupt-exit', 0],
      [9, 'complete', 0],
    ];
    for (const [at, kind, object] of lines) store.event(at, EVENT_KINDS.indexOf(kind), object, 0);
    readOn(measured);
    const course = courseOfJob(measured, 0, 0);
    expect(course?.ranNs).toBe(5);
    expect(brief(course?.parts ?? [])).toContainEqual(['interrupt', null, 3]);
  });

  it('covers the whole time of every job', () => {
    const schedule = simulated(burnsWellings(), 420);
    for (const [task, jobs] of schedule.jobs.tasks.entries()) {
      for (let row = jobs.first; row < jobs.settled; row++) {
        const course = courseOfJob(schedule, task, row);
        if (course === null) throw new Error('no course');
        const sum = course.parts.reduce((total, { ns }) => total + ns, course.ranNs);
        expect(sum).toBe(course.toNs - course.fromNs);
      }
    }
    expect(courseOfJob(schedule, 0, 10_000)).toBeNull();
  });
});
