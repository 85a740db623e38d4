import { describe, expect, it } from 'vitest';
import { NO_OVERHEADS } from '../platform/overheads.ts';
import { newResource } from '../sketch/create.ts';
import type { Policy } from '../sketch/model.ts';
import { admit } from './admission.ts';
import { ms, preemptiveKernel, rtemsSeven, sketchOf, superLoop, type TaskNumbers } from './test-sketches.ts';

/** Evaluates a piece of an explanation's TeX. */
function evaluate(tex: string): number {
  const script = tex
    .replace(/\\underbrace\{([\d.]+(?:\^\{[-+]\})?)\}_\{\\text\{[^{}]*\}\}/g, '$1')
    .replace(/([\d.]+)\^\{([-+])\}/g, '($1 $2 0.001)')
    .replace(/2\^\{1\/(\d+)\}/g, '(2**(1/$1))')
    .replace(/\\frac\{([^{}]*)\}\{([^{}]*)\}/g, '(($1)/($2))')
    .replace(/\\left\\lceil/g, 'Math.ceil(')
    .replace(/\\left\\lfloor/g, 'Math.floor(')
    .replace(/\\right\\rceil|\\right\\rfloor|\\right\)/g, ')')
    .replace(/\\left\(/g, '(')
    .replace(/\\cdot/g, '*')
    .replace(/\\,\\text\{µs\}/g, '')
    .replace(/(\d)\(/g, '$1*(');
  expect(script).toMatch(/^(Math\.(ceil|floor)|[\d\s.+\-*/()])+$/);
  return Number(new Function(`return ${script}`)());
}

/** The symbols to the left of the first number of the sketch. */
const SYMBOLS =
  /^(H = \\operatorname\{lcm\}\(T\) = |\\sum H\/T = |w(\(\d+\))? = |R_\{\\text\{[^}]*\}\} = |.*(C_i\}\{T_i\}|\(U_i \+ 1\)|\\,U_j) = |n\\left\(2\^\{1\/n\} - 1\\right\) = )/;

/** Checks every relation in an explanation's equations. Skips sums that are shortened by dots. */
function expectTrue(tex: string): void {
  for (const equation of tex.split(/, \\quad |\\qquad.*/).filter((part) => part !== '')) {
    const [first = '', ...rest] = equation.replace(SYMBOLS, '').split(/ (=|\\le|>) /);
    if (first.includes('cdots')) continue;
    let left = evaluate(first);
    for (let at = 0; at < rest.length; at += 2) {
      const right = evaluate(rest[at + 1] ?? '');
      if (rest[at] === '=') expect(right, tex).toBeCloseTo(left, 3);
      else if (rest[at] === '>') expect(left, tex).toBeGreaterThan(right);
      else expect(left, tex).toBeLessThanOrEqual(right);
      left = right;
    }
  }
}

const overheads = {
  ...NO_OVERHEADS,
  contextSwitchNs: 1_500,
  releaseNs: 700,
  tickNs: 300,
  tickPeriodNs: 1_000_000,
  blockingNs: 9_000,
};

const sketches: readonly (readonly [string, readonly TaskNumbers[], Policy])[] = [
  ['seven tasks', rtemsSeven, 'rate-monotonic'],
  [
    'a later job with the longest response',
    [
      { T: 70, C: 26 },
      { T: 100, C: 62, D: 118 },
    ],
    'rate-monotonic',
  ],
  [
    'jitter',
    [
      { T: 20, C: 5, D: 10, jitterUs: 6 },
      { T: 50, C: 9, jitterUs: 3 },
    ],
    'deadline-monotonic',
  ],
  [
    'the messages of CAN',
    [
      { T: ms(2.5), C: ms(1) },
      { T: ms(3.5), D: ms(3.25), C: ms(1) },
      { T: ms(3.5), D: ms(3.25), C: ms(1) },
    ],
    'rate-monotonic',
  ],
  [
    'long periods',
    [
      { T: 1_234_567, C: 123_456 },
      { T: 7_654_321, C: 654_321 },
    ],
    'rate-monotonic',
  ],
  ['nine tasks', Array.from({ length: 9 }, (_, k) => ({ T: 1000 + 100 * k, C: 50 + k })), 'rate-monotonic'],
];

describe('the numbers of explanations', () => {
  it.each(sketches)('are right: %s', (_, tasks, policy) => {
    let checked = 0;
    for (const capabilities of [superLoop, preemptiveKernel()]) {
      for (const measured of [null, overheads]) {
        for (const { explanation } of admit(sketchOf(tasks, { policy }), { capabilities, overheads: measured })
          .methods) {
          for (const { tex } of explanation) {
            if (tex === undefined) continue;
            expectTrue(tex);
            checked += 1;
          }
        }
      }
    }
    expect(checked).toBeGreaterThanOrEqual(4 * tasks.length);
  });

  it('appear in the equation of the job with the longest response', () => {
    const { methods } = admit(
      sketchOf([
        { T: 70, C: 26 },
        { T: 100, C: 62, D: 118 },
      ]),
      { capabilities: preemptiveKernel() },
    );
    const steps = methods.find((result) => result.method === 'response-time')?.explanation;
    expect(steps?.[1]?.tex).toBe(
      'w(4) = 5 \\cdot 62 + \\left\\lceil\\frac{518}{70}\\right\\rceil \\cdot 26 = 518, \\quad ' +
        'R_{\\text{T2}} = 518 - 4 \\cdot 100 = 118\\,\\text{µs} \\le 118\\,\\text{µs}',
    );
  });

  it('appear in words, too: own cost, blocking, interference', () => {
    const drawn = sketchOf(
      [
        { T: 20, C: 6, priority: 3 },
        { T: 50, C: 8, priority: 2 },
        { T: 100, C: 12, priority: 1 },
      ],
      {
        policy: 'fixed',
        resources: [newResource('bus', { users: ['T1', 'T3'].map((task) => ({ task, criticalSectionUs: 4 })) })],
      },
    );
    const { methods } = admit(drawn, { capabilities: preemptiveKernel() });
    const steps = methods.find((result) => result.method === 'response-time')?.explanation ?? [];
    expect(steps.slice(0, 3).map(({ text }) => text)).toEqual([
      'R(T1) = 10 µs ≤ D = 20 µs: its own 6 µs, 4 µs of blocking.',
      'R(T2) = 18 µs ≤ D = 50 µs: its own 8 µs, 4 µs of blocking and the interference of 1 more urgent task.',
      'R(T3) = 32 µs ≤ D = 100 µs: its own 12 µs and the interference of 2 more urgent tasks.',
    ]);
    expect(steps[0]?.tex).toContain('\\underbrace{4}_{\\text{blocking}}');
  });
});
