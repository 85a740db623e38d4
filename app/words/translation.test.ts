import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogTranslation } from './translation.ts';

const translate = catalogTranslation('ko', {
  'Add a task': '태스크 추가',
  'Add a task.': '태스크를 추가하세요.',
  '{0} blocks {1}': '{1}[[을]] {0}[[이]] 막습니다',
  'Note: {0}_one': '참고: {0}',
});

describe('catalogTranslation', () => {
  it('knows the texts of its catalog', () => {
    expect(translate('Add a task', [])).toBe('태스크 추가');
    expect(translate('Add a task.', [])).toBe('태스크를 추가하세요.');
    expect(translate('Note: {0}_one', ['x'])).toBe('참고: x');
    expect(translate('Add', [])).toBeUndefined();
    expect(translate('toString', [])).toBeUndefined();
  });

  it('puts values at their places, and chooses particles', () => {
    expect(translate('{0} blocks {1}', ['버튼', '센서'])).toBe('센서를 버튼이 막습니다');
    expect(translate('{0} blocks {1}', [1, 2])).toBe('2를 1이 막습니다');
  });

  it('shows values as they are', () => {
    for (const value of ['{1}', '$t(Add a task)', '<b>', '$&', '{{0}}', '__proto__', '[[nodiscard]]'])
      expect(translate('Note: {0}_one', [value])).toBe(`참고: ${value}`);
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(translate('Note: {0}_one', [value])).toBe(`참고: ${value}`);
      }),
    );
  });
});
