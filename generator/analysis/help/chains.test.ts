import { describe, expect, it } from 'vitest';
import { type Channel, type Sketch, TASK_DEFAULTS } from '../../sketch/model.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../test-sketches.ts';
import { designHelp } from './index.ts';

const ideal = { capabilities: preemptiveKernel() };

function channel(
  name: string,
  writer: string | null,
  readers: readonly string[],
  over: Partial<Channel> = {},
): Channel {
  const item = [{ name: 'value', type: 'int16', count: 1 }] as const;
  return { name, kind: 'four-slot', item, capacity: 8, writer, readers, position: null, ...over };
}

const wired = (tasks: readonly TaskNumbers[], channels: readonly Channel[], over: Partial<Sketch> = {}) =>
  sketchOf(tasks, { channels, ...over });

const chainsOf = (sketch: Sketch, context = ideal) => designHelp(sketch, context).chains;

/** Periods of ten and twenty. R of T1 is 2, R of T2 is 7. */
const two: readonly TaskNumbers[] = [
  { T: 10, C: 2 },
  { T: 20, C: 5 },
];

describe('the latency of a chain', () => {
  it('is Σ(T + R) if neither phases nor priorities help: Davare 2007', () => {
    const tasks = [
      { T: 20_011, C: 2 },
      { T: 104_729, C: 5 },
    ];
    const [free] = chainsOf(wired(tasks, [channel('c', 'T2', ['T1'])]));
    expect(free).toMatchObject({ elements: ['T2', 'T1'], channels: ['c'] });
    const sum = (104_729 + 7 + 20_011 + 2) * 1000;
    expect(free).toMatchObject({ reactionNs: sum, ageNs: sum });
    expect(free?.reference).toContain('Davare');
  });

  it('does not include R if the reader is less urgent: Dürr 2019', () => {
    // 7919 + 104729 + R of the second task. The 2 µs of the first do not count.
    const [chain] = chainsOf(
      wired(
        [
          { T: 7919, C: 2 },
          { T: 104_729, C: 5 },
        ],
        [channel('c', 'T1', ['T2'])],
      ),
    );
    expect(chain).toMatchObject({ reactionNs: (7919 + 104_729 + 7) * 1000, ageNs: (7919 + 104_729 + 7) * 1000 });
    expect(chain?.reference).toContain('Dürr');
  });

  it('includes the jitter of the more urgent task, which may start late', () => {
    const tasks = [
      { T: 7919, C: 2, jitterUs: 3 },
      { T: 104_729, C: 5 },
    ];
    // R of the first task: 3 + 2. R of the second: 5 + 2.
    expect(chainsOf(wired(tasks, [channel('c', 'T1', ['T2'])]))[0]?.reactionNs).toBe((7919 + 3 + 104_729 + 7) * 1000);
  });

  it('follows every chain if the arrivals are known: Becker 2017', () => {
    // Released together, the second task reads what the first has just written: 10 + 0 + 7. For any
    // phases it is 10 + 20 + 7. The first task's job at 10 is not read before 20: 10 + 10 + 7.
    const [chain] = chainsOf(wired(two, [channel('c', 'T1', ['T2'])]));
    expect(chain).toMatchObject({ reactionNs: 27_000, ageNs: 27_000 });
    expect(chain?.reference).toContain('Becker');
    // In the other direction the job at 0 ends at 7 and is read at 10: 20 + 10 + 2.
    expect(chainsOf(wired(two, [channel('c', 'T2', ['T1'])]))[0]?.reactionNs).toBe(32_000);
  });

  it('uses known offsets', () => {
    // The read at 7 coincides with the latest possible write: 20 + 7 + 2.
    const tasks = [
      { T: 10, C: 2, offsetUs: 7 },
      { T: 20, C: 5 },
    ];
    expect(chainsOf(wired(tasks, [channel('c', 'T2', ['T1'])]))[0]?.reactionNs).toBe(29_000);
  });

  it('includes the whole R without fixed priorities: EDF', () => {
    const [chain] = chainsOf(wired(two, [channel('c', 'T1', ['T2'])], { policy: 'edf' }));
    // Whatever bounds R there, the latency is not shorter than under fixed priorities.
    if (chain?.reactionNs !== null) expect(chain?.reactionNs).toBeGreaterThanOrEqual(27_000);
    else expect(chain?.explanation[0]?.text).toContain('No test bounds');
  });

  it('counts from the event if a sporadic task starts the chain, which then has no age', () => {
    const tasks: TaskNumbers[] = [
      { T: 10, C: 2, kind: 'sporadic' },
      { T: 20, C: 5 },
    ];
    const [chain] = chainsOf(wired(tasks, [channel('c', 'T1', ['T2'])]));
    expect(chain).toMatchObject({ reactionNs: 27_000, ageNs: null });
    expect(chain?.explanation[0]?.text).toContain('event');
  });

  it.each([
    [
      'a sporadic task within',
      [
        { T: 10, C: 2 },
        { T: 20, C: 5, kind: 'sporadic' as const },
      ],
      /maximum inter-arrival time/,
    ],
    [
      'a response that has no bound',
      [
        { T: 10, C: 8 },
        { T: 20, C: 8 },
      ],
      /No test bounds/,
    ],
    [
      'jobs that overlap',
      [
        { T: 10, C: 5 },
        { T: 14, C: 6, D: 40 },
      ],
      /R > T/,
    ],
  ] as const)('has no bound for %s, and gives the reason', (_, tasks, reason) => {
    const [chain] = chainsOf(wired(tasks, [channel('c', 'T1', ['T2'])]));
    expect(chain).toMatchObject({ reactionNs: null, ageNs: null });
    expect(chain?.explanation[0]?.text).toMatch(reason);
  });

  it('has no bound through a background task', () => {
    const sketch = wired(two, [channel('c', 'T1', ['Idle'])]);
    const idle = { ...TASK_DEFAULTS, name: 'Idle', kind: 'background' as const, periodUs: null, budgetUs: null };
    const [chain] = chainsOf({ ...sketch, tasks: [...sketch.tasks, idle] });
    expect(chain).toMatchObject({ elements: ['T1', 'Idle'], reactionNs: null });
    expect(chain?.explanation[0]?.text).toContain('background');
  });

  it('has no bound through a ring buffer that may overflow', () => {
    const ring = { kind: 'ring-buffer', capacity: 1 } as const;
    const tasks = [
      { T: 10, C: 2 },
      { T: 50, C: 5 },
    ];
    const [chain] = chainsOf(wired(tasks, [channel('r', 'T1', ['T2'], ring)]));
    expect(chain?.reactionNs).toBeNull();
    expect(chain?.explanation[0]?.text).toMatch(/may overflow.*5 would suffice/);
    const [roomy] = chainsOf(wired(tasks, [channel('r', 'T1', ['T2'], { ...ring, capacity: 5 })]));
    expect(roomy?.reactionNs).toBe(57_000);
  });

  it('is the same on a super-loop, where R includes the blocking', () => {
    const chains = chainsOf(wired(two, [channel('c', 'T1', ['T2'])]), { capabilities: superLoop });
    expect(chains[0]?.reactionNs).toBe(27_000);
  });

  it('has its numbers in the explanation', () => {
    const [chain] = chainsOf(wired(two, [channel('c', 'T2', ['T1'])]));
    expect(chain?.explanation.map(({ text }) => text)).toEqual([
      'An event just after "T2" has read its input waits for the next job, T = 20 µs later.',
      '"c": "T2" has written at most R = 7 µs after its arrival; the next job of "T1", which reads it, arrives at most T = 10 µs later.',
      '"T1" ends at most R = 2 µs after its arrival.',
      'The sum is at most 39 µs for any phases.',
      'The arrivals are known and repeat after 20 µs. The longest of 1 chain takes 10 µs to the last arrival, so the reaction time is at most 32 µs.',
    ]);
    expect(chain?.explanation[3]).toMatchObject({
      tex: '20 + 7 + 10 + 2 = 39\\,\\text{µs}',
      numbers: { reaction: 39_000 },
    });
  });
});

