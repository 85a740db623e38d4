/** The programs that calibrate a board: sketches whose jobs look at the clock. */
import type { Board } from '../platform/board.ts';
import type { BoardFacts } from '../sketch/board-facts.ts';
import { newInterrupt, newResource, newSketch, newTask } from '../sketch/create.ts';
import type { Interrupt, Policy, Resource, Sketch, Task } from '../sketch/model.ts';
import type { CalibratedTarget, FigureSet, MeasuredWork } from './figures.ts';

/** One program of a calibration: what it measures, its number of tasks, and the order of its ready jobs. */
export interface CalibrationProgram {
  readonly measures: MeasuredWork;
  readonly tasks: number;
  readonly policy: Extract<Policy, 'fixed' | 'edf'>;
}

/**
 * The numbers of tasks of the programs. The overheads grow with the number of tasks at most as a line through two
 * points: a search of the super-loop through more than 16 tasks takes longer for each task. With FreeRTOS the RAM
 * of the Uno has room for four stacks of these programs.
 */
export const TASK_COUNTS: Readonly<Record<FigureSet, { readonly few: number; readonly many: number }>> = {
  superloop: { few: 2, many: 32 },
  preemptive: { few: 2, many: 32 },
  freertos: { few: 3, many: 4 },
  arduino: { few: 2, many: 32 },
};

/** The program with an interrupt has one task, which looks at the clock meanwhile. */
export const INTERRUPT_PROGRAM: CalibrationProgram = { measures: 'interrupts', tasks: 1, policy: 'fixed' };

export const calibrationPrograms = (set: FigureSet): readonly CalibrationProgram[] => [
  ...(['fixed', 'edf'] as const).flatMap((policy) => {
    const { few, many } = TASK_COUNTS[set];
    return [few, many].map((tasks) => ({ measures: 'tasks' as const, tasks, policy }));
  }),
  // Arduino's functions have no interrupt that a program can raise by itself.
  ...(set === 'arduino' ? [] : [INTERRUPT_PROGRAM]),
];

/** Board time of each program. */
export const PROGRAM_NS = 6e9;

const SECTION_US = 1_000;
const LOCKED = 'shared';
const WITNESS_BODY = `witness_job([] { ${LOCKED}_lock(); }, [] { ${LOCKED}_unlock(); });`;
const MOST_TASKS = TASK_COUNTS.superloop.many;
const RELEASE_US = 2_000;
const BURST_US = 160_000;
/** Longer than its job, so that the timer watches the task meanwhile, and less than the time between two triggers. */
const WITNESS_US = 110_000;
/** A job that exceeds its budget records one more event. */
const LEAST_BUDGET_US = 1;
/** No job misses it. */
const DEADLINE_US = 2_000_000;
/** The witness of a program without other tasks runs after this many jobs of `late`. */
const TURNS = 60;
/** Jobs of `late` that follow each other without a pause, because their releases came while the witness ran. */
const KEPT = { alone: 16, beside: 4 };

/**
 * Released most often, also while `witness` runs: the runtime keeps some releases and drops the others.
 * With every handler, so that the program contains the whole runtime.
 */
function lateTask(body: string, catchUpLimit: number): Task {
  return newTask('late', {
    periodUs: RELEASE_US,
    budgetUs: LEAST_BUDGET_US,
    deadlineUs: DEADLINE_US,
    overrun: 'demote',
    catchUpLimit,
    priority: MOST_TASKS + 1,
    setup: 'begin_looks();',
    body,
    deadlineHandler: '(void)0;',
    budgetHandler: '(void)0;',
  });
}

const TRIGGERING = 'job_and_trigger();';

/** Tasks that are released together. The last one triggers the witness. */
const otherTask = (index: number, isLast: boolean): Task =>
  newTask(`t${index}`, {
    periodUs: BURST_US,
    budgetUs: LEAST_BUDGET_US,
    deadlineUs: DEADLINE_US,
    priority: MOST_TASKS - index,
    body: isLast ? TRIGGERING : 'job();',
  });

