import { describe, expect, test } from 'vitest';
import { modelOf } from '../../../../../generator/simulation/test-models.ts';
import { happeningWords, namesOf, reasonWords } from './schedule-words.ts';

const MS = 1_000_000;
const model = modelOf([
  { T: 10, C: 1 },
  { T: 20, C: 1 },
]);
const bus = {
  class: 'resource',
  index: 0,
  name: 'bus',
  periodNs: null,
  offsetNs: null,
  deadlineNs: null,
  budgetNs: null,
};
const names = namesOf({
  ...model,
  metadata: { ...model.metadata, objects: [...model.metadata.objects, bus as never] },
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const words = (...of: Parameters<typeof reasonWords>) => plain(reasonWords(...of));

describe('why a task does not run', () => {
  test('names the preempting task, the rule, and the deciding number', () => {
    const rule = { kind: 'deadline', byNs: 12 * MS, ownNs: 20.25 * MS } as const;
    const reason = { kind: 'held-off', started: true, by: 0, core: 0, rule } as const;
    expect(words(reason, names)).toBe('preempted by T1: earlier deadline, 12.0 ms before 20.250 ms');
    expect(words({ ...reason, started: false, rule: { kind: 'priority' } }, names)).toBe(
      'has to wait for T1: higher priority',
    );
    expect(words({ ...reason, core: 2, rule: { kind: 'priority' } }, { ...names, cores: 4 })).toBe(
      'preempted by T1 on core 2: higher priority',
    );
  });

  test('describes resources by their protocol', () => {
    const reason = {
      kind: 'held-off',
      started: false,
      by: 1,
      core: 0,
      rule: { kind: 'resource', resource: 0 },
    } as const;
    expect(words(reason, names)).toContain('it holds bus, and runs at its ceiling');
    expect(words(reason, { ...names, protocol: 'inheritance' })).toContain('has inherited the priority');
    const blocked = { kind: 'blocked', resource: 0, by: 1, inversion: null } as const;
    expect(words(blocked, names)).toBe('blocked: T2 holds bus');
    expect(words({ ...blocked, inversion: 0 }, names)).toBe('blocked: T2 holds bus, and T1 runs: priority inversion');
  });

  test('is empty for a task that runs or has no work', () => {
    expect(words({ kind: 'runs', core: 0 }, names)).toBe('');
    expect(words({ kind: 'nothing' }, names)).toBe('');
  });
});

describe('what happens', () => {
  test('is one sentence per event', () => {
    const reason = { kind: 'held-off', started: true, by: 0, core: 0, rule: { kind: 'priority' } } as const;
    expect(happeningWords({ kind: 'switch-out', object: 1, value: 0, reason }, names)).toBe(
      'T2 is preempted by T1: higher priority',
    );
    const budget = { kind: 'budget', sinceNs: 0, untilNs: 40 * MS } as const;
    expect(plain(happeningWords({ kind: 'switch-out', object: 1, value: 0, reason: budget }, names))).toBe(
      'T2 stops: its budget is exhausted until 40.0 ms',
    );
    expect(happeningWords({ kind: 'lock-acquire', object: 0, value: 1, reason: null }, names)).toBe('T2 locks bus');
  });
});
