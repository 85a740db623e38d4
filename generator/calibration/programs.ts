/** The programs that calibrate a board: sketches whose jobs look at the clock. */
import type { Board } from '../platform/board.ts';
import { newSketch, newTask } from '../sketch/create.ts';
import type { Policy, Sketch, TargetName, Task } from '../sketch/model.ts';

/** One program of a calibration: its number of tasks, and the order of its ready jobs. */
export interface CalibrationProgram {
  readonly tasks: number;
  readonly policy: Extract<Policy, 'fixed' | 'edf'>;
}

/**
 * The overheads grow with the number of tasks at most as a line through two points, because a search
 * through more than 16 tasks takes longer for each task.
 */
export const FEW_TASKS = 2;
export const MANY_TASKS = 32;

export const CALIBRATION_PROGRAMS: readonly CalibrationProgram[] = (['fixed', 'edf'] as const).flatMap((policy) =>
  [FEW_TASKS, MANY_TASKS].map((tasks) => ({ tasks, policy })),
);

/** Board time of each program. */
export const PROGRAM_NS = 6e9;

const RELEASE_US = 2_000;
const BURST_US = 160_000;
/** Longer than its job, so that the timer watches the task meanwhile, and less than the time between two triggers. */
const WITNESS_US = 110_000;
/** A job that exceeds its budget records one more event. */
const LEAST_BUDGET_US = 1;
/** No job misses it. */
const DEADLINE_US = 2_000_000;
/** The witness of a program without other tasks runs after so many jobs of `late`. */
const TURNS = 30;

/**
 * Released most often, also while `witness` runs: the runtime keeps four releases and drops the others.
 * With every handler, so that the program contains the whole runtime.
 */
function lateTask(body: string): Task {
  return newTask('late', {
    periodUs: RELEASE_US,
    budgetUs: LEAST_BUDGET_US,
    deadlineUs: DEADLINE_US,
    overrun: 'demote',
    catchUpLimit: 4,
    priority: MANY_TASKS + 1,
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
    priority: MANY_TASKS - index,
    body: isLast ? TRIGGERING : 'job();',
  });

const witnessTask = newTask('witness', {
  kind: 'sporadic',
  periodUs: WITNESS_US,
  budgetUs: LEAST_BUDGET_US,
  deadlineUs: DEADLINE_US,
  overrun: 'stop',
  priority: 0,
  body: 'witness_job();',
});

/**
 * The sketch of a calibration program.
 * @param code the code of the board and of the target, from templates/calibration
 */
export function calibrationSketch(
  board: Board,
  target: TargetName,
  { tasks, policy }: CalibrationProgram,
  code: string,
): Sketch {
  const others = tasks - FEW_TASKS;
  const late = lateTask(
    others > 0
      ? 'job();'
      : `static uint8_t left = ${TURNS};\nif (--left == 0) {\n  left = ${TURNS};\n  ${TRIGGERING}\n} else {\n  job();\n}`,
  );
  const more = Array.from({ length: others }, (_, index) => otherTask(index, index === others - 1));
  return newSketch(`calibrate-${policy}-${tasks}`, {
    board: board.id,
    target,
    policy,
    prelude: `#include "polyloop/sink.h"\n${code}`,
    tasks: [late, ...more, witnessTask],
  });
}
