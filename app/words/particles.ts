/**
 * Korean particles after a value. Most particles have two forms, and the last sound of the word before
 * chooses one: 버튼을 (after a consonant), 센서를 (after a vowel). A catalog writes `{0}[[을]]`.
 */
import { josa } from 'es-hangul';

/** By each form that a catalog may write: both forms, and the spelling for a word of unknown sound. */
const FORMS = {
  을: ['을/를', '을(를)'],
  를: ['을/를', '을(를)'],
  이: ['이/가', '이(가)'],
  가: ['이/가', '이(가)'],
  은: ['은/는', '은(는)'],
  는: ['은/는', '은(는)'],
  과: ['와/과', '와(과)'],
  와: ['와/과', '와(과)'],
  로: ['으로/로', '(으)로'],
  으로: ['으로/로', '(으)로'],
  라: ['이라/라', '(이)라'],
  이라: ['이라/라', '(이)라'],
} as const;

type Written = keyof typeof FORMS;

const PARTICLE = /\[\[([가-힣]{1,2})\]\]/g;
const HANGUL = /[가-힣]$/;

/** How digits and units are read aloud. */
const READINGS: readonly (readonly [pattern: RegExp, reading: string])[] = [
  [/(?:ms|µs|ns|\d[ \u00a0]?s)$/, '초'],
  [/%$/, '퍼센트'],
  [/[kM]?Hz$/, '헤르츠'],
  [/\d[ \u00a0]?B$/, '바이트'],
  [/[kKM]i?B$/, '바이트'],
  [/0$/, '영'],
  [/1$/, '일'],
  [/2$/, '이'],
  [/3$/, '삼'],
  [/4$/, '사'],
  [/5$/, '오'],
  [/6$/, '육'],
  [/7$/, '칠'],
  [/8$/, '팔'],
  [/9$/, '구'],
];

/** The Korean reading of the end of `text`, or undefined where it is not known, as for an English name. */
function readingOf(text: string): string | undefined {
  const word = text.replace(/[\s"'’”`)\]〉》」』⟧.,]+$/, '');
  if (HANGUL.test(word)) return word;
  return READINGS.find(([pattern]) => pattern.test(word))?.[1];
}

const isWritten = (text: string): text is Written => text in FORMS;

/**
 * Replaces each `[[을]]` and its kin by the form that the text before it requires. After an English
 * word both forms are written, as Korean newspapers and forms do: blink을(를).
 */
export const withParticles = (text: string): string =>
  text.replace(PARTICLE, (mark, written: string, at: number) => {
    if (!isWritten(written)) return mark;
    const [pair, unknown] = FORMS[written];
    const reading = readingOf(text.slice(0, at).replace(PARTICLE, ''));
    return reading === undefined ? unknown : josa.pick(reading, pair);
  });
