/** What a sketch's kernel cannot represent or does not test, for a check without a build. */
import { checkKernel } from '../lower/kernel-limits.ts';
import { Reporter } from '../lower/reporter.ts';
import type { Sketch } from '../sketch/model.ts';
import type { Problem } from '../sketch/problem.ts';
import { targetById } from '../targets/index.ts';

export function kernelNotes(sketch: Sketch): readonly Problem[] {
  const reporter = new Reporter(sketch);
  checkKernel(sketch, targetById(sketch.target), reporter);
  return reporter.problems;
}
