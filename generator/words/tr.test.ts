import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fillPattern, patternOf, type Translation, tr, translateWith, trCount, trText } from './tr.ts';

const KOREAN: Record<string, string> = {
  'Add a task': '태스크 추가',
  '{0} blocks {1}': '{1}: {0} 때문에 대기',
  '{0} jobs': '작업 {0}개',
};
const korean: Translation = (pattern, values) => {
  const found = KOREAN[pattern];
  return found === undefined ? undefined : fillPattern(found, values);
};

afterEach(() => translateWith());

describe('tr', () => {
  it('is the English text while no language is chosen', () => {
    expect(tr`Add a task`).toBe('Add a task');
    expect(tr`${'high'} blocks ${'low'} for ${3} ms`).toBe('high blocks low for 3 ms');
  });

  it('translates, and puts each value at its place in the other language', () => {
    translateWith(() => korean);
    expect(tr`Add a task`).toBe('태스크 추가');
    expect(tr`${'high'} blocks ${'low'}`).toBe('low: high 때문에 대기');
  });

  it('stays English where the catalog has no entry', () => {
    translateWith(() => korean);
    expect(tr`Delete ${'blink'}`).toBe('Delete blink');
  });

  it('asks for the language at each text', () => {
    let language: Translation | undefined;
    translateWith(() => language);
    expect(tr`Add a task`).toBe('Add a task');
    language = korean;
    expect(tr`Add a task`).toBe('태스크 추가');
  });

  it('never reads a placeholder in a value', () => {
    translateWith(() => korean);
    expect(tr`${'{1}'} blocks ${'{0}'}`).toBe('{0}: {1} 때문에 대기');
  });

  it('leaves a placeholder without a value, and repeats a value', () => {
    expect(fillPattern('{1} of {0} and {1}, {007}, {2}{0}', ['a', 0])).toBe('0 of a and 0, {007}, {2}a');
    expect(fillPattern('{1} of {0} and {1}, {007}, {2}{0}', ['b', 1, 'c'])).toBe('1 of b and 1, {007}, cb');
  });

  it('gives the same English text from the key and its values as from the template', () => {
    const words = fc.string().filter((text) => !/[{}]/.test(text));
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.array(fc.string()), (texts, extra) => {
        const values = texts.slice(1).map((_, index) => extra[index] ?? '');
        const template = Object.assign([...texts], { raw: texts });
        expect(fillPattern(patternOf(texts), values)).toBe(tr(template, ...values));
      }),
    );
  });
});

describe('trText', () => {
  it('translates a text that is not in the code', () => {
    const title: string = 'Add a task';
    expect(trText(title)).toBe('Add a task');
    translateWith(() => korean);
    expect(trText(title)).toBe('태스크 추가');
  });

  it('leaves braces alone in a text without a translation', () => {
    translateWith(() => korean);
    expect(trText('{0} of {1}')).toBe('{0} of {1}');
  });
});

describe('trCount', () => {
  it('chooses the singular for exactly one', () => {
    expect(trCount(1, '{0} job', '{0} jobs')).toBe('1 job');
    expect(trCount(0, '{0} job', '{0} jobs')).toBe('0 jobs');
    expect(trCount(2, '{0} job of {1}', '{0} jobs of {1}', 'blink')).toBe('2 jobs of blink');
  });

  it('translates the plural for every number', () => {
    translateWith(() => korean);
    expect(trCount(1, '{0} job', '{0} jobs')).toBe('작업 1개');
    expect(trCount(5, '{0} job', '{0} jobs')).toBe('작업 5개');
  });
});
