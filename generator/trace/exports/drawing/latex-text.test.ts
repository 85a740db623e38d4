import { expect, it } from 'vitest';
import { latexText } from './latex-text.ts';

it.each([
  ['a_1 & b', String.raw`a\_1 \& b`],
  [
    String.raw`#$%{}~^\|"<µ…`,
    String.raw`\#\$\%\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}\textbar{}''\textless{}\ensuremath{\mu}\ldots{}`,
  ],
  ['Größe é', 'Größe é'],
  ['온도 읽기', String.raw`\polylooptext{50728}{온도}{ondo} \polylooptext{51069}{읽기}{ikgi}`],
  ['한글_값', String.raw`\polylooptext{54620}{한글}{hangeul}\_\polylooptext{44050}{값}{gap}`],
  ['中 Ж', String.raw`\polylooptext{20013}{中}{U+4E2D} \polylooptext{1046}{Ж}{U+0416}`],
])('writes %s', (text, latex) => {
  expect(latexText(text)).toBe(latex);
});
