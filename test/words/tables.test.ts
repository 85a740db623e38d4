/** Tables of words follow the language that a window chooses after their modules are loaded. */
import { afterEach, describe, expect, it } from 'vitest';
import { toolsStatus } from '../../app/host/tools-status.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { BOARDS } from '../../generator/boards/index.ts';
import { FINDING_KINDS } from '../../generator/health/finding.ts';
import { BUILT_FLASH, BUILT_RAM, ESTIMATED_RAM } from '../../generator/numbers/memory.ts';
import { PART_TYPE_LIST } from '../../generator/parts/kinds.ts';
import { memberWords } from '../../generator/sketch/changes.ts';
import { ELEMENT_KINDS, KIND_LABELS } from '../../generator/sketch/elements.ts';
import { TARGETS } from '../../generator/targets/index.ts';
import { FORMATS } from '../../generator/trace/exports/index.ts';
import { translateWith } from '../../generator/words/tr.ts';

afterEach(() => translateWith());

/** The texts of each table. */
const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  'the tests of the analysis': () => METHODS.flatMap(({ label, phrase }) => [label, phrase]),
  'the meanings of symbols': () => METHODS.flatMap(({ formula }) => formula.legend.map(([, meaning]) => meaning)),
  'the kinds of findings': () => Object.values(FINDING_KINDS).map(({ label }) => label),
  'the kinds of elements': () => ELEMENT_KINDS.map((kind) => KIND_LABELS[kind]),
  'the members of a sketch': () => [...ELEMENT_KINDS, 'periodUs', 'ioServer'].map(memberWords),
  'what parts do': () => PART_TYPE_LIST.map(({ summary }) => summary),
  'the terminals of parts': () =>
    PART_TYPE_LIST.flatMap(({ terminals }) => terminals.flatMap(({ label, unwired }) => [label, unwired ?? label])),
  'the settings of parts': () =>
    PART_TYPE_LIST.flatMap(({ settings, control }) => [...settings, ...(control === null ? [] : [control])]).map(
      ({ label }) => label,
    ),
  'the colours of parts': () =>
    PART_TYPE_LIST.flatMap(({ settings }) => settings)
      .flatMap((setting) => ('options' in setting ? setting.options : []))
      .map(({ label }) => label),
  'what targets are': () => TARGETS.map(({ summary }) => summary),
  'the sources of interrupts': () =>
    BOARDS.flatMap(({ interruptSources }) => interruptSources.map(({ label }) => label)),
  'the formats of exports': () => FORMATS.map(({ label }) => label),
  'figures of memory': () => [ESTIMATED_RAM, BUILT_RAM, BUILT_FLASH].flatMap(({ label, hint }) => [label, hint]),
  'what tools are for': () => toolsStatus('').map(({ purpose }) => purpose),
};

describe('tables of words', () => {
  it.each(Object.entries(TABLES))('translate %s', (_name, texts) => {
    const english = texts();
    translateWith(() => (pattern, values) => `⟦${pattern.replace(/\{(\d+)\}/g, (_, index) => String(values[index]))}⟧`);
    expect(english.length).toBeGreaterThan(0);
    expect(texts()).toEqual(english.map((text) => `⟦${text}⟧`));
  });
});
