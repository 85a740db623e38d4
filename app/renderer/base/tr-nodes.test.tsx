import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { fillPattern, translateWith } from '../../../generator/words/tr.ts';
import { trNodes } from './tr-nodes.tsx';

afterEach(() => translateWith());

describe('trNodes', () => {
  const sentence = () => <p>{trNodes`Press ${<kbd>F9</kbd>} in ${'blink'}.`}</p>;

  it('puts elements into the English sentence', () => {
    expect(renderToStaticMarkup(sentence())).toBe('<p>Press <kbd>F9</kbd> in blink.</p>');
  });

  it('puts elements where the other language has them', () => {
    translateWith(
      () => (pattern, values) =>
        pattern === 'Press {0} in {1}.' ? fillPattern('{1}에서 {0} 키를 누르세요.', values) : undefined,
    );
    expect(renderToStaticMarkup(sentence())).toBe('<p>blink에서 <kbd>F9</kbd> 키를 누르세요.</p>');
  });
});
