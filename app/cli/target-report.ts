/** What the sketch's target holds to at run time, and whether its kernel is on this machine. */

import type { Capabilities } from '../../generator/platform/kernel.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { describeMissing, type KernelTool } from '../../platformio/setup/tools.ts';
import { kernelOf } from '../host/kernels.ts';

type Budgets = Capabilities['budgets'];

const BUDGETS: Readonly<Record<Budgets, string>> = {
  enforced: 'Budgets of tasks are enforced: a job is held back when its budget is used up.',
  monitored: 'Budgets of tasks are monitored: a job that takes longer is reported when it ends, not stopped.',
  native: 'Budgets of tasks are kept by the kernel itself.',
};

/** Interrupts are masked when their budget is used up, which no target needs a kernel for. */
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
  };
}

function kernelForJson(kernel: KernelTool): object {
  const { name, installed } = kernel;
  if (kernel.installed) return { name, installed, version: kernel.version, path: kernel.sourceDir, message: null };
  return { name, installed, version: null, path: null, message: `${describeMissing(kernel)}.` };
}

export function targetLines(sketch: Sketch): string[] {
  const { budgets, label, generates } = targetById(sketch.target);
  const kernel = kernelOf(sketch.target);
  return [
    BUDGETS[budgets],
    ...(interruptBudgets(sketch) === null
      ? []
      : ['Budgets of interrupts are enforced: one is masked while its budget is used up.']),
    ...(generates === null ? [`No code is generated for ${label} yet: what is judged here cannot be built.`] : []),
    ...(kernel === null ? [] : [kernelLine(kernel)]),
  ];
}

function kernelLine(kernel: KernelTool): string {
  return kernel.installed
    ? `${kernel.name} ${kernel.version} is in ${kernel.sourceDir}.`
    : `${describeMissing(kernel)}. Without it the sketch can be judged, not built.`;
}
