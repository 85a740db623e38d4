import { expect, test } from 'vitest';
import { courseOfJob } from '../../../../../generator/simulation/schedule/job-course.ts';
import { modelOf } from '../../../../../generator/simulation/test-models.ts';
import { played } from '../../../../../generator/simulation/test-schedules.ts';
import { courseWords, culpritWords } from './course-words.ts';
import { namesOf } from './schedule-words.ts';

const MS = 1_000_000;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** The words for job `row` of a task in a schedule of this model. */
function told(model: ReturnType<typeof modelOf>, task: number, row = 0) {
  const course = courseOfJob(played(model, 100 * MS), task, row);
  if (course === null) throw new Error('There is no such job.');
  const names = namesOf(model);
  return [plain(courseWords(course, names)), course.culprit === null ? '' : plain(culpritWords(course.culprit, names))];
}

test('a late job says what it waited for, by which rule, and how long it ran', () => {
  const loop = modelOf(
    [
      { T: 10 * MS, C: 3 * MS, at: MS },
      { T: 40 * MS, C: 12 * MS },
    ],
    { preemptive: false },
  );
  expect(told(loop, 0)).toEqual([
    'T1 missed its deadline by 4 ms (job 0). It waited 11 ms for T2 (it started earlier and cannot be preempted) and ran for 3 ms.',
    '',
  ]);
  expect(told(loop, 1)[0]).toBe('T2 met its deadline (job 0). It ran for 12 ms.');
});

test('the job that broke its promise is named with its budget', () => {
  const model = modelOf([
    { T: 50 * MS, C: 2 * MS, takes: 9 * MS },
    { T: 50 * MS, C: 5 * MS, D: 10 * MS },
  ]);
  expect(told(model, 1)).toEqual([
    'T2 missed its deadline by 4 ms (job 0). It waited 9 ms for T1 (higher priority) and ran for 5 ms.',
    'T1 took 9 ms (job 0); it was promised 2 ms.',
  ]);
});

test('a job that does not end is described so far', () => {
  const model = modelOf([{ T: 20 * MS, C: 5 * MS, takes: 1000 * MS }]);
  const [sentence, culprit] = told(model, 0);
  expect(sentence).toMatch(/^T1 has not ended/);
  expect(culprit).toMatch(/^T1 has run for \d+ ms without an end \(job 0\); it was promised 5 ms\.$/);
});
