import { describe, expect, it } from 'vitest';
import { withParticles } from './particles.ts';

describe('withParticles', () => {
  it('follows the last sound of a Korean word', () => {
    expect(withParticles('버튼[[을]] 센서[[을]]')).toBe('버튼을 센서를');
    expect(withParticles('버튼[[은]] 센서[[은]]')).toBe('버튼은 센서는');
    expect(withParticles('버튼[[이]] 센서[[가]]')).toBe('버튼이 센서가');
    expect(withParticles('버튼[[와]] 센서[[과]]')).toBe('버튼과 센서와');
  });

  it('writes 로 after ㄹ', () => {
    expect(withParticles('서울[[로]] 버튼[[로]] 센서[[로]]')).toBe('서울로 버튼으로 센서로');
  });

  it('follows how digits and units are read', () => {
    expect(withParticles('3[[을]] 2[[을]] 10[[이]] 7[[로]] 6[[로]]')).toBe('3을 2를 10이 7로 6으로');
    expect(withParticles('7 ms[[을]] 5 s[[이]] 5\u00a0s[[이]] 50 %[[을]] 128 B[[을]]')).toBe(
      '7 ms를 5 s가 5\u00a0s가 50 %를 128 B를',
    );
  });

  it('looks through quotation marks and brackets', () => {
    expect(withParticles("'버튼'[[을]] (센서)[[을]]")).toBe("'버튼'을 (센서)를");
  });

  it('writes both forms after a word of another script', () => {
    expect(withParticles('blink[[을]] read[[이]] LED[[은]] knob[[로]] task[[와]]')).toBe(
      'blink을(를) read이(가) LED은(는) knob(으)로 task와(과)',
    );
  });

  it('leaves other brackets alone', () => {
    expect(withParticles('[[nodiscard]] a[[0]] [[참고]]')).toBe('[[nodiscard]] a[[0]] [[참고]]');
  });
});
