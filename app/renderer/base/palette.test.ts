import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, distance, type LinearRgb, parseHex, simulate, type Vision } from './colour.ts';
import { PATTERNS, patternImage, TASK_COLOUR_COUNT, taskLook, taskToken } from './palette.ts';

const THEMES = ['dark', 'light', 'contrast'] as const;
type ThemeName = (typeof THEMES)[number];

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

function block(theme: ThemeName): string {
  const selector = theme === 'dark' ? ':root {' : `:root[data-theme="${theme}"] {`;
  const start = css.indexOf(selector);
  return css.slice(start, css.indexOf('\n}', start));
}

function token(theme: ThemeName, name: string): LinearRgb {
  const value = new RegExp(`${name}:\\s*(#[0-9a-f]{3,6})\\b`, 'i').exec(block(theme))?.[1] ?? '';
  const rgb = parseHex(value);
  if (!rgb) throw new Error(`Theme ${theme} gives ${name} no colour.`);
  return rgb;
}

const tasks = (theme: ThemeName): LinearRgb[] =>
  Array.from({ length: TASK_COLOUR_COUNT }, (_, i) => token(theme, taskToken(i)));

describe.each(THEMES)('theme %s', (theme) => {
  test.each(['--pl-canvas', '--pl-surface'])('every task colour stands out from %s by 3:1 (WCAG 1.4.11)', (ground) => {
    const behind = token(theme, ground);
    const meaning = ['--pl-miss', '--pl-budget', '--pl-accent'].map((name) => token(theme, name));
    for (const colour of [...tasks(theme), ...meaning]) {
      expect(contrast(colour, behind)).toBeGreaterThanOrEqual(3);
    }
  });

  test('all text stands out by 4.5:1', () => {
    for (const ground of ['--pl-canvas', '--pl-surface', '--pl-raised']) {
      expect(contrast(token(theme, '--pl-text'), token(theme, ground))).toBeGreaterThanOrEqual(7);
      expect(contrast(token(theme, '--pl-text-dim'), token(theme, ground))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(token(theme, '--pl-text-faint'), token(theme, ground))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(token(theme, '--pl-accent-text'), token(theme, '--pl-accent'))).toBeGreaterThanOrEqual(4.5);
  });

  // Tasks are told apart by colour and place; red and amber are also marks of their own shape, so that less will do.
  test.each<[Vision, number, number]>([
    ['normal', 10, 10],
    ['protanopia', 7, 6],
    ['deuteranopia', 7, 6],
    ['tritanopia', 6, 6],
  ])('task colours stay apart, and from red and amber, with %s', (vision, leastBetween, leastFromMeaning) => {
    const colours = tasks(theme).map((c) => simulate(c, vision));
    const meaning = ['--pl-miss', '--pl-budget'].map((name) => simulate(token(theme, name), vision));
    for (const [i, a] of colours.entries()) {
      for (const b of colours.slice(i + 1))
        expect(distance(a, b), `task ${i + 1}`).toBeGreaterThanOrEqual(leastBetween);
      for (const b of meaning) expect(distance(a, b), `task ${i + 1}`).toBeGreaterThanOrEqual(leastFromMeaning);
    }
  });
});

test('the first forty tasks all look different', () => {
  const looks = Array.from({ length: TASK_COLOUR_COUNT * PATTERNS.length }, (_, i) => JSON.stringify(taskLook(i)));
  expect(new Set(looks).size).toBe(40);
  expect(taskLook(40)).toEqual(taskLook(0));
});

test('every pattern has an image of its own', () => {
  expect(new Set(PATTERNS.map((p) => patternImage(p))).size).toBe(PATTERNS.length);
});
