/**
 * One soak trial: builds and runs an admitted random sketch, and compares the run with the
 * promises.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { StackUse } from '../../app/contract/builds.ts';
import { boardOf, buildSketch } from '../../app/host/pipeline.ts';
import type { AdmittedSketch } from './admitted.ts';
import { CHECKS } from './bodies.ts';
import { type Observation, Observer, type TaskResult, type Violation } from './observe.ts';
import { type RunEnd, runFirmware } from './run.ts';

export interface TrialResult {
  readonly outcome: 'ran' | 'not built';
  /** The reason why the sketch was not built, or null. */
  readonly message: string | null;
  readonly jobs: number;
  readonly tasks: readonly TaskResult[];
  readonly violations: readonly Violation[];
  readonly lostEvents: number;
  /** Number of items that bodies read from channels and found intact. */
  readonly reads: number;
}

const NOT_BUILT = { jobs: 0, tasks: [], violations: [], lostEvents: 0, reads: 0 } as const;

/** Runs a trial. Rejects only if the soak test itself fails. */
export async function runTrial(admitted: AdmittedSketch, runUs: number, dir: string): Promise<TrialResult> {
  const { sketch, promised, notes } = admitted;
  await mkdir(dir, { recursive: true });
  const lines: string[] = [];
  const build = await buildSketch({
    sketch,
    dir,
    tool: 'platformio',
    repeat: true,
    signal: new AbortController().signal,
    onLine: ({ text }) => lines.push(text),
  });
  if (build.firmware === null) {
    const errors = build.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    return { ...NOT_BUILT, outcome: 'not built', message: [build.message, ...errors, ...lines.slice(-5)].join('\n') };
  }
  // A real board would refuse it, and a virtual one shows what an overflow does.
  if (build.firmware.stackProblem != null) {
    return { ...NOT_BUILT, outcome: 'not built', message: build.firmware.stackProblem };
  }
  const observer = new Observer(promised, notes.misbehaving);
  const { failure, stack } = await runFirmware({
    board: boardOf(sketch),
    firmware: build.firmware,
    runUs,
    stimuli: notes.stimuli,
    onBytes: (bytes) => observer.push(bytes),
  });
  const seen = observer.finish(runUs * 1000);
  const failed = failure === null ? [] : [{ kind: 'crash', message: failure }];
  const inspected = stackViolations(stack, build.memory?.stacks ?? []);
  const violations = [
    ...failed,
    ...inspected,
    ...seen.violations,
    ...printedViolations(seen),
    ...overBudget(admitted, seen),
  ];
  const jobs = seen.tasks.reduce((sum, task) => sum + task.jobs, 0);
  const reads = readsOf(seen);
  return { outcome: 'ran', message: null, jobs, tasks: seen.tasks, violations, lostEvents: seen.lostEvents, reads };
}

/** A stack that overwrote variables, or took more than the build says that it can. */
function stackViolations(stack: RunEnd['stack'], stacks: readonly StackUse[]): Violation[] {
  if (stack === null) return [];
  const { deepestBytes, overflow } = stack;
  const bound = stacks.find(({ task, unknown }) => task === null && unknown.length === 0);
  const tooDeep = bound !== undefined && deepestBytes > bound.bytes;
  return [
    ...(overflow === null ? [] : [`The stack grew by ${overflow.bytes} bytes into the variables.`]),
    ...(tooDeep ? [`The stack took ${deepestBytes} bytes, and its bound is ${bound.bytes}.`] : []),
  ].map((message) => ({ kind: 'stack', message }));
}

const printed = ({ texts }: Observation): string => texts.map(({ text }) => text).join('');

function printedViolations(seen: Observation): Violation[] {
  return [...printed(seen).matchAll(/!(\d);/g)].map(([, check]) => ({
    kind: 'check',
    message: `A body says: ${CHECKS[Number(check)] ?? 'an unknown check failed'}.`,
  }));
}

/** The sketch's counters have 16 bits. */
const WRAP = 65_536;

function readsOf(seen: Observation): number {
  let [total, last] = [0, 0];
  for (const [, count] of printed(seen).matchAll(/=(\d+);/g)) {
    total += (Number(count) - last + WRAP) % WRAP;
    last = Number(count);
  }
  return total;
}

/**
 * Between two reports, bottom halves may use one I/O budget for each period that overlaps the
 * interval.
 */
function overBudget({ sketch: { interrupts }, notes }: AdmittedSketch, { texts }: Observation): Violation[] {
  const last = new Map<string, { readonly timeNs: number; readonly count: number }>();
  const violations: Violation[] = [];
  for (const { name, count, timeNs } of servedReports(texts)) {
    const before = last.get(name);
    last.set(name, { timeNs, count });
    const interrupt = interrupts.find((one) => one.name === name);
    if (before === undefined || interrupt === undefined) continue;
    const served = (count - before.count + WRAP) % WRAP;
    const periods = Math.ceil((timeNs - before.timeNs) / ((interrupt.ioPeriodUs ?? 1) * 1000)) + 1;
    // The runtime charges the measured time of a bottom half, which can be less than the declared
    // length.
    const tookUs = served * (notes.bottomLoopsUs[name] ?? 0);
    const mayUs = periods * (interrupt.ioBudgetUs ?? 0);
    if (tookUs > mayUs) {
      const message = `${name} took ${tookUs} µs in ${periods} periods of its I/O budget, which allow ${mayUs} µs.`;
      violations.push({ kind: 'interrupt', message });
    }
  }
  return violations;
}

/**
 * Parses the reports. A report can be split into several texts. It has the time of the last text.
 */
function servedReports(texts: Observation['texts']): { name: string; count: number; timeNs: number }[] {
  const reports: { name: string; count: number; timeNs: number }[] = [];
  let rest = '';
  for (const { timeNs, text } of texts) {
    rest += text;
    for (const [, name = '', count] of rest.matchAll(/#(\w+):(\d+);/g)) {
      reports.push({ name, count: Number(count), timeNs });
    }
    rest = rest.slice(rest.lastIndexOf(';') + 1);
  }
  return reports;
}

export const folderOf = (root: string, { board, target }: { board: string; target: string }, worker: number): string =>
  path.join(root, `${board}-${target}-${worker}`);
