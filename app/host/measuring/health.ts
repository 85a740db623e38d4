/** The health of a measured run: what is wrong with the program, and which promises it broke. */
import { assess } from '../../../generator/health/assess.ts';
import type { Finding } from '../../../generator/health/finding.ts';
import { observe } from '../../../generator/health/observe.ts';
import { type BrokenPromise, brokenPromises } from '../../../generator/health/promises.ts';
import { type RunVerdict, verdictOf } from '../../../generator/health/verdict.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { Measurement } from './measure.ts';

export interface RunHealth extends RunVerdict {
  readonly findings: readonly Finding[];
  readonly broken: readonly BrokenPromise[];
}

/** @param admitted the verdict on the sketch */
export function healthOf(sketch: Sketch, measurement: Measurement, admitted: boolean): RunHealth {
  const { recording, decoder, line, facts, failure, boardTimeNs } = measurement;
  const { store, jobs, statistics } = recording;
  const trace = { sketch, store, jobs, statistics, decoder, line };
  const observed = observe({ ...trace, state: 'ended', boardTimeNs, failure, facts });
  const findings = assess(observed);
  const broken = brokenPromises(observed, admitted);
  const misses = statistics.tasks.reduce((sum, task) => sum + task.misses, 0);
  return { ...verdictOf(findings, misses, broken), findings, broken };
}
