// @vitest-environment happy-dom
/** A quantity has the same text wherever the window shows it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sketchOf, type TaskNumbers } from '../../../../generator/analysis/test-sketches.ts';
import { formatDeclared } from '../../base/format.ts';
import { testSession } from '../../state/session/test-session.ts';
import { showTime } from '../controls/time-text.ts';
import { TaskJudgement } from '../inspector/task-judgement.tsx';
import { show } from '../test-view.ts';
import { AdmissionMeter } from './meter.tsx';
import { ResponseTable } from './response-table.tsx';

it('declared times are exact, in the charts as in the fields', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (us) => {
      expect(formatDeclared(us * 1000)).toBe(showTime(us));
    }),
  );
  expect(formatDeclared(10_000_000)).toBe('10\u00a0ms');
  expect(formatDeclared(12_345_000)).toBe('12.345\u00a0ms');
});

function Views() {
  return (
    <>
      <AdmissionMeter />
      <ResponseTable />
      <TaskJudgement index={0} />
    </>
  );
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const numberOf = (text: string) => Number.parseFloat(text);

it('a response time has one text in strip, inspector and table', async () => {
  const task = fc.record({ T: fc.integer({ min: 1_000, max: 90_000 }), C: fc.integer({ min: 10, max: 900 }) });
  const sketches = fc.sample(fc.array(task, { minLength: 1, maxLength: 3 }), { numRuns: 12, seed: 7 });
  let compared = 0;
  for (const numbers of sketches as TaskNumbers[][]) {
    const session = testSession(sketchOf(numbers));
    const view = await show(session, <Views />);
    const rows = view.all('row').map((row) => [...row.children].map((cell) => plain(cell.textContent)));
    const inspector = [...view.container.querySelectorAll('.facts > div')].find((fact) =>
      fact.textContent?.startsWith('Worst response'),
    );
    expect(plain(inspector?.querySelector('dd')?.textContent)).toBe(rows[0]?.[2]);
    expect(rows.map((row) => row[3])).toEqual(numbers.map(({ T }) => plain(showTime(T))));
    const [, name, worst] = /Tightest: (\w+), ([\d.]+) of/.exec(view.text()) ?? [];
    const row = rows.find(([title]) => title === name);
    if (row === undefined) expect(view.text()).not.toContain('Everything fits');
    else compared += 1;
    // The strip gives both times in one unit, so the number may be a thousand times as large.
    const ratio = numberOf(worst ?? '') / numberOf(row?.[2] ?? '');
    if (row !== undefined) expect([1, 1000]).toContain(Number(ratio.toPrecision(9)));
    await view.unmount();
  }
  expect(compared).toBeGreaterThan(5);
});
