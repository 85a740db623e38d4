// @vitest-environment happy-dom
/**
 * For random sketches, each number that the window shows is the number that `polyloop check` prints for
 * the same quantity, and it is on the safe side of the exact value.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { sketchOf, type TaskNumbers } from '../../../../generator/analysis/test-sketches.ts';
import { TIME_UNITS } from '../../../../generator/numbers/time.ts';
import type { Policy, Sketch, TargetName } from '../../../../generator/sketch/model.ts';
import { printAdmission } from '../../../cli/admission-report.ts';
import { judge } from '../../../cli/judgement.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { testSession } from '../../state/session/test-session.ts';
import { TaskJudgement } from '../inspector/task-judgement.tsx';
import { show } from '../test-view.ts';
import { Explanation } from './explanation.tsx';
import { AdmissionMeter } from './meter.tsx';

/** The lines that `polyloop check` prints. */
function checkLines(sketch: Sketch, admission: Admission): string[] {
  const lines: string[] = [];
  const terminal: Terminal = {
    print: (text) => void lines.push(...text.split('\n')),
    note: () => {},
    progress: () => {},
    style: (_format, text) => text,
    styleNote: (_format, text) => text,
    width: null,
  };
  printAdmission(terminal, 'x', sketch, admission, {});
  return lines;
}

/** Without the typography of the window. */
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\u00a0', ' ').replaceAll('\u2212', '-').trim();

/** The nanoseconds of `12.35 ms`, exactly. */
function readNs(text: string): number {
  const [number = '', name] = text.split(' ');
  const [whole = '', fraction = ''] = number.split('.');
  const decimals = String(TIME_UNITS.find((unit) => unit.name === name)?.ns ?? Number.NaN).length - 1;
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`);
}

interface Row {
  readonly load: string;
  readonly response: string;
  readonly deadline: string;
  readonly slack: string;
}

/** The rows of the table that `polyloop check` prints, by the task's name. */
function checkRows(lines: readonly string[]): Map<string, Row> {
  return new Map(
    lines.flatMap((line) => {
      const [name = '', load = '', response = '', deadline = '', slack = ''] = line.split(/ {2,}/);
      return /^T\d+$/.test(name) ? [[name, { load, response, deadline, slack }] as const] : [];
    }),
  );
}

const anyTask = fc
  .record({ T: fc.integer({ min: 2_000, max: 90_000 }), share: fc.integer({ min: 5, max: 450 }), tight: fc.boolean() })
  .map(
    ({ T, share, tight }): TaskNumbers => ({
      T,
      C: Math.max(1, Math.floor((T * share) / 1000)),
      D: tight ? Math.floor(T / 2) + 1 : T,
    }),
  );
const anySketch = fc.record({
  tasks: fc.array(anyTask, { minLength: 1, maxLength: 4 }),
  policy: fc.constantFrom<Policy>('rate-monotonic', 'deadline-monotonic'),
  target: fc.constantFrom<TargetName>('freertos', 'superloop', 'rtems'),
});

function Views({ tasks }: { readonly tasks: number }) {
  return (
    <>
      <AdmissionMeter />
      <Explanation />
      {Array.from({ length: tasks }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place
        <div key={index} data-inspector={index}>
          <TaskJudgement index={index} />
        </div>
      ))}
    </>
  );
}

it('window and command line show the same safe numbers', async () => {
  const seen = { admitted: 0, refused: 0, late: 0, slack: 0 };
  for (const { tasks, policy, target } of fc.sample(anySketch, { numRuns: 16, seed: 11 })) {
    const sketch = sketchOf(tasks, { policy, target });
    const admission = judge(sketch, false);
    const lines = checkLines(sketch, admission);
    const rows = checkRows(lines);
    const view = await show(testSession(sketch), <Views tasks={tasks.length} />);
    expect(rows.size).toBe(tasks.length);
    expect(plain(view.text())).toContain(admission.sentence);
    expect(lines.join('\n')).toContain(admission.sentence);
    const [, total = ''] = /Utilization ([\d.]+ %)\./.exec(lines.join('\n')) ?? [];
    const note = plain(view.container.querySelector('.explanation-note')?.textContent);
    expect(note).toContain(total);
    expect(Number.parseFloat(total)).toBeGreaterThanOrEqual(admission.utilization * 100 - 1e-6);
    seen[admission.admitted ? 'admitted' : 'refused'] += 1;
    for (const row of admission.tasks) {
      const printed = rows.get(row.name);
      if (printed === undefined) throw new Error(`no row of ${row.name}`);
      const cells = view
        .all('row')
        .map((each) => [...each.children].map((cell) => plain(cell.textContent)))
        .find(([name]) => name === row.name);
      const facts = new Map(
        [...view.container.querySelectorAll(`[data-inspector="${row.task}"] .facts > div`)].map((fact) => [
          plain(fact.querySelector('dt')?.firstChild?.textContent),
          plain(fact.querySelector('dd')?.textContent),
        ]),
      );
      expect(cells?.[1]).toBe(printed.load);
      expect(facts.get('Load')).toBe(printed.load);
      expect(view.container.innerHTML.replaceAll('\u00a0', ' ').replaceAll('&nbsp;', ' ')).toContain(
        `${row.name}: load U = ${printed.load}`,
      );
      expect(Number.parseFloat(printed.load)).toBeGreaterThanOrEqual(row.utilization * 100 - 1e-6);
      expect(cells?.[3]).toBe(printed.deadline);
      expect(readNs(printed.deadline)).toBe(row.deadlineNs);
      if (row.responseNs === null) continue;
      expect(cells?.[2]).toBe(printed.response);
      expect(facts.get('Worst response')).toBe(printed.response);
      expect(readNs(printed.response)).toBeGreaterThanOrEqual(row.responseNs);
      expect(readNs(printed.response) <= row.deadlineNs).toBe(row.responseNs <= row.deadlineNs);
      const slackNs = row.deadlineNs - row.responseNs;
      if (slackNs >= 0) {
        seen.slack += 1;
        expect(facts.get('Slack')).toBe(printed.slack);
        expect(readNs(printed.slack)).toBeLessThanOrEqual(slackNs);
      } else {
        seen.late += 1;
        expect(`-${facts.get('Late by')}`).toBe(printed.slack);
        expect(readNs(printed.slack)).toBeLessThanOrEqual(slackNs);
      }
    }
    await view.unmount();
  }
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(3);
});
