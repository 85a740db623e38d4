/**
 * Simulates the RTEMS paper's seven tasks under RTEMS's four SMP schedulers and prints docs/rtems-smp.md:
 *
 *     npm run rtems:report
 *
 * The simulation is deterministic: every run prints the same lines.
 */
import {
  boundsOf,
  type Phases,
  phasesAsStarted,
  play,
  type Row,
  SCHEDULERS,
  type Scheduler,
  SEVEN,
  SIMULATED_MS,
  STRANDED,
  STRANDED_CORES,
  sevenTasks,
  strandedTasks,
  together,
} from './experiment.ts';

const CORES = [1, 4] as const;

/** The paper's text on each task's change from one core to four. The paper's figures are bars without numbers. */
const PAPER: Readonly<Record<string, { readonly runs: string; readonly wall: string }>> = {
  T1: { runs: '±0', wall: '−22 to −28 %' },
  T2: { runs: '±0', wall: '−22 to −28 %' },
  T3: { runs: '+2', wall: 'at most −0.5 %' },
  T4: { runs: '±0', wall: '−3 to −4 %' },
  T5: { runs: '+3', wall: 'at most −0.5 %' },
  T6: { runs: '±0', wall: 'at most −0.5 %' },
  T7: { runs: '±0', wall: '−3 to −4 %' },
};

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
const number = (value: number): string => String(Number(value.toFixed(2)));
const change = (from: number, to: number): string => {
  const percent = Number(((to / from - 1) * 100).toFixed(1));
  return percent === 0 ? '±0' : `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
};

interface Pair {
  readonly one: readonly Row[];
  readonly four: readonly Row[];
}

function playedOn(scheduler: Scheduler, phasesOf: (cores: number) => Phases): Pair {
  const [one, four] = CORES.map((cores) => play({ scheduler, cores, tasks: sevenTasks(phasesOf(cores)) }));
  return { one: one ?? [], four: four ?? [] };
}

const HEAD = [
  '',
  'runs, 1 → 4',
  'misses',
  'mean wall time, ms',
  'change',
  'worst, ms',
  'mean CPU time, ms',
  'preemptions',
  'migrations',
];

const schedulerTable = ({ one, four }: Pair): string =>
  table(
    HEAD,
    one.map((a, index) => {
      const b = four[index] as Row;
      const both = (of: (row: Row) => number) => `${number(of(a))} → ${number(of(b))}`;
      return [
        a.name,
        both(({ runs }) => runs),
        both(({ misses }) => misses),
        both(({ wallMs }) => wallMs),
        change(a.wallMs, b.wallMs),
        both(({ worstMs }) => worstMs),
        both(({ cpuMs }) => cpuMs),
        both(({ preemptions }) => preemptions),
        both(({ migrations }) => migrations),
      ];
    }),
  );

/** Schedulers with equal results share a table. */
function grouped(pairs: readonly { readonly label: string; readonly text: string }[]): string {
  const byText = new Map<string, string[]>();
  for (const { label, text } of pairs) byText.set(text, [...(byText.get(text) ?? []), label]);
  return [...byText].map(([text, labels]) => `**${labels.join(', ')}**\n\n${text}`).join('\n\n');
}

const tablesOf = (phasesOf: (scheduler: Scheduler, cores: number) => Phases): string =>
  grouped(
    SCHEDULERS.map((scheduler) => ({
      label: scheduler.label,
      text: schedulerTable(playedOn(scheduler, (cores) => phasesOf(scheduler, cores))),
    })),
  );

function besideThePaper(): string {
  const [edf] = SCHEDULERS as readonly [Scheduler];
  const atOnce = playedOn(edf, () => together);
  const started = playedOn(edf, (cores) => phasesAsStarted(edf, cores));
  return table(
    ['', 'T, ms', 'C, ms', 'paper: runs', 'paper: mean wall time', 'here, released together', 'here, as they start'],
    SEVEN.map(([name, period, budget], index) => {
      const wall = ({ one, four }: Pair) => change((one[index] as Row).wallMs, (four[index] as Row).wallMs);
      const paper = PAPER[name];
      return [name, period, budget, paper?.runs ?? '', paper?.wall ?? '', wall(atOnce), wall(started)];
    }),
  );
}

/** In order of priority. */
function boundsOnOne(): string {
  const scheduler = SCHEDULERS[1] as Scheduler;
  const bounds = boundsOf({ scheduler, cores: 1, tasks: sevenTasks(together) });
  return bounds
    .toSorted((a, b) => (a ?? 0) - (b ?? 0))
    .map((bound) => number(bound ?? 0))
    .join(', ');
}

/** Of T3 and T5. */
function lostRuns(): string {
  const edf = SCHEDULERS[0] as Scheduler;
  const { one, four } = playedOn(edf, (cores) => phasesAsStarted(edf, cores));
  return [2, 4].map((task) => (four[task] as Row).runs - (one[task] as Row).runs).join(' and ');
}

function migrationsOf(): string {
  const { four } = playedOn(SCHEDULERS[0] as Scheduler, () => together);
  const { name, runs, migrations } = four[2] as Row;
  return ` (${name}: ${migrations} of ${runs})`;
}

function phasesTable(): string {
  return table(
    ['period begins at, ms', ...SEVEN.map(([name]) => name)],
    SCHEDULERS.slice(0, 2).flatMap((scheduler) =>
      CORES.map((cores) => [
        `${scheduler.label}, ${cores} core${cores === 1 ? '' : 's'}`,
        ...phasesAsStarted(scheduler, cores).map(number),
      ]),
    ),
  );
}

function strandedTable(): string {
  const setup = (kind: Scheduler['kind'], label: string) => ({
    scheduler: { kind, label, policy: 'rate-monotonic' } as const,
    cores: STRANDED_CORES,
    tasks: strandedTasks(),
  });
  const [matched, rtems] = [setup('priority', 'priority'), setup('rtems-priority-affinity', 'rtems')];
  const [bounds, best, found] = [boundsOf(matched), play(matched), play(rtems)];
  return table(
    [
      '',
      'T, ms',
      'C, ms',
      'D, ms',
      'cores',
      'bound, ms',
      'worst, rearranging',
      'worst, PRIORITY_AFFINITY_SMP',
      'misses of it',
    ],
    STRANDED.map(([name, period, budget, deadline, cores], index) => [
      name,
      period,
      budget,
      deadline,
      cores.join(', '),
      bounds[index] === null ? '–' : number(bounds[index] as number),
      number((best[index] as Row).worstMs),
      number((found[index] as Row).worstMs),
      (found[index] as Row).misses,
    ]),
  );
}

export const page = (): string => `# RTEMS's SMP schedulers

This page runs the seven periodic tasks of a paper on RTEMS's SMP support: "Analysis of RTEMS SMP
Support Status and Scheduling Techniques", Park and others, 2025. The tasks run on one core and on
four, under each of RTEMS's four SMP schedulers. The simulation covers ${SIMULATED_MS / 1000} s.
Every job takes its whole execution time, and the kernel takes no time. The paper ran RTEMS's EDF
scheduler on Gaisler's simulator of a GR740. Printed by

    npm run rtems:report

## The schedulers
All four decide at each change: when a task becomes ready, blocks, or changes its priority. Each
core always has a thread, at least an idle thread. A task that becomes ready takes the core of the
least urgent running thread, if the task is more urgent. The core of a task that blocks goes to the
most urgent ready task. Equals are served first come, first served, and a preempted task continues
before its equals. So the core that became idle last is taken first, and after the start the last
core.

- **EDF_SMP**, the default: orders tasks by absolute deadline. Tasks without a deadline come after
  all others, by priority. A task may run on all cores or on a single one. There is a queue for each
  core beside the common queue. When a task that is bound to a core becomes ready, the two tasks
  that block it swap cores. The scheduler does not try to keep a task on its core.
- **SIMPLE_SMP**: fixed priorities in one sorted list, so its time grows with the number of ready
  tasks. A task that loses its core and gets another at the same instant keeps the core on which it
  still executes.
- **PRIORITY_SMP**: the same decisions with a list for each priority, in constant time.
- **PRIORITY_AFFINITY_SMP**: any affinities. A new task displaces the least urgent task on its own
  cores. No other task moves to make room.

## Released together
All periods begin at 0, the worst case on one core. Wall time is from release to completion.

${tablesOf(() => together)}

## As RTEMS starts them
A task of RTEMS begins its first period when it first runs and calls
\`rtems_rate_monotonic_period\`. Under EDF it has no deadline until then. So the periods do not
begin together, but one after the other, as cores become free: under EDF in the order in which the
tasks were started, under fixed priorities in priority order.

${phasesTable()}

${tablesOf(phasesAsStarted)}

## Comparison with the paper
The table shows the change from one core to four. The text of the paper gives its numbers; its
figures are bars without numbers, and it does not state the length of its run.

${besideThePaper()}

What agrees: T1 and T2 gain much. T3 and T5 gain nothing once they do not begin at the same time,
and T4 gains little or nothing. No deadline is missed on one core: response-time analysis gives at
most ${boundsOnOne()} ms, in priority order. If the tasks begin
one after the other, T3 and T5 have ${lostRuns()} runs less on one core than on four in the same
time, because their periods begin later. A longer start, as in a real kernel, costs more. This
effect explains the paper's 2 and 3, and nothing else in the schedule does.

What does not agree: T6 and T7 work for 120 ms. So on one core each of their jobs meets at least one
release of T3 and one of T5, 24 ms together. On four cores they do not wait, which is a sixth of the
wall time or more. Changes of 0.5 % and 4 % cannot come from this schedule with these execution
times. The mean CPU times, which the paper finds higher on four cores, are equal here, because a
job's execution time is fixed.

On four cores no task is preempted, and yet many jobs begin on another core than the job
before${migrationsOf()}, because the core that became idle last is taken first.

## Where affinities strand a task
Three cores, rate-monotonic. A may run on cores 1 and 2, and no other task on core 2.

${strandedTable()}

The bound assumes that a task never waits beside an idle core on which it may run. A dispatcher that
rearranges running jobs satisfies this. PRIORITY_AFFINITY_SMP searches a core only for the most
urgent ready task. While D waits for core 0, the scheduler does not consider A, which C has just
displaced from core 1, and core 2 stays idle. So the sketch is admitted for schedulers that satisfy
the assumption (in RTEMS: EDF_SMP, with one core or all; STRONG_APA is made for it). For
PRIORITY_AFFINITY_SMP also simulate it:
\`polyloop simulate FILE --scheduler rtems-priority-affinity\`.
`;

if (import.meta.main) process.stdout.write(page());
