import { readFileSync } from 'node:fs';
import path from 'node:path';
import { converter, differenceEuclidean, type Lrgb, parseHex, wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { PATTERNS, patternImage, TASK_COLOUR_COUNT, taskLook, taskToken } from './palette.ts';

const THEMES = ['dark', 'light', 'contrast'] as const;
type ThemeName = (typeof THEMES)[number];

type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia';
type Matrix = readonly (readonly [number, number, number])[];

/**
 * Machado, Oliveira and Fernandes 2009, severity 1. Their matrices are for linear light, and
 * culori's filters are not.
 */
const SIMULATION: Readonly<Record<Exclude<Vision, 'normal'>, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function simulate(colour: Lrgb, vision: Vision): Lrgb {
  if (vision === 'normal') return colour;
  const [r = 0, g = 0, b = 0] = SIMULATION[vision].map(([x, y, z]) =>
    Math.min(1, Math.max(0, x * colour.r + y * colour.g + z * colour.b)),
  );
  return { mode: 'lrgb', r, g, b };
}

const inOklab = differenceEuclidean('oklab');
/** Distance in OKLab times 100. About 2 is just noticeable for adjacent colours. */
const distance = (a: Lrgb, b: Lrgb) => 100 * inOklab(a, b);

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

function block(theme: ThemeName): string {
  const selector = theme === 'dark' ? ':root {' : `:root[data-theme="${theme}"] {`;
  const start = css.indexOf(selector);
  return css.slice(start, css.indexOf('\n}', start));
}

function token(theme: ThemeName, name: string): Lrgb {
  const value = new RegExp(`${name}:\\s*(#[0-9a-f]{3,6})\\b`, 'i').exec(block(theme))?.[1] ?? '';
  const rgb = parseHex(value);
  if (!rgb) throw new Error(`Theme ${theme} gives ${name} no colour.`);
  return converter('lrgb')(rgb);
}

const tasks = (theme: ThemeName): Lrgb[] =>
  Array.from({ length: TASK_COLOUR_COUNT }, (_, i) => token(theme, taskToken(i)));

describe.each(THEMES)('theme %s', (theme) => {
  test.each(['--pl-canvas', '--pl-surface'])(
    'every task colour has a contrast of 3:1 with %s (WCAG 1.4.11)',
    (ground) => {
      const behind = token(theme, ground);
      const meaning = ['--pl-miss', '--pl-budget', '--pl-accent'].map((name) => token(theme, name));
      for (const colour of [...tasks(theme), ...meaning]) {
        expect(wcagContrast(colour, behind)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test('all text has a contrast of 4.5:1', () => {
    for (const ground of ['--pl-canvas', '--pl-surface', '--pl-raised']) {
      expect(wcagContrast(token(theme, '--pl-text'), token(theme, ground))).toBeGreaterThanOrEqual(7);
      expect(wcagContrast(token(theme, '--pl-text-dim'), token(theme, ground))).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(token(theme, '--pl-text-faint'), token(theme, ground))).toBeGreaterThanOrEqual(4.5);
    }
    expect(wcagContrast(token(theme, '--pl-accent-text'), token(theme, '--pl-accent'))).toBeGreaterThanOrEqual(4.5);
  });

  // Tasks are distinguished by colour and position. Red and amber also mark distinct shapes, so
  // smaller distances suffice for them.
  test.each<[Vision, number, number]>([
    ['normal', 10, 10],
    ['protanopia', 7, 6],
    ['deuteranopia', 7, 6],
    ['tritanopia', 6, 6],
  ])(
    'task colours are distinct from each other and from red and amber with %s',
    (vision, leastBetween, leastFromMeaning) => {
      const colours = tasks(theme).map((c) => simulate(c, vision));
      const meaning = ['--pl-miss', '--pl-budget'].map((name) => simulate(token(theme, name), vision));
      for (const [i, a] of colours.entries()) {
        for (const b of colours.slice(i + 1))
          expect(distance(a, b), `task ${i + 1}`).toBeGreaterThanOrEqual(leastBetween);
        for (const b of meaning) expect(distance(a, b), `task ${i + 1}`).toBeGreaterThanOrEqual(leastFromMeaning);
      }
    },
  );
});

test('the first forty tasks all look different', () => {
  const looks = Array.from({ length: TASK_COLOUR_COUNT * PATTERNS.length }, (_, i) => JSON.stringify(taskLook(i)));
  expect(new Set(looks).size).toBe(40);
  expect(taskLook(40)).toEqual(taskLook(0));
});

test('every pattern has an image of its own', () => {
  expect(new Set(PATTERNS.map((p) => patternImage(p))).size).toBe(PATTERNS.length);
});
