import { afterEach, describe, expect, it } from 'vitest';
import { translateWith } from '../../generator/words/tr.ts';
import { blocklyWords } from './locale.ts';

afterEach(() => translateWith());

describe('blocklyWords', () => {
  it('is English without a translation, and where the translation names no language of Blockly', () => {
    expect(blocklyWords().DELETE_BLOCK).toBe('Delete Block');
    translateWith(() => (pattern) => `⟦${pattern}⟧`);
    expect(blocklyWords().DELETE_BLOCK).toBe('Delete Block');
  });

  it('is Korean in a Korean window, and has every text of the English words', () => {
    const english = Object.keys(blocklyWords());
    translateWith(() => (pattern) => (pattern === 'en' ? 'ko' : undefined));
    expect(blocklyWords().DELETE_BLOCK).toBe('블록 삭제');
    expect(Object.keys(blocklyWords())).toEqual(expect.arrayContaining(english));
  });
});
