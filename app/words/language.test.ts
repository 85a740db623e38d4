import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

describe('languageOf', () => {
  it("is the user's choice", () => {
    expect(languageOf('ko', ['en-US'])).toBe('ko');
    expect(languageOf('en', ['ko-KR'])).toBe('en');
  });

  it("is the first of the system's languages that the window has", () => {
    expect(languageOf('system', ['fr-FR', 'ko-KR', 'en-US'])).toBe('ko');
    expect(languageOf('system', ['KO'])).toBe('ko');
  });

  it('is English where the window has none of them', () => {
    expect(languageOf('system', ['fr-FR', 'kok-IN'])).toBe('en');
    expect(languageOf('system', [])).toBe('en');
  });
});