const witnessTask = (): Task =>
  newTask('witness', {
    kind: 'sporadic',
    periodUs: WITNESS_US,
    budgetUs: LEAST_BUDGET_US,
    deadlineUs: DEADLINE_US,
    overrun: 'stop',
    priority: 0,
    body: WITNESS_BODY,
  });

/** The tasks of the super-loop's program. */
function superloopTasks(count: number): readonly Task[] {
  const others = count - TASK_COUNTS.superloop.few;
  const late = lateTask(
    others > 0
      ? 'job();'
      : `static uint8_t left = ${TURNS};\nif (--left == 0) {\n  left = ${TURNS};\n  ${TRIGGERING}\n} else {\n  job();\n}`,
    others > 0 ? KEPT.beside : KEPT.alone,
  );
  const more = Array.from({ length: others }, (_, index) => otherTask(index, index === others - 1));
  return [late, ...more, witnessTask()];
}

/** Not a multiple of the kernel's tick, so that releases come at all phases. */
const FAST_US = 10_300;
/** Released halfway between the others, because the analysis counts the release of each task. */
const PENDING = { periodUs: 2 * FAST_US, offsetUs: FAST_US / 2 };
/** The job of the witness lasts longer than the program runs. */
const ENDLESS_US = 60_000_000;
/** Stack of the witness's code beside that of an empty job, and of a job that only looks at the clock. Unit: bytes. */
const WITNESS_STACK_BYTES = 100;
const FAST_STACK_BYTES = 48;
const OTHER_STACK_BYTES = 8;

/**
 * The tasks of FreeRTOS's program, the most urgent first under both policies. The jobs of all tasks after the witness
 * wait until the program ends.
 */
function freertosTasks(count: number, leastStackBytes: number): readonly Task[] {
  const task = (name: string, place: number, stackBytes: number, values: Partial<Task>): Task =>
    newTask(name, { priority: count - place, stackBytes: leastStackBytes + stackBytes, ...values });
  const pending = (place: number): Partial<Task> => ({
    ...(place === 2 ? PENDING : { periodUs: ENDLESS_US + place }),
    budgetUs: SECTION_US,
    deadlineUs: ENDLESS_US + place,
    body: '(void)0;',
  });
  return [
    task('fast', 0, FAST_STACK_BYTES, {
      ...{ periodUs: FAST_US, deadlineUs: FAST_US, budgetUs: FAST_US / 2 },
      ...{ setup: 'begin_looks();', body: 'fast_job();' },
    }),
    task('witness', 1, WITNESS_STACK_BYTES, {
      ...{ periodUs: ENDLESS_US, deadlineUs: ENDLESS_US, budgetUs: ENDLESS_US, body: WITNESS_BODY },
    }),
    ...Array.from({ length: count - 2 }, (_, index) =>
      task(`pending${index}`, index + 2, OTHER_STACK_BYTES, pending(index + 2)),
    ),
  ];
}

/** Often, because the longest preemption is seen as such only if it comes at the end of a pass of the witness. */
const FAST_ON_STACK_US = 2_357;
/** Kept while the witness holds the resource. */
const KEPT_ON_STACK = 2;
/** Later than the program runs, and under EDF before the deadlines of the other tasks. So no deadline is looked at. */
const FAST_DEADLINE_US = 50_000_000;

/**
 * The tasks of the program on one stack, in the same order. `fast` waits while the witness holds their resource. With every
 * handler, so that the program contains the whole runtime but what stops a job.
 */