describe('the chains of a sketch', () => {
  const four: readonly TaskNumbers[] = [
    { T: 100, C: 1 },
    { T: 100, C: 1 },
    { T: 100, C: 1 },
    { T: 100, C: 1 },
  ];
  const named = (sketch: Sketch) => chainsOf(sketch).map(({ elements }) => elements.join(' '));

  it('lead from elements that only write to elements that only read, one chain per path', () => {
    const channels = [channel('a', 'T1', ['T2', 'T3']), channel('b', 'T2', ['T4']), channel('c', 'T3', ['T4'])];
    expect(named(wired(four, channels))).toEqual(['T1 T2 T4', 'T1 T3 T4']);
  });

  it('follow a cycle once', () => {
    const channels = [channel('a', 'T1', ['T2']), channel('b', 'T2', ['T3']), channel('c', 'T3', ['T1'])];
    expect(named(wired(four, channels))).toEqual(['T1 T2 T3']);
    const led = [channel('d', 'T4', ['T2']), ...channels];
    expect(named(wired(four, led))).toEqual(['T4 T2 T3 T1']);
  });

  it('do not exist if a channel has only one end', () => {
    expect(named(wired(four, [channel('a', 'T1', []), channel('b', null, ['T2'])]))).toEqual([]);
  });

  it('are limited in number, and report it', () => {
    // Ten layers of two: 1024 paths.
    const tasks = Array.from({ length: 20 }, () => ({ T: 1000, C: 1 }));
    const channels = Array.from({ length: 18 }, (_, i) => {
      const next = 2 * Math.floor(i / 2) + 3;
      return channel(`c${i}`, `T${i + 1}`, [`T${next}`, `T${next + 1}`]);
    });
    const help = designHelp(wired(tasks, channels), ideal);
    expect(help.chains).toHaveLength(64);
    expect(help.chainsComplete).toBe(false);
    expect(designHelp(wired(four, [channel('a', 'T1', ['T2'])]), ideal).chainsComplete).toBe(true);
  });
});
