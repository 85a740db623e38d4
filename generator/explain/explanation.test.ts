import { afterEach, describe, expect, it } from 'vitest';
import { KOREAN } from '../../app/words/korean.ts';
import { catalogTranslation } from '../../app/words/translation.ts';
import { admit } from '../analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../analysis/test-sketches.ts';
import { buildSimulation } from '../simulation/build/build.ts';
import { simulated } from '../simulation/test-schedules.ts';
import type { Sketch } from '../sketch/model.ts';
import { translateWith } from '../words/tr.ts';
import { boundOf } from './bound/bound-parts.ts';
import { type Explanation, explain } from './explanation.ts';

const korean = catalogTranslation('ko', KOREAN);

afterEach(() => translateWith());

function explained(
  sketch: Sketch,
  task: number,
  row = 0,
  capabilities = preemptiveKernel({ vcpus: false }),
): Explanation {
  const built = buildSimulation(sketch, { capabilities });
  if (!built.ok) throw new Error(built.reason);
  const found = explain(
    simulated(built.model, 1_000_000),
    boundOf(sketch, admit(sketch, { capabilities }), task),
    task,
    row,
  );
  if (found === null) throw new Error('no such job');
  return found;
}

const three = sketchOf([
  { T: 7, C: 3, name: 'sensor' },
  { T: 12, C: 3, name: 'filter' },
  { T: 20, C: 5, name: 'motor' },
]);

const sharing = sketchOf(
  [
    { T: 100, C: 5, name: 'motor', offsetUs: 14 },
    { T: 200, C: 20, name: 'logger' },
  ],
  {
    resources: [
      {
        name: 'bus',
        ceiling: null,
        users: [
          { task: 'motor', criticalSectionUs: 1 },
          { task: 'logger', criticalSectionUs: 10 },
        ],
        position: null,
      },
    ],
  },
);

describe('the explanation of a job', () => {
  it('says what it waited for, longest first, beside the bound', () => {
    const { headline, waits, rows, test } = explained(three, 2);
    expect(headline).toBe('motor responded in 20 µs (job 0). Its bound is 20 µs.');
    expect(waits).toBe('It waited 15 µs: 9 µs for 3 jobs of sensor, 6 µs for 2 jobs of filter.');
    expect(test).toBe('Bound by: Response-time analysis.');
    expect(rows.map(({ label, ns, jobs, boundNs, mostNs }) => [label, ns, jobs, boundNs, mostNs])).toEqual([
      ['sensor', 9000, 3, 9000, 9000],
      ['filter', 6000, 2, 6000, 6000],
      ['its own execution', 5000, 0, 5000, 5000],
    ]);
    expect(rows.map(({ sentences }) => sentences)).toEqual([
      ['It waited 9 µs for 3 jobs of sensor.'],
      ['It waited 6 µs for 2 jobs of filter.'],
      ['It ran for 5 µs.'],
    ]);
  });

  it('names the holder and its resource, and has the parts that only the bound has', () => {
    const { waits, rows } = explained(sharing, 0);
    expect(waits).toBe('It waited 1 µs for logger, which held bus.');
    expect(rows.find(({ kind }) => kind === 'blocking')).toMatchObject({ ns: 1000, boundNs: 10_000 });
    const alone = explained(sharing, 0, 1);
    expect(alone.waits).toBe('');
    expect(alone.rows.find(({ kind }) => kind === 'blocking')).toMatchObject({ ns: 0, boundNs: 10_000, sentences: [] });
  });

  it('names a less urgent job that cannot be preempted', () => {
    const loop = { ...sharing, resources: [] };
    expect(explained(loop, 0, 0, superLoop).waits).toBe('It waited 6 µs for logger, which is less urgent.');
  });

  it('says that a job was stopped', () => {
    const built = buildSimulation(three, { capabilities: preemptiveKernel({ vcpus: false }) });
    if (!built.ok) throw new Error(built.reason);
    const tasks = built.model.tasks.map((task, index) =>
      index === 0
        ? { ...task, server: null, exhaustion: 'stop' as const, execution: { kind: 'constant' as const, ns: 9000 } }
        : task,
    );
    const stopped = explain(simulated({ ...built.model, tasks }, 1_000_000), null, 0, 0);
    expect(stopped?.headline).toBe('sensor was stopped at the end of its budget, after 3 µs (job 0).');
    expect(stopped?.job).toMatchObject({ ended: true, stopped: true });
  });

  it('has no bound if none is known', () => {
    const capabilities = preemptiveKernel({ vcpus: false });
    const built = buildSimulation(three, { capabilities });
    if (!built.ok) throw new Error(built.reason);
    const schedule = simulated(built.model, 40_000);
    const found = explain(schedule, null, 1, 0);
    expect(found).toMatchObject({ bound: null, headline: 'filter responded in 6 µs (job 0).', test: '' });
    expect(found?.rows.every(({ boundNs, mostNs }) => boundNs === null && mostNs === null)).toBe(true);
    expect(explain(schedule, null, 1, 999)).toBeNull();
  });

  it('says so if the test gives a bound without parts', () => {
    const light = { ...three, tasks: three.tasks.map((task) => ({ ...task, budgetUs: 1, deadlineUs: 100 })) };
    const { test, rows } = explained(light, 2, 0, preemptiveKernel({ vcpus: false, server: 'deferrable' }));
    expect(test).toMatch(/^Bound by: Periodic resource model\. This bound is what the server of the task guarantees, /);
    expect(rows.every(({ boundNs }) => boundNs === null)).toBe(true);
  });

  it('is Korean', () => {
    translateWith(() => korean);
    const { headline, waits } = explained(three, 2);
    expect(headline).toBe('motor의 응답 시간은 20 µs입니다(작업 0). 상한은 20 µs입니다.');
    expect(waits).toBe('15 µs 동안 대기했습니다: sensor의 작업 3개 때문에 9 µs, filter의 작업 2개 때문에 6 µs.');
  });
});
