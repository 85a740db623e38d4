import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { modelOf } from '../../../../generator/simulation/test-models.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { elementLane, groupsOf, laneElement } from './lanes.ts';

const interrupt = (name: string, handlerBudgetUs: number): Sketch['interrupts'][number] => ({
  name,
  pin: '2',
  source: null,
  mode: 'rising',
  topHalfUs: 1,
  bottomHalfUs: 1,
  ioBudgetUs: 10,
  ioPeriodUs: 100,
  handlerBudgetUs,
  handlerPeriodUs: 100,
  handlerExhaustion: 'background',
  arrivals: null,
  body: '',
  position: null,
});

describe('lanes and elements', () => {
  const sketch: Sketch = {
    ...sketchOf([
      { T: 10, C: 1 },
      { T: 20, C: 1 },
    ]),
    interrupts: [interrupt('bare', 0), interrupt('served', 5)],
  };

  it('map to each other; an interrupt without a handler has no lane', () => {
    for (const lane of [0, 1, 2]) {
      const element = laneElement(sketch, lane);
      expect(element === null ? null : elementLane(sketch, element)).toBe(lane);
    }
    expect(laneElement(sketch, 2)).toEqual({ kind: 'interrupts', name: 'served' });
    expect(elementLane(sketch, { kind: 'interrupts', name: 'bare' })).toBeNull();
    expect(elementLane(sketch, { kind: 'channels', name: 'served' })).toBeNull();
    expect(laneElement(sketch, 3)).toBeNull();
  });
});

describe('groups of lanes', () => {
  const clusters = [
    { cores: [0, 1], dispatcher: 'priority' as const },
    { cores: [2], dispatcher: 'priority' as const },
  ];
  const tasks = [0, 1, 0].map((cluster) => ({ T: 10, C: 1, cluster, affinity: clusters[cluster]?.cores ?? [] }));

  it('are the cores that share a ready queue', () => {
    expect(groupsOf(modelOf(tasks, { cores: 3, clusters }))).toEqual([
      { label: 'Cores 0–1', cores: [0, 1], tasks: [0, 2] },
      { label: 'Core 2', cores: [2], tasks: [1] },
    ]);
  });

  it('are always the same empty list on one core', () => {
    expect(groupsOf(undefined)).toBe(groupsOf(modelOf([{ T: 10, C: 1 }])));
  });
});
