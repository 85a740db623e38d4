import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { targetRemedy } from './target-remedy.ts';

const urgent = newTask('urgent');
const long = newTask('long', { periodUs: 200_000, budgetUs: 50_000 });
const beside = (values: Partial<Sketch> = {}) => newSketch('beside', { tasks: [urgent, long], ...values });

describe('another target as a remedy', () => {
  it.each(['uno', 'nano', 'mega', 'mps2-an385', 'host'])(
    'is offered for a new task of 10 ms beside a job of 50 ms: %s',
    (board) => {
      expect(targetRemedy(beside({ board }), false)).toEqual({ target: 'preemptive' });
    },
  );

  it('counts the overheads unless it is asked for the textbook case', () => {
    const tight = [
      newTask('urgent', { periodUs: 2_000, budgetUs: 800 }),
      newTask('long', { periodUs: 20_000, budgetUs: 10_000 }),
    ];
    expect(targetRemedy(beside({ tasks: tight }), false)).toBeNull();
    expect(targetRemedy(beside({ tasks: tight }), true)).toEqual({ target: 'preemptive' });
  });

  it('is none for an admitted sketch, or if the processor is too slow', () => {
    expect(targetRemedy(beside({ tasks: [urgent] }), false)).toBeNull();
    expect(targetRemedy(beside({ tasks: [urgent, newTask('more', { budgetUs: 12_000 })] }), false)).toBeNull();
  });

  it('is none where the target preempts already', () => {
    const full = [newTask('a', { budgetUs: 6_000 }), newTask('b', { budgetUs: 6_000 })];
    for (const target of ['preemptive', 'freertos'] as const) {
      expect(targetRemedy(beside({ target, tasks: full }), false)).toBeNull();
    }
  });

  it('is none if the board does not offer the target, or needs the kernel for it', () => {
    expect(targetRemedy(beside({ board: 'leonardo' }), false)).toBeNull();
    expect(targetRemedy(beside({ board: 'realview-pbx-a9' }), false)).toBeNull();
  });

  it('is none if the target cannot run the sketch as it is', () => {
    const waits = newTask('waits', { periodUs: 100_000, exhaustion: 'wait' });
    const remedy = targetRemedy(beside({ tasks: [urgent, long, waits] }), false);
    expect(remedy).toEqual({ target: 'preemptive' });
    expect(targetRemedy(beside({ cores: 2 }), false)).toBeNull();
  });
});
