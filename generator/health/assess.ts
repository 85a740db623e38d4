/**
 * Assesses the health of a run: whether the observation matches the sketch's program. The command
 * line and the window share it. Pure: the same observation gives the same findings.
 */
import { crashFindings } from './detectors/crash.ts';
import { hangFindings } from './detectors/hang.ts';
import { jobFindings } from './detectors/jobs.ts';
import { lineFindings } from './detectors/line.ts';
import { noticeFindings } from './detectors/notices.ts';
import { resetFindings } from './detectors/reset.ts';
import { type Finding, sorted } from './finding.ts';
import type { RunObservation } from './observation.ts';

/** Detects one kind of problem. */
export type Detector = (run: RunObservation) => readonly Finding[];

/**
 * Detectors that explain why a program sends no more telemetry. Only the first one with a finding
 * counts.
 */
const EXPLANATIONS: readonly Detector[] = [crashFindings, resetFindings, lineFindings, hangFindings, jobFindings];

/** Detectors with findings that are added to all other findings. */
const OBSERVATIONS: readonly Detector[] = [noticeFindings];

/** The findings, most important first; empty for a healthy run. */
export function assess(run: RunObservation): readonly Finding[] {
  const beside = OBSERVATIONS.flatMap((detect) => detect(run));
  for (const detect of EXPLANATIONS) {
    const found = detect(run);
    if (found.length > 0) return sorted([...found, ...beside]);
  }
  return sorted(beside);
}
