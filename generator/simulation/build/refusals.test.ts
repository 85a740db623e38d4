import { describe, expect, it } from 'vitest';
import { preemptiveKernel, sketchOf, superLoop } from '../../analysis/test-sketches.ts';
import type { Sketch } from '../../sketch/model.ts';
import { buildSimulation, type SimulationOptions } from './build.ts';

const kernel = preemptiveKernel({ vcpus: false });
const byRate = sketchOf([{ T: 10, C: 1 }]);
const byDeadline = sketchOf([{ T: 10, C: 1 }], { policy: 'edf' });

function refusal(sketch: Sketch, options: Partial<SimulationOptions>): string | null {
  const built = buildSimulation(sketch, { capabilities: kernel, ...options });
  return built.ok ? null : built.reason;
}

describe('a simulation is rejected', () => {
  it('with a server if every job runs to completion', () => {
    expect(refusal(byRate, { capabilities: superLoop, server: 'sporadic' })).toMatch(/runs every job to completion/);
    expect(refusal(byRate, { capabilities: superLoop, server: 'none' })).toBeNull();
    expect(refusal(byRate, { server: 'deferrable' })).toBeNull();
  });

  it('with a constant-bandwidth server, unless the policy is EDF', () => {
    expect(refusal(byRate, { server: 'constant-bandwidth' })).toMatch(
      /"rate-monotonic".*Set the sketch's policy to "edf"/,
    );
    expect(refusal(byDeadline, { server: 'constant-bandwidth' })).toBeNull();
  });

  it('with a scheduler that does not order tasks by the policy', () => {
    expect(refusal(byRate, { dispatcher: 'rtems-edf' })).toMatch(/Set the policy to "edf"/);
    expect(refusal(byDeadline, { dispatcher: 'rtems-edf' })).toBeNull();
    for (const dispatcher of ['rtems-simple', 'rtems-priority', 'rtems-priority-affinity'] as const) {
      expect(refusal(byDeadline, { dispatcher })).toMatch(/choose "rtems-edf"/);
      expect(refusal(byRate, { dispatcher })).toBeNull();
    }
    for (const sketch of [byRate, byDeadline]) expect(refusal(sketch, { dispatcher: 'priority' })).toBeNull();
  });
});
