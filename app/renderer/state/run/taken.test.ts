import { expect, it } from 'vitest';
import type { HostClient } from '../../../contract/contract.ts';
import { EVENTS_TAKEN } from '../../../contract/runs.ts';
import { countTaken } from './taken.ts';

it('handled events are reported in groups, for each run, also after an error', () => {
  const reports: unknown[] = [];
  const runs = { taken: async (report: unknown) => void reports.push(report) } as unknown as HostClient['runs'];
  const taken = countTaken({ runs });
  let handled = 0;
  for (let event = 1; event < EVENTS_TAKEN; event++) taken('one', () => handled++);
  expect(reports).toEqual([]);
  const broken = () => {
    throw new Error('broken');
  };
  expect(() => taken('one', broken)).toThrow('broken');
  expect(handled).toBe(EVENTS_TAKEN - 1);
  expect(reports).toEqual([{ runId: 'one', events: EVENTS_TAKEN }]);
  taken('one', () => {});
  for (let event = 0; event < EVENTS_TAKEN; event++) taken('two', () => {});
  expect(reports.slice(1)).toEqual([{ runId: 'two', events: EVENTS_TAKEN }]);
});