function preemptiveTasks(count: number): readonly Task[] {
  const place = (index: number): Partial<Task> => ({
    priority: count - index,
    ...{ periodUs: ENDLESS_US + index, deadlineUs: ENDLESS_US + index, budgetUs: SECTION_US },
  });
  return [
    newTask('fast', {
      ...{ priority: count, periodUs: FAST_ON_STACK_US, deadlineUs: FAST_DEADLINE_US, budgetUs: SECTION_US },
      ...{ overrun: 'catch-up', catchUpLimit: KEPT_ON_STACK, setup: 'begin_looks();', body: 'fast_job();' },
      ...{ deadlineHandler: '(void)0;', budgetHandler: '(void)0;' },
    }),
    newTask('witness', { ...place(1), budgetUs: ENDLESS_US, body: WITNESS_BODY }),
    ...Array.from({ length: count - 2 }, (_, index) =>
      newTask(`pending${index}`, { ...place(index + 2), body: '(void)0;' }),
    ),
  ];
}

const sharedBy = (...tasks: readonly string[]): Resource =>
  newResource(LOCKED, { users: tasks.map((task) => ({ task, criticalSectionUs: SECTION_US })) });

/** The tasks and resources of the programs. */
const ELEMENTS: Readonly<
  Record<CalibratedTarget, (tasks: number, board: Board) => Pick<Sketch, 'tasks'> & Partial<Sketch>>
> = {
  superloop: (tasks) => ({ tasks: superloopTasks(tasks), resources: [sharedBy('late', 'witness')] }),
  preemptive: (tasks) => ({ tasks: preemptiveTasks(tasks), resources: [sharedBy('fast', 'witness')] }),
  freertos: (tasks, board) => ({
    tasks: freertosTasks(tasks, board.targets.freertos?.threads?.leastStackBytes ?? 0),
    resources: [sharedBy('fast', 'witness')],
  }),
};

const DELIVERIES_US = 100_000;
const BOTTOM_HALF_US = 50;

/** The one task of the program with an interrupt, which comes from a timer, so that no pin is driven. */
const interruptElements = (source: string, leastStackBytes: number): Pick<Sketch, 'tasks' | 'interrupts'> => ({
  tasks: [
    newTask('witness', {
      ...{ periodUs: DELIVERIES_US, deadlineUs: DELIVERIES_US, budgetUs: DELIVERIES_US },
      // The timer stands still until the first job.
      ...{ setup: 'begin_looks();\ndisarm();', body: 'witness_job();' },
      ...(leastStackBytes > 0 ? { stackBytes: leastStackBytes + WITNESS_STACK_BYTES } : {}),
    }),
  ],
  interrupts: [timerInterrupt(source)],
});

const timerInterrupt = (source: string): Interrupt =>
  newInterrupt('line', '', {
    ...{ pin: null, source, topHalfUs: 0, bottomHalfUs: BOTTOM_HALF_US, handlerBudgetUs: 0, body: 'deliver();' },
    // Never exhausted: a delivery does not mask its line.
    ...{ ioBudgetUs: DELIVERIES_US / 2, ioPeriodUs: DELIVERIES_US },
  });

/**
 * The sketch of a calibration program.
 * @param boardFacts those of a board that Polyloop has no record of
 * @param code the code of the board and of the target, from templates/calibration
 */
export function calibrationSketch(
  board: Board,
  target: CalibratedTarget,
  { measures, tasks, policy }: CalibrationProgram,
  code: string,
  boardFacts: BoardFacts | null = null,
): Sketch {
  const head = { board: board.id, boardFacts, target, policy, prelude: `#include "polyloop/sink.h"\n${code}` };
  if (measures === 'interrupts') {
    const [source] = board.interruptSources;
    if (source === undefined) throw new Error(`${board.label} has no timer for an interrupt`);
    const leastStackBytes = board.targets[target]?.threads?.leastStackBytes ?? 0;
    return newSketch('calibrate-interrupts', { ...head, ...interruptElements(source.name, leastStackBytes) });
  }
  return newSketch(`calibrate-${policy}-${tasks}`, { ...head, ...ELEMENTS[target](tasks, board) });
}
