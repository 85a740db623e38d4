import { describe, expect, it } from 'vitest';
import { newChannel } from '../../sketch/create.ts';
import type { Channel, Sketch } from '../../sketch/model.ts';
import { admit } from '../admission.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';
import { channelFlows } from './flows.ts';
import { designHelp } from './index.ts';

const context = { capabilities: preemptiveKernel() };
const flowsOf = (sketch: Sketch) => channelFlows(sketch, admit(sketch, context));
const wired = (tasks: readonly TaskNumbers[], ...channels: readonly Channel[]) => sketchOf(tasks, { channels });

/** R of T1 is 2, of T2 is 7, of T3 is 9. */
const THREE: readonly TaskNumbers[] = [
  { T: 10, C: 2 },
  { T: 20, C: 5 },
  { T: 40, C: 2 },
];

describe('the data age of a channel', () => {
  it('is the age of the chain from its writer to each reader', () => {
    const sketch = wired(THREE, newChannel('c', { writer: 'T1', readers: ['T2', 'T3'] }));
    const { chains } = designHelp(sketch, context);
    const ages = chains.map(({ elements, ageNs }) => ({ reader: elements[1], ageNs }));
    expect(flowsOf(sketch)).toEqual([{ channel: 'c', ages, mostItems: null }]);
    expect(ages[0]?.ageNs).toBe(27_000);
  });

  it('is that of one hop in the middle of a longer chain', () => {
    const one = newChannel('d', { writer: 'T2', readers: ['T3'] });
    const both = wired(THREE, newChannel('c', { writer: 'T1', readers: ['T2'] }), one);
    expect(flowsOf(both)[1]).toEqual(flowsOf(wired(THREE, one))[0]);
  });

  it('is unknown without a bound, without a writer, and in a ring buffer that can overflow', () => {
    const short = newChannel('c', { kind: 'ring-buffer', capacity: 1, writer: 'T1', readers: ['T2'] });
    expect(flowsOf(wired(THREE, short))[0]?.ages).toEqual([{ reader: 'T2', ageNs: null }]);
    expect(flowsOf(wired(THREE, newChannel('c', { readers: ['T2'] })))[0]?.ages).toEqual([]);
  });
});

describe('the fill of a ring buffer', () => {
  it('is the least capacity of the design help', () => {
    const ring = newChannel('c', { kind: 'ring-buffer', capacity: 8, writer: 'T1', readers: ['T3'] });
    const sketch = wired(THREE, ring);
    const [help] = designHelp(sketch, context).rings;
    expect(flowsOf(sketch)[0]?.mostItems).toBe(help?.leastCapacity);
    expect(help?.leastCapacity).toBeGreaterThan(1);
  });
});
