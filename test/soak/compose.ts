/** Converts a drawn sketch to a sketch file with a given utilization. */
import { targetById } from '../../generator/targets/index.ts';
import { bodyOf, callsUs, interruptBody, preludeOf, sectionsOf, setupOf } from './bodies.ts';
import { type Draft, type DraftChannel, type DraftInterrupt, type DraftTask, misbehaves } from './draft.ts';
import { type Platform, platformOf } from './profiles.ts';

/** Shortest loop of a job. Unit: µs. */
const LEAST_LOOP_US = 20;
/** Time of the entry and exit of a bottom half, without its loop. Unit: µs. */
const BOTTOM_HALF_CALL_US = 8;
/** Execution time of a background task's run at a share of 1. Unit: µs. */
const BACKGROUND_US = 10_000;

interface Times {
  readonly budgetUs: number;
  readonly loopUs: number;
}

/** Converts a share of the processor to a budget. The loop uses the budget that the calls leave. */
function timesOf(draft: Draft, task: DraftTask, share: number): Times {
  const calls = callsUs(draft, task);
  const perJobUs = task.kind === 'background' ? BACKGROUND_US : task.periodUs;
  const leastUs = (LEAST_LOOP_US + calls) / task.fill;
  const { unitUs = 1 } = platformOf(draft).profile;
  const neededUs = Math.max(leastUs, calls + share * task.weight * perJobUs);
  const budgetUs = Math.ceil(neededUs / unitUs) * unitUs;
  return { budgetUs, loopUs: Math.floor(budgetUs * task.fill) - calls };
}

function taskOf(draft: Draft, task: DraftTask, share: number): object {
  const { name, kind, offsetUs, jitterUs, overrun, catchUpLimit, exhaustion } = task;
  const { budgetUs, loopUs } = timesOf(draft, task, share);
  const code = { body: bodyOf(draft, task, loopUs), ...(draft.tasks[0] === task ? { setup: setupOf(draft) } : {}) };
  const stack = stackOf(draft, task);
  if (kind === 'background') return { name, kind, budgetUs, ...stack, ...code };
  const handler = 'static uint8_t calls; calls++;';
  return {
    name,
    kind,
    periodUs: task.periodUs,
    budgetUs,
    deadlineUs: Math.max(task.deadlineUs, budgetUs),
    ...(kind === 'periodic' ? { offsetUs, jitterUs } : {}),
    ...(draft.policy === 'fixed' ? { priority: task.priority } : {}),
    overrun,
    ...(overrun === 'catch-up' ? { catchUpLimit } : {}),
    exhaustion,
    ...(task.handlers ? { deadlineHandler: handler, budgetHandler: handler } : {}),
    ...stack,
    ...code,
  };
}

function stackOf(draft: Draft, task: DraftTask): { stackBytes?: number } {
  const { stacks } = platformOf(draft).profile;
  if (stacks === null) return {};
  return { stackBytes: callsUs(draft, task) > platformOf(draft).profile.calls.job ? stacks.calls : stacks.plain };
}

function channelOf({ name, kind, capacity, padding, writer, readers }: DraftChannel): object {
  const item = [
    { name: 'number', type: 'uint16' },
    { name: 'padding', type: 'uint8', count: padding },
    { name: 'check', type: 'uint16' },
  ];
  const ring = kind === 'ring-buffer' ? { capacity } : {};
  // An array of length one is a plain number, so the count is at least two.
  return { name, kind, item: padding === 1 ? withArray(item) : item, ...ring, writer, reader: readers };
}

const withArray = (item: readonly object[]): object[] =>
  item.map((member, index) => (index === 1 ? { ...member, count: 2 } : member));

/** Time of the loop in a bottom half without a handler. */
const bottomLoopUs = ({ bottomHalfUs, fill }: DraftInterrupt, { profile }: Platform): number =>
  Math.max(1, Math.floor(bottomHalfUs * fill) - (profile.calls.job > 0 ? BOTTOM_HALF_CALL_US : 0));

function interruptOf(draft: Draft, interrupt: DraftInterrupt, share: number, platform: Platform): object {
  const { profile } = platform;
  const { name, origin, bottomHalfUs, fill, ioBudgetUs, ioPeriodUs, handlerWeight, handlerPeriodUs } = interrupt;
  const handled = handlerWeight > 0;
  const handlerBudgetUs = handled ? Math.ceil(profile.calls.job + 40 + share * handlerWeight * handlerPeriodUs) : 0;
  const loopUs = handled ? Math.floor(handlerBudgetUs * fill) - profile.calls.job : bottomLoopUs(interrupt, platform);
  const { stopsJobs = false } = targetById(platform.target);
  return {
    name,
    ...profile.origins[origin]?.member,
    bottomHalfUs: handled ? 0 : bottomHalfUs,
    ioBudgetUs,
    ioPeriodUs,
    handlerBudgetUs,
    handlerPeriodUs,
    ...(interrupt.handlerConduct === 'endless' ? { handlerExhaustion: stopsJobs ? 'stop' : 'wait' } : {}),
    body: interruptBody(draft, interrupt, Math.max(1, loopUs)),
  };
}

/**
 * The data that a replay needs in addition to the sketch: tasks and handlers that are not checked, and external
 * events.
 */
export interface SoakNotes {
  readonly seed: number;
  readonly misbehaving: readonly string[];
  readonly stimuli: readonly Stimulus[];
  /** Time of the loop in each bottom half. Unit: µs. */
  readonly bottomLoopsUs: Readonly<Record<string, number>>;
  readonly runUs?: number;
  readonly violations?: readonly string[];
}

/** Edges of a pin. */
export interface Stimulus {
  readonly pin: string;
  readonly fromUs: number;
  readonly everyUs: number;
  /** Number of edges. 0: unlimited. */
  readonly burst: number;
  readonly gapUs: number;
}

function stimuliOf(draft: Draft, { profile }: Platform): Stimulus[] {
  return draft.interrupts.flatMap(({ origin, storm }) => {
    const pin = profile.origins[origin]?.pin ?? null;
    return pin === null ? [] : [{ pin, ...storm }];
  });
}

/**
 * @param share share of the processor. A task's budget is share × weight × period, plus the time of
 * its calls.
 */
export function composeSketch(draft: Draft, share: number) {
  const platform = platformOf(draft);
  const resources = draft.resources.map(({ name }) => ({
    name,
    users: draft.tasks.flatMap((task) =>
      sectionsOf(draft, task, timesOf(draft, task, share).loopUs)
        .filter((section) => section.name === name)
        .map(({ lengthUs }) => ({ task: task.name, criticalSectionUs: lengthUs + platform.profile.calls.lock })),
    ),
  }));
  const notes: SoakNotes = {
    seed: draft.seed,
    misbehaving: [
      ...draft.tasks.filter(misbehaves),
      ...draft.interrupts.filter(({ handlerConduct }) => handlerConduct === 'endless'),
    ].map(({ name }) => name),
    stimuli: stimuliOf(draft, platform),
    bottomLoopsUs: Object.fromEntries(draft.interrupts.map((one) => [one.name, bottomLoopUs(one, platform)])),
  };
  return {
    polyloop: 1,
    name: `soak ${draft.seed}`,
    board: draft.board,
    target: draft.target,
    policy: draft.policy,
    prelude: preludeOf(draft),
    tasks: draft.tasks.map((task) => taskOf(draft, task, share)),
    channels: draft.channels.map(channelOf),
    interrupts: draft.interrupts.map((interrupt) => interruptOf(draft, interrupt, share, platform)),
    resources,
    'x-soak': notes,
  };
}
