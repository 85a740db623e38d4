/** Extreme input: full utilization, huge times, long names, thousands of tasks. */
import { describe, expect, it } from 'vitest';
import { METHODS } from './registry.ts';
import { onKernel, onSuperLoop } from './test-admissions.ts';

describe('extreme numbers', () => {
  it('gives a result at full utilization with jitter, where the busy period is infinite', () => {
    for (const policy of ['rate-monotonic', 'edf'] as const) {
      expect(onKernel([{ T: 10, C: 10, D: 30, jitterUs: 1 }], { policy }).admitted).toBe(true);
      expect(onSuperLoop([{ T: 10, C: 10, D: 30, jitterUs: 1 }], { policy }).admitted).toBe(true);
    }
    expect(onKernel([{ T: 10, C: 10, D: 30, jitterUs: 1 }]).tasks[0]?.responseNs).toBe(11_000);
  });

  it('keeps the sentence on one line for any names', () => {
    const long = 'Blinkenlights '.repeat(14);
    const { sentence } = onKernel([{ T: 10, C: 10, D: 5, name: long }]);
    expect(sentence.length).toBeLessThan(110);
    expect(onKernel([{ T: 2 ** 45, C: 1, name: long }]).sentence.length).toBeLessThan(160);
  });

  it('does not hang on hundreds of tasks at the Liu and Layland bound', () => {
    const count = 500;
    const most = 2 ** (1 / count) - 1;
    const tasks = Array.from({ length: count }, (_, index) => {
      const T = 2 ** 42 - index;
      return { T, C: Math.floor(T * most) };
    });
    expect(onKernel(tasks).methods).toHaveLength(METHODS.length);
  });

  it('decides U = 1 + 1/10^12 and U = 1 exactly', () => {
    const base = 10 ** 9;
    const edge = (extra: number) =>
      onKernel(
        [
          { T: base, C: base - 1 },
          { T: base, C: 1 + extra },
        ],
        { policy: 'edf' },
      );
    expect(edge(0).admitted).toBe(true);
    expect(edge(1)).toMatchObject({ admitted: false, decidedBy: 'processor-demand' });
  });

  it('rejects times that are not exact, and names the field', () => {
    const admission = onKernel([{ T: 2 ** 45, C: 1 }]);
    expect(admission.admitted).toBe(false);
    expect(admission.sentence).toContain('periodUs of task "T1"');
  });

  it('gives a result for ten thousand tasks and for co-prime periods at full utilization', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ T: 10_000_019 + 2 * index, C: 900 }));
    expect(onKernel(many).methods.length).toBeGreaterThan(0);
    const coprime = [999_983, 999_979, 999_961, 999_959].map((T) => ({ T, C: 249_990 }));
    const { methods } = onKernel(coprime);
    for (const result of methods) expect(Number.isNaN(result.value ?? 0)).toBe(false);
    const primes = [999_983, 999_979, 999_961, 999_959, 999_953, 999_931, 999_917, 999_907];
    const endless = (T: number, C = Math.floor(T / 8)) => ({ T, C, D: 20 * T, jitterUs: 17 });
    expect(
      onSuperLoop(
        primes.map((T) => endless(T)),
        { policy: 'edf' },
      ).decidedBy,
    ).toBe('processor-demand-non-preemptive');
    // 8 · 10⁻⁷ below full utilization.
    const full = primes.map((T, index) => endless(T, Math.floor(T / 8) + (index === 0 ? 3 : 0)));
    expect(onSuperLoop(full, { policy: 'edf' }).sentence).toContain('exceeded its step limit');
  });

  it('admits an empty sketch, and says that there is nothing to schedule', () => {
    expect(onKernel([])).toMatchObject({ admitted: true, sentence: 'Nothing to schedule yet: draw a task.' });
    expect(onSuperLoop([]).admitted).toBe(true);
  });
});
