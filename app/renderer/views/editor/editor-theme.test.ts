import { describe, expect, it } from 'vitest';
import { sixDigits } from './editor-theme.ts';

describe('colours for the editor', () => {
  it('have six digits', () => {
    expect(sixDigits('#fff')).toBe('#ffffff');
    expect(sixDigits('#a1B')).toBe('#aa11BB');
    expect(sixDigits('#0e1116')).toBe('#0e1116');
  });
});
