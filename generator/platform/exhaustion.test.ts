import { expect, it } from 'vitest';
import { EXHAUSTION_POLICIES } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { exhaustionOn } from './exhaustion.ts';

const applied = (target: 'preemptive' | 'freertos', kind: 'periodic' | 'background' = 'periodic') =>
  EXHAUSTION_POLICIES.map((exhaustion) => exhaustionOn(targetById(target), { kind, exhaustion }));

it('a target with one stack stops a job, or only reports it', () => {
  expect(EXHAUSTION_POLICIES).toEqual(['background', 'wait', 'stop']);
  expect(applied('preemptive')).toEqual(['background', 'background', 'stop']);
});

it('a target with threads lets the job wait that it cannot stop', () => {
  expect(applied('freertos')).toEqual(['background', 'wait', 'wait']);
});

it('no job of a background task is stopped', () => {
  expect(applied('preemptive', 'background')).toEqual(['background', 'background', 'background']);
});
