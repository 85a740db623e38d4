/** The worked examples of docs/analysis.md, executed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { TARGETS } from '../../generator/targets/index.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/analysis.md'), 'utf8');

interface Example {
  readonly expected: ReadonlyMap<string, string>;
  readonly text: string;
}

const examples: readonly Example[] = [...page.matchAll(/^```example (.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  expected: new Map((match[1] ?? '').split(' ').map((pair) => pair.split('=') as [string, string])),
  text: match[2] ?? '',
}));

function judge({ expected, text }: Example) {
  const result = readSketch(text);
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
  const capabilities = TARGETS.find((target) => target.id === expected.get('target'));
  if (capabilities === undefined) throw new Error(`unknown target ${expected.get('target')}`);
  const server = expected.get('server') as Capabilities['server'];
  const admission = admit(result.sketch, {
    capabilities: {
      ...capabilities,
      ...(server === undefined ? {} : { server }),
      ...(expected.has('levels') ? { priorityLevels: Number(expected.get('levels')) } : {}),
    },
  });
  const method = admission.methods.find((candidate) => candidate.method === expected.get('method'));
  if (method === undefined) throw new Error(`unknown method ${expected.get('method')}`);
  return { admission, method };
}

describe('docs/analysis.md', () => {
  it('has an example for every method', () => {
    const shown = new Set(examples.map((example) => example.expected.get('method')));
    const missing = METHODS.map((method) => method.id).filter((id) => !shown.has(id));
    expect(missing, `add an example of ${missing.join(', ')} to docs/analysis.md`).toEqual([]);
    expect([...shown].toSorted()).toEqual(METHODS.map((method) => method.id).toSorted());
  });

  it.each(examples.map((example) => [example.expected.get('method'), example] as const))('%s', (_, example) => {
    const { admission, method } = judge(example);
    const { expected } = example;
    expect(method).toMatchObject({ applies: true, verdict: expected.get('verdict') });
    const numbers = method.explanation.flatMap((step) => Object.values(step.numbers ?? {}));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.every((value) => Number.isFinite(value))).toBe(true);
    if (expected.has('value')) expect(method.value?.toFixed(4)).toBe(expected.get('value'));
    if (expected.has('bound')) expect(method.bound?.toFixed(4)).toBe(expected.get('bound'));
    if (expected.has('responses')) {
      const responses = admission.tasks.map((task) => Math.ceil((task.responseNs ?? 0) / 1000));
      expect(responses.join(',')).toBe(expected.get('responses'));
    }
  });
});
