/**
 * Reports features of a sketch that its target or board does not support. Uses the capability
 * records, never ids.
 */

import { boardsOf } from '../boards/index.ts';
import { type Board, ownLibrariesOf } from '../platform/board.ts';
import type { Capabilities, GenerationCapabilities } from '../platform/kernel.ts';
import { isProvisional } from '../sketch/budgets/budget-from.ts';
import { libraryShortName } from '../sketch/libraries.ts';
import type { Sketch } from '../sketch/model.ts';
import { didYouMean, quote } from '../sketch/problem.ts';
import { systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
import { checkKernel } from './kernel-limits.ts';
import { checkMulticore } from './multicore.ts';
import type { Reporter } from './reporter.ts';
import { checkStops } from './stopping.ts';

/** `catch_up_limit` of runtime-c's task table is one byte. */
const MAX_CATCH_UP = 255;
/** A channel's index is one byte, too. */
const MAX_CHANNELS = 255;

/** Reports all problems at once. */
export function checkSupport(sketch: Sketch, board: Board, capabilities: Capabilities, reporter: Reporter): void {
  const generates = generatesFor(sketch, capabilities);
  if (generates === null) {
    reporter.report(
      ['target'],
      tr`${capabilities.label} can be analysed, but no code is generated for it yet. Choose another target to build.`,
    );
  } else {
    checkProgram(sketch, board, capabilities, generates, reporter);
    checkTasks(sketch, capabilities, generates, reporter);
    checkStops(sketch, capabilities, reporter);
    checkCode(sketch, capabilities, reporter);
    checkElements(sketch, capabilities, generates, reporter);
    if (sketch.cores > 1 && generates.multicore !== undefined && sketch.cores <= generates.cores) {
      checkMulticore(sketch, capabilities, generates.multicore, reporter);
    }
  }
  checkKernel(sketch, capabilities, reporter);
  checkPins(sketch, board, reporter);
  checkLibraries(sketch, board, reporter);
}

/** What code generation supports for a sketch with this number of cores. */
function generatesFor({ cores }: Sketch, { generates }: Capabilities): GenerationCapabilities | null {
  const multicore = cores > 1 ? generates?.multicore : undefined;
  return generates === null || multicore === undefined ? generates : { ...generates, ...multicore };
}

function checkLibraries(sketch: Sketch, board: Board, reporter: Reporter): void {
  const own = ownLibrariesOf(sketch, board);
  for (const [index, library] of sketch.libraries.entries()) {
    const { name } = library;
    const path = ['libraries', index, 'name'];
    const reason = own.has(name) ? undefined : board.unusableLibraries?.[libraryShortName(library)];
    if (board.platformio === null) {
      reporter.report(
        path,
        tr`${board.label} cannot use Arduino libraries. Choose another board, or remove ${quote(name)}.`,
      );
    } else if (reason !== undefined) {
      reporter.report(path, tr`${board.label} cannot use ${quote(name)}: ${reason}`);
    }
  }
}

function checkProgram(
  sketch: Sketch,
  board: Board,
  { id, label }: Capabilities,
  generates: GenerationCapabilities,
  reporter: Reporter,
): void {
  if (board.targets[id] === undefined) {
    reporter.report(['board'], tr`${label} does not run on ${board.label}. Choose one of: ${boardsOf(id).join(', ')}.`);
  }
  const overheads = board.targets[id]?.overheads ?? null;
  if (overheads !== null && overheads.interrupts === undefined) {
    // The port accounts for no interrupt of the program: a core's own code around it differs from core to core.
    const able = boardsOf(id).join(', ');
    const text = tr`what an interrupt costs on ${board.label} is not known, so no budget could limit it. Remove it, and poll its pin in a task, or choose one of the boards ${able}.`;
    sketch.interrupts.forEach((_, index) => {
      reporter.report(['interrupts', index], text);
    });
  }
  if (!generates.policies.includes(sketch.policy)) {
    const known = generates.policies.join(', ');
    reporter.report(['policy'], tr`${label} cannot be generated with ${sketch.policy} yet. Choose one of: ${known}.`);
  }
  if (sketch.cores > generates.cores) {
    reporter.report(
      ['cores'],
      tr`${label} runs on ${generates.cores} core here, found ${sketch.cores}. Set cores to ${generates.cores}.`,
    );
  }
  const count = systemOf(sketch).runnables.length;
  const handlers = count - sketch.tasks.length;
  if (count === 0) reporter.report(['tasks'], tr`there is no task to run. Add one.`);
  if (count > generates.maxTasks) {
    const found = handlers === 0 ? count : tr`${count} with the handlers of interrupts`;
    reporter.report(
      ['tasks'],
      tr`${label} runs at most ${generates.maxTasks} tasks, found ${found}. Remove or join some.`,
    );
  }
}

function checkTasks(
  sketch: Sketch,
  { label, budgets }: Capabilities,
  generates: GenerationCapabilities,
  reporter: Reporter,
): void {
  sketch.tasks.forEach((task, index) => {
    const keeps = task.overrun === 'catch-up' || task.overrun === 'demote';
    if (keeps && task.catchUpLimit > MAX_CATCH_UP) {
      const text = tr`at most ${MAX_CATCH_UP} missed releases can be kept, found ${task.catchUpLimit}. Choose fewer.`;
      reporter.report(['tasks', index, 'catchUpLimit'], text);
    }
    if (budgets !== 'monitored' && !isProvisional(sketch, task))
      checkBudget(['tasks', index, 'budgetUs'], task.budgetUs, task.periodUs, reporter);
    if (generates.taskKinds.includes(task.kind)) return;
    const known = generates.taskKinds.join(tr` or `);
    reporter.report(['tasks', index, 'kind'], tr`${label} has no ${task.kind} tasks yet. Make it ${known}.`);
  });
}

const JOB_TIME = /\bpl_job_(micros|budget_left_micros)\b/;

/** Reports what the target's jobs cannot have, whatever the number of cores. */
function checkCode({ tasks }: Sketch, { label, generates }: Capabilities, reporter: Reporter): void {
  const { overruns, handlers = true, jobTime = true } = generates ?? {};
  tasks.forEach((task, index) => {
    const path = ['tasks', index];
    if (overruns !== undefined && !overruns.includes(task.overrun)) {
      const known = overruns.join(tr` or `);
      reporter.report([...path, 'overrun'], tr`${label} has no overrun policy ${task.overrun}. Choose ${known}.`);
    }
    for (const member of ['deadlineHandler', 'budgetHandler'] as const) {
      if (handlers || task[member].trim() === '') continue;
      reporter.report([...path, member], tr`${label} calls no handlers. Remove it, or choose another target.`);
    }
    if (!jobTime && JOB_TIME.test(task.body)) {
      const text = tr`${label} does not tell a job its execution time. Remove the call, or choose another target.`;
      reporter.report([...path, 'body'], text);
    }
  });
}

/** A server's budget cannot exceed its period. */
function checkBudget(
  path: readonly PropertyKey[],
  budgetUs: number | null,
  periodUs: number | null,
  reporter: Reporter,
): void {
  if (budgetUs === null || periodUs === null || budgetUs <= periodUs) return;
  const text = tr`${budgetUs} µs in every ${periodUs} µs exceed the period. Choose at most ${periodUs} µs.`;
  reporter.report(path, text);
}

function checkElements(
  sketch: Sketch,
  { label, preemptive, budgets }: Capabilities,
  generates: GenerationCapabilities,
  reporter: Reporter,
): void {
  if (sketch.channels.length > MAX_CHANNELS) {
    const text = tr`at most ${MAX_CHANNELS} channels are supported, found ${sketch.channels.length}. Remove or join some.`;
    reporter.report(['channels'], text);
  }
  sketch.channels.forEach((channel, index) => {
    if (generates.channelKinds.includes(channel.kind)) return;
    const known = generates.channelKinds.join(tr` or `);
    reporter.report(['channels', index, 'kind'], tr`${label} has no ${channel.kind} yet. Make it ${known}.`);
  });
  sketch.interrupts.forEach(({ handlerBudgetUs, handlerPeriodUs }, index) => {
    if (budgets !== 'monitored')
      checkBudget(['interrupts', index, 'handlerBudgetUs'], handlerBudgetUs, handlerPeriodUs, reporter);
  });
  if (!generates.interrupts) {
    sketch.interrupts.forEach((_, index) => {
      reporter.report(
        ['interrupts', index],
        tr`${label} does not support interrupts yet. Remove it, and poll its pin in a task.`,
      );
    });
  }
  // If every job runs to completion, two tasks are never inside a resource at once, so no code is
  // needed.
  if (!generates.resources && preemptive) {
    sketch.resources.forEach((_, index) => {
      reporter.report(
        ['resources', index],
        tr`${label} has no locks yet. Remove it, and pass the data through a channel.`,
      );
    });
  }
}

function checkPins(sketch: Sketch, board: Board, reporter: Reporter): void {
  if (board.hasOtherPins) return;
  const names = board.pins.map((pin) => pin.name);
  const check = (path: readonly PropertyKey[], pin: string) => {
    if (names.includes(pin)) return;
    const way =
      names.length === 0 ? tr` Choose a board with pins.` : didYouMean(pin, names, tr` It has ${names.join(', ')}.`);
    reporter.report(path, tr`${board.label} has no pin ${quote(pin)}.${way}`);
  };
  sketch.parts.forEach((part, index) => {
    for (const [terminal, pin] of Object.entries(part.pins)) check(['parts', index, 'pins', terminal], pin);
  });
  sketch.interrupts.forEach((interrupt, index) => {
    if (interrupt.pin !== null) check(['interrupts', index, 'pin'], interrupt.pin);
  });
}
