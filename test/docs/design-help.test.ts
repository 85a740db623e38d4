/** The worked examples of design help in docs/analysis.md, executed without overheads. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { designHelp } from '../../generator/analysis/help/index.ts';
import type { DesignHelp, TaskHelp } from '../../generator/analysis/help/types.ts';
import { compareTargets } from '../../generator/judge/compare.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { staticFit } from '../../generator/judge/fit.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/analysis.md'), 'utf8');

const examples = [...page.matchAll(/^```design (.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  title: match[1] ?? '',
  pairs: (match[1] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]),
  text: match[2] ?? '',
}));

const word = (yes: boolean): string => (yes ? 'yes' : 'no');
const us = (ns: number | null | undefined): string => (ns == null ? 'none' : String(ns / 1000));

/** The claims of an example, by the word in its first line. */
const CLAIMS: Readonly<Record<string, (help: DesignHelp, sketch: Sketch) => string>> = {
  budgets: (help) => each(help, ({ mostBudgetUs }) => mostBudgetUs),
  periods: (help) => each(help, ({ leastPeriodUs }) => leastPeriodUs),
  deadlines: (help) => each(help, ({ leastDeadlineUs }) => leastDeadlineUs),
  slack: (help) => each(help, ({ slackNs }) => (slackNs ?? Number.NaN) / 1000),
  scale: ({ scale }) => String(scale),
  'rate-monotonic': (help, sketch) => order(help, sketch, 'rate-monotonic'),
  'deadline-monotonic': (help, sketch) => order(help, sketch, 'deadline-monotonic'),
  audsley: (help, sketch) => order(help, sketch, 'audsley'),
  'first-fit': (help) => cores(help, 'first-fit'),
  'best-fit': (help) => cores(help, 'best-fit'),
  'worst-fit': (help) => cores(help, 'worst-fit'),
  reaction: ({ chains }) => us(chains[0]?.reactionNs),
  age: ({ chains }) => us(chains[0]?.ageNs),
  ring: ({ rings }) => String(rings[0]?.leastCapacity),
  'delay-step': ({ interrupts }) => String((interrupts[0]?.explanation[0]?.numbers?.WCD ?? 0) / 1e6),
  ram: (_, sketch) => String(staticFit(sketch)?.ramBytes),
  superloop: (_, sketch) => admittedOn(sketch, 'superloop'),
  freertos: (_, sketch) => admittedOn(sketch, 'freertos'),
  quest: (_, sketch) => admittedOn(sketch, 'quest'),
};

const each = ({ tasks }: DesignHelp, of: (task: TaskHelp) => number | null): string => tasks.map(of).join(',');

function order({ priorities }: DesignHelp, { tasks }: Sketch, rule: string): string {
  const found = priorities.find((proposal) => proposal.rule === rule);
  return `${found?.order.map((task) => tasks[task]?.name).join(',')}:${word(found?.admitted ?? false)}`;
}

function cores({ partitions }: DesignHelp, rule: string): string {
  const found = partitions.find((proposal) => proposal.rule === rule);
  return `${found?.cores.join(',')}:${word(found?.admitted ?? false)}`;
}

const admittedOn = (sketch: Sketch, target: string): string =>
  word(compareTargets(sketch, true).find((row) => row.target === target)?.admitted ?? false);

describe('design help in docs/analysis.md', () => {
  it('has an example of each kind of design help', () => {
    const claimed = new Set(examples.flatMap(({ pairs }) => pairs.map(([what]) => what)));
    for (const what of [
      'budgets',
      'periods',
      'deadlines',
      'slack',
      'scale',
      'audsley',
      'first-fit',
      'reaction',
      'age',
    ]) {
      expect(claimed).toContain(what);
    }
    for (const what of ['ring', 'delay-step', 'ram', 'superloop']) expect(claimed).toContain(what);
  });

  it.each(examples)('$title', ({ pairs, text }) => {
    const read = readSketch(text);
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
    const { sketch } = read;
    const help = designHelp(sketch, contextOf(sketch, true));
    const found = pairs.map(([what, claim]) => {
      if (what === 'target') return [what, sketch.target];
      const of = CLAIMS[what];
      if (of === undefined) throw new Error(`The example claims "${what}=${claim}", which is nothing.`);
      return [what, of(help, sketch)];
    });
    expect(found).toEqual(pairs);
  });
});
