/** Prints the explanation of a job: its words, its parts beside those of its bound, and two bars of letters. */
import type { BoundPart } from '../../../generator/explain/bound/bound-parts.ts';
import type { Cause } from '../../../generator/explain/cause.ts';
import type { JobPart } from '../../../generator/explain/decompose.ts';
import type { Explanation, ExplanationRow } from '../../../generator/explain/explanation.ts';
import { formatBound, formatDuration } from '../../../generator/numbers/time.ts';
import { usOfNs, usOrNull } from '../../../generator/sketch/time.ts';
import type { ObjectNames } from '../../../generator/trace/names.ts';
import { formatTable, shortened } from '../table.ts';
import { printable, printLines, type Terminal } from '../terminal.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const [LEAST_BAR, MOST_BAR] = [20, 72];

export function printExplanation(terminal: Terminal, explanation: Explanation): void {
  const { headline, waits, rows, bound, test, job } = explanation;
  terminal.print(terminal.style('bold', printable(headline)));
  if (waits !== '') terminal.print(printable(waits));
  if (test !== '') terminal.print(terminal.style('dim', printable(test)));
  printLines(terminal, barsOf(explanation, terminal.width));
  const columns = [
    { title: '' },
    { title: 'part' },
    { title: 'this job', align: 'right' },
    { title: 'jobs', align: 'right' },
    ...(bound === null
      ? []
      : ([
          { title: 'bound', align: 'right' },
          { title: 'most', align: 'right' },
        ] as const)),
  ] as const;
  const cells = rows.map((row, at) => [
    letterOf(at),
    shortened(printable(row.label)),
    row.ns === 0 ? '–' : formatDuration(row.ns),
    row.jobs === 0 ? '' : String(row.jobs),
    ...(bound === null ? [] : [timeOf(row.boundNs), timeOf(row.mostNs)]),
  ]);
  const whole = [
    '',
    'response',
    formatDuration(job.responseNs),
    '',
    bound === null ? '' : formatBound(bound.responseNs),
  ];
  printLines(terminal, formatTable(columns, [...cells, whole]));
}

const letterOf = (at: number): string => LETTERS[at] ?? '*';

const timeOf = (ns: number | null): string => (ns === null ? '' : formatBound(ns));

/** Each letter is one part, on a scale that both bars share. */
function barsOf({ job, bound, rows }: Explanation, width: number | null): string[] {
  const longestNs = Math.max(job.responseNs, bound?.responseNs ?? 0, 1);
  const columns = Math.max(LEAST_BAR, Math.min(MOST_BAR, (width ?? MOST_BAR) - 12));
  const bar = (of: (row: ExplanationRow) => number): string => {
    let [text, sumNs] = ['', 0];
    rows.forEach((row, at) => {
      sumNs += of(row);
      text += letterOf(at).repeat(Math.max(0, Math.round((sumNs / longestNs) * columns) - text.length));
    });
    return text;
  };
  const lines = [`this job  ${bar(({ ns }) => ns)}`];
  if (bound?.additive) lines.push(`bound     ${bar(({ boundNs }) => boundNs ?? 0)}`);
  else if (bound !== null) {
    lines.push(`bound     ${'·'.repeat(Math.round((bound.responseNs / longestNs) * columns))}`);
  }
  return lines;
}

/** docs/cli.md describes it. */
export function explanationForJson({ job, bound, headline, waits, test }: Explanation, names: ObjectNames): object {
  return {
    task: names.of('task', job.task),
    job: job.number,
    arrivalUs: usOfNs(job.arrivalNs),
    responseUs: usOfNs(job.responseNs),
    deadlineUs: usOrNull(job.deadlineNs === null ? null : job.deadlineNs - job.arrivalNs),
    ended: job.ended,
    stopped: job.stopped,
    incomplete: job.incomplete,
    parts: job.parts.map((part) => jobPart(part, names)),
    bound:
      bound === null
        ? null
        : {
            responseUs: usOfNs(bound.responseNs),
            method: bound.method,
            additive: bound.additive,
            parts: bound.parts.map((part) => boundPart(part, names)),
          },
    words: [headline, waits, test].filter((text) => text !== ''),
  };
}

const jobPart = ({ cause, ns, jobs }: JobPart, names: ObjectNames): object => ({
  ...causeForJson(cause, names),
  us: usOfNs(ns),
  jobs,
});

const boundPart = ({ cause, ns, mostNs, jobs }: BoundPart, names: ObjectNames): object => ({
  ...causeForJson(cause, names),
  us: usOrNull(ns),
  mostUs: usOrNull(mostNs),
  jobs,
});

function causeForJson(cause: Cause, names: ObjectNames): object {
  const nameOf = (kind: 'task' | 'resource' | 'interrupt', index: number | null): string | null =>
    index === null ? null : names.of(kind, index);
  switch (cause.kind) {
    case 'task':
      return { cause: cause.kind, task: nameOf('task', cause.task) };
    case 'blocking':
      return { cause: cause.kind, task: nameOf('task', cause.task), resource: nameOf('resource', cause.resource) };
    case 'interrupt':
      return { cause: cause.kind, interrupt: nameOf('interrupt', cause.interrupt) };
    default:
      return { cause: cause.kind };
  }
}
