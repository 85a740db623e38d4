import { describe, expect, it } from 'vitest';
import { applyMethod } from './method.ts';
import { METHODS } from './registry.ts';
import { buildTaskSet } from './task-set.ts';
import { preemptiveKernel, sketchOf } from './test-sketches.ts';

const set = buildTaskSet(sketchOf([{ T: 10_000, C: 1000 }]), preemptiveKernel());

describe('an explanation', () => {
  it('is computed once, and is part of a structured clone', () => {
    for (const method of METHODS) {
      const result = applyMethod(method, set);
      expect(result.explanation, method.id).toBe(result.explanation);
      expect(structuredClone(result), method.id).toEqual({ ...result });
      expect(result.explanation.length, method.id).toBeGreaterThan(0);
    }
  });

  it('has one getter for all results, so that they share a hidden class', () => {
    const getters = [...METHODS, ...METHODS]
      .map((method) => Object.getOwnPropertyDescriptor(applyMethod(method, set), 'explanation')?.get)
      .filter((getter) => getter !== undefined);
    expect(getters.length).toBeGreaterThan(1);
    expect(new Set(getters).size).toBe(1);
  });
});
