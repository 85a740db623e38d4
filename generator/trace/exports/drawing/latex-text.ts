/**
 * Text for LaTeX. pdfLaTeX has no letters for most scripts, and LuaLaTeX and XeLaTeX leave out what their font
 * does not have. So such letters are written as `\polylooptext{code}{letters}{Latin letters}`, and the
 * document chooses.
 */
import { visible } from '../../../words/visible.ts';

/** Takes the letters if the font has the first one. A document can define the command before it inputs the picture. */
export const TEXT_COMMAND =
  '\\providecommand{\\polylooptext}[3]{\\ifdefined\\Umathchar\\iffontchar\\font#1 #2\\else#3\\fi\\else#3\\fi}\n';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  µ: '\\ensuremath{\\mu}',
  '…': '\\ldots{}',
  '–': '--',
  '·': '\\textperiodcentered{}',
};

/** Letters that each engine and font encoding of LaTeX has, beside ASCII: these and letters with a usual accent. */
const COMMON = /^[ßæøœłÆØŒŁ]$/u;
const ACCENTED = /^[A-Za-z][\u0300-\u0304\u0306-\u0308\u030a-\u030c\u0327]$/u;
const isKnown = (letter: string): boolean =>
  letter <= '~' || letter in SPECIAL || COMMON.test(letter) || ACCENTED.test(letter.normalize('NFD'));

export function latexText(text: string): string {
  const letters = [...visible(text.replaceAll(/[^\P{Cc}]/gu, ' '))];
  let result = '';
  for (let i = 0; i < letters.length; ) {
    const from = i;
    while (i < letters.length && !isKnown(letters[i] ?? '')) i++;
    if (i > from) result += otherLetters(letters.slice(from, i));
    else result += known(letters[i++] ?? '');
  }
  return result;
}

const known = (letter: string): string => SPECIAL[letter] ?? letter.replace(/[#$%&_{}]/, '\\$&');

function otherLetters(letters: readonly string[]): string {
  const latin = letters.map((letter) => romanized(letter)).join('');
  return `\\polylooptext{${letters[0]?.codePointAt(0)}}{${letters.join('')}}{${latin}}`;
}

const HANGUL = 0xac00;
const [VOWELS, ENDS] = [21, 28];
const INITIAL = 'g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h'.split(',');
const VOWEL = 'a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i'.split(',');
const END = ',k,k,k,n,n,n,t,l,k,m,l,l,l,p,l,m,p,p,t,t,ng,t,t,k,t,p,t'.split(',');

/** Syllables of Hangul in the Revised Romanization, each by itself. Other letters as their number in Unicode. */
function romanized(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const place = code - HANGUL;
  if (place >= 0 && place < INITIAL.length * VOWELS * ENDS) {
    const [initial, vowel] = [Math.floor(place / (VOWELS * ENDS)), Math.floor(place / ENDS) % VOWELS];
    return `${INITIAL[initial]}${VOWEL[vowel]}${END[place % ENDS]}`;
  }
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
