/** Extreme numbers for tests, and checks that hold for any result. */
import { expect } from 'vitest';
import type { Admission } from '../generator/analysis/admission.ts';
import type { MethodResult } from '../generator/analysis/method.ts';
import type { TraceSink } from '../generator/trace/sink.ts';

/**
 * Numbers in a file. JSON has no NaN, but it can contain a number that is too large for a double.
 */
export const FILE_NUMBERS = [
  '0',
  '-0',
  '-1',
  '0.5',
  '1e-9',
  '1',
  '2147483648',
  '4294967297',
  '4503599627370',
  '4503599627371',
  '9007199254740',
  '9007199254741',
  '9007199254740991',
  '9007199254740993',
  '1e300',
  '-1e300',
  '1e400',
];

/** Numbers in memory. */
export const MEMORY_NUMBERS = [
  ...FILE_NUMBERS.map(Number),
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  Number.MIN_VALUE,
  2 ** 52,
  2 ** 53,
  -(2 ** 53),
];

/** Fails on NaN, infinite numbers, inexact times, and texts that contain such numbers. */
export function expectSound(admission: Admission): void {
  expectFinite(admission.utilization, 'utilization', admission.set.refusal !== null);
  expectWords(admission.sentence);
  for (const result of admission.methods) expectSoundResult(result);
  const verdicts = new Set(admission.methods.map(({ verdict }) => verdict));
  expect(verdicts.has('schedulable') && verdicts.has('unschedulable'), 'two tests contradict each other').toBe(false);
  if (admission.admitted) expect(admission.methods.some(({ verdict }) => verdict === 'schedulable')).toBe(true);
  if (admission.set.refusal !== null) expect(admission.admitted).toBe(false);
}

export function expectSoundResult(result: MethodResult): void {
  const { method, value, bound, margin, tasks, failure, explanation } = result;
  for (const [name, number] of Object.entries({ value, bound, margin })) {
    if (number !== null) expectFinite(number, `${method}: ${name}`);
  }
  for (const { responseNs, deadlineNs, meetsDeadline } of tasks) {
    if (responseNs === null) continue;
    expect(Number.isSafeInteger(responseNs) && responseNs >= 0, `${method}: R = ${responseNs}`).toBe(true);
    // R below D is not enough where the overrun policy drops releases: R above D is always a miss.
    if (responseNs > deadlineNs) expect(meetsDeadline, `${method}: R = ${responseNs}`).not.toBe(true);
  }
  if (failure !== null) {
    expectFinite(failure.deadlineAtNs, `${method}: failure`);
    if (failure.latenessNs !== null) expectFinite(failure.latenessNs, `${method}: lateness`);
  }
  for (const { text, tex, numbers } of explanation) {
    expectWords(text);
    expectWords(tex ?? '');
    for (const [name, number] of Object.entries(numbers ?? {})) expectFinite(number, `${method}: ${name}`);
  }
}

function expectFinite(number: number, what: string, refused = false): void {
  if (!refused) expect(Number.isFinite(number), `${what} is ${number}`).toBe(true);
}

/** Contents that no text for a user may have. */
export const NONSENSE = /NaN|Infinity|undefined|null|\[object/;

const expectWords = (text: string): void => expect(text).not.toMatch(NONSENSE);

/** Checks that the times of events are integers and never decrease. */
export class OrderedSink implements TraceSink {
  #lastNs = 0;

  metadata(): void {}
  segment(): void {}
  text(): void {}

  event(timeNs: number): void {
    if (Number.isSafeInteger(timeNs) && timeNs >= this.#lastNs) this.#lastNs = timeNs;
    else throw new Error(`an event at ${timeNs} after one at ${this.#lastNs}`);
  }
}
