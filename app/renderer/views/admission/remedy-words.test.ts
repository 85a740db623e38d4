import { expect, it } from 'vitest';
import type { Remedy } from '../../../../generator/analysis/help/remedy.ts';
import { remedyReason, remedyWords, shortRemedyWords } from './remedy-words.ts';

const remedy = (changes: Partial<Remedy>): Remedy => ({
  task: 0,
  name: 'x',
  member: 'deadlineUs',
  presentUs: 40_000,
  valueUs: 30_000,
  ...changes,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('names the direction of a deadline, and says why a shorter one helps', () => {
  expect(plain(remedyWords(remedy({})))).toBe('x with a deadline ≤ 30 ms would fit');
  expect(remedyReason(remedy({}))).toMatch(/later deadline can be refused/);
  expect(plain(remedyWords(remedy({ valueUs: 50_000 })))).toBe('x with a deadline ≥ 50 ms would fit');
  expect(remedyReason(remedy({ valueUs: 50_000 }))).toBe('');
  expect(plain(remedyWords(remedy({ member: 'budgetUs' })))).toBe('x with a budget ≤ 30 ms would fit');
});

it('names another target, and says what that asks of the code', () => {
  const preemptive = { target: 'preemptive' } as const;
  expect(remedyWords(preemptive)).toBe('Target Preemptive would fit');
  expect(shortRemedyWords(preemptive)).toBe('Target Preemptive would fit');
  expect(remedyReason(preemptive)).toMatch(/^Jobs then interrupt each other\./);
});

it('has a short form, in which a long name leaves room for the change', () => {
  expect(plain(shortRemedyWords(remedy({ name: 'greedy', member: 'budgetUs' })))).toBe('greedy takes ≤ 30 ms');
  expect(plain(shortRemedyWords(remedy({ name: 'a_task_with_a_long_name', member: 'periodUs' })))).toBe(
    'a_task_…name every 30 ms',
  );
});
