import { describe, expect, it } from 'vitest';
import { newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetLines } from './target-report.ts';

const linesOf = (over: Partial<Sketch>): string =>
  targetLines(newSketch('x', { target: 'preemptive', ...over })).join('\n');
const tasks = [newTask('loose', { exhaustion: 'stop' }), newTask('tight')];

describe('the report of a target that can stop jobs', () => {
  it('names the tasks with jobs that are stopped', () => {
    expect(linesOf({ tasks })).toContain('A job of "loose" is stopped when its budget is exhausted');
    expect(linesOf({ tasks })).not.toContain('critical section');
  });

  it('says that a stopped job keeps its resource until its budget is exhausted', () => {
    const resources = [
      newResource('lcd', { users: tasks.map(({ name }) => ({ task: name, criticalSectionUs: 100 })) }),
    ];
    expect(linesOf({ tasks, resources })).toContain('A job of "loose" that never leaves a critical section');
  });

  it('has no such line if no job is stopped', () => {
    expect(linesOf({ tasks: [newTask('tight')] })).not.toContain('is stopped');
  });
});

it('the report of another target says that jobs are not stopped', () => {
  expect(linesOf({ target: 'superloop', tasks })).toContain('is reported, not stopped');
  expect(linesOf({ target: 'superloop', tasks })).not.toContain('A job of');
});
