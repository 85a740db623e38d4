/** What the sketch's target enforces at run time, and whether its kernel is installed. */

import { kernelNotes } from '../../generator/judge/kernel-notes.ts';
import { exhaustionOn } from '../../generator/platform/exhaustion.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { quote } from '../../generator/sketch/problem.ts';
import type { Runnable } from '../../generator/system/runnables.ts';
import { systemOf } from '../../generator/system/system.ts';
import { targetById } from '../../generator/targets/index.ts';
import { describeMissing, type KernelTool } from '../../platformio/setup/tools.ts';
import { kernelOf } from '../host/kernels.ts';
import { problemsForJson } from './sketch-input.ts';

type Budgets = Capabilities['budgets'];

const BUDGETS: Readonly<Record<Budgets, string>> = {
  enforced: 'Budgets of tasks are enforced: a job is suspended when its budget is exhausted.',
  monitored: 'Budgets of tasks are monitored: a job that takes longer is reported, not stopped.',
  native: 'The kernel itself enforces the budgets of tasks.',
};

/** Of a target that stops the jobs of some tasks only. */
const REPORTED = 'Budgets of tasks are monitored: a job that takes longer is reported.';

/** An interrupt is masked when its budget is exhausted. No target needs a kernel for this. */
function interruptBudgets({ interrupts, target }: Sketch): 'enforced' | null {
  return interrupts.length > 0 && targetById(target).generates?.interrupts === true ? 'enforced' : null;
}

export function targetDocument(sketch: Sketch): object {
  const { budgets } = targetById(sketch.target);
  const kernel = kernelOf(sketch.target);
  return {
    taskBudgets: budgets,
    interruptBudgets: interruptBudgets(sketch),
    kernel: kernel === null ? null : kernelForJson(kernel),
    kernelNotes: problemsForJson(kernelNotes(sketch)),
  };
}

function kernelForJson(kernel: KernelTool): object {
  const { name, installed } = kernel;
  if (kernel.installed) return { name, installed, version: kernel.version, path: kernel.sourceDir, message: null };
  return { name, installed, version: null, path: null, message: `${describeMissing(kernel)}.` };
}

/** The jobs that the target stops. Users of a resource may wait for the whole budget of its holder. */
function stopLines(sketch: Sketch): string[] {
  const { target, resources } = sketch;
  const capabilities = targetById(target);
  const stopped = systemOf(sketch).runnables.filter((runnable) => exhaustionOn(capabilities, runnable) === 'stop');
  if (stopped.length === 0) return [];
  const isHolder = ({ name }: Runnable) => resources.some(({ users }) => users.some(({ task }) => task === name));
  const holders = stopped.filter(isHolder);
  return [
    `A job of ${namesOf(stopped)} is stopped when its budget is exhausted: it takes no more time from the other tasks.`,
    ...(holders.length === 0
      ? []
      : [
          `A job of ${namesOf(holders)} that never leaves a critical section keeps its resource until then. ` +
            'The bounds of the other users assume the declared length of the section.',
        ]),
  ];
}

const namesOf = (jobs: readonly Runnable[]): string => jobs.map(({ name }) => quote(name)).join(' or ');

export function targetLines(sketch: Sketch): string[] {
  const { budgets, stopsJobs, label, generates } = targetById(sketch.target);
  const kernel = kernelOf(sketch.target);
  return [
    stopsJobs === true ? REPORTED : BUDGETS[budgets],
    ...stopLines(sketch),
    ...kernelNotes(sketch).map(({ severity, message }) => `${severity}: ${message}`),
    ...(interruptBudgets(sketch) === null
      ? []
      : ['Budgets of interrupts are enforced: an interrupt is masked while its budget is exhausted.']),
    ...(generates === null ? [`No code is generated for ${label} yet: the sketch can be checked, but not built.`] : []),
    ...(kernel === null ? [] : [kernelLine(kernel)]),
  ];
}

function kernelLine(kernel: KernelTool): string {
  return kernel.installed
    ? `${kernel.name} ${kernel.version} is in ${kernel.sourceDir}.`
    : `${describeMissing(kernel)}. Without it the sketch can be checked, but not built.`;
}
