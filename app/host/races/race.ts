/**
 * Races one sketch on several targets: builds for each, runs each on the virtual board of the sketch, one after
 * the other, and compares what they did. A target that cannot run is a result too, with the reason.
 */

import { admit } from '../../../generator/analysis/admission.ts';
import { unableTo } from '../../../generator/analysis/unable.ts';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { FINDING_KINDS } from '../../../generator/health/finding.ts';
import { responseBoundsNs } from '../../../generator/judge/bounds.ts';
import { obstaclesFor } from '../../../generator/judge/compare.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { countedOverheads } from '../../../generator/judge/overheads.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { takeProfile } from '../../../generator/profile/take.ts';
import { clockOf } from '../../../generator/race/clock.ts';
import type { RacedTrace } from '../../../generator/race/picture.ts';
import type { Racer } from '../../../generator/race/racer.ts';
import type { Sketch, TargetName } from '../../../generator/sketch/model.ts';
import { targetById } from '../../../generator/targets/index.ts';
import { tr } from '../../../generator/words/tr.ts';
import { describeMissing } from '../../../platformio/setup/tools.ts';
import type { BuildOutcome, BuildRunner } from '../builds/build.ts';
import type { Device } from '../devices/device.ts';
import { untouched } from '../devices/parts/wired-part.ts';
import { kernelOf } from '../kernels.ts';
import { healthOf } from '../measuring/health.ts';
import { asleepOf, type Measurement, measure } from '../measuring/measure.ts';

export interface RaceRequest {
  readonly sketch: Sketch;
  readonly board: Board;
  readonly targets: readonly TargetName[];
  /** How long each program runs by the clock of its board. Unit: ns. */
  readonly durationNs: number;
  readonly calibrations: readonly Calibrated[];
  readonly signal: AbortSignal;
  readonly build: BuildRunner;
  /** The build folder of a target. */
  readonly dirOf: (target: TargetName) => string;
  /** Opens the virtual board. Each racer gets its own. */
  readonly open: () => Promise<Device>;
  /** What is being done, for the user: `FreeRTOS: building…`. */
  readonly onStep: (text: string) => void;
}

export interface RaceResult {
  /** In the order of the targets. Shorter if the race was cancelled. */
  readonly racers: readonly Racer[];
  /** The traces of the racers that ran. */
  readonly raced: readonly RacedTrace[];
}

export async function race(request: RaceRequest): Promise<RaceResult> {
  const racers: Racer[] = [];
  const raced: RacedTrace[] = [];
  for (const target of request.targets) {
    const { racer, trace } = await raceOne(request, target);
    if (request.signal.aborted) break;
    racers.push(racer);
    if (trace !== null) raced.push(trace);
  }
  return { racers, raced };
}

interface Finish {
  readonly racer: Racer;
  readonly trace: RacedTrace | null;
}

async function raceOne(request: RaceRequest, target: TargetName): Promise<Finish> {
  const { board, calibrations, build, dirOf, signal, onStep } = request;
  const sketch: Sketch = { ...request.sketch, target };
  const { label } = targetById(target);
  const admission = admit(sketch, contextOf(sketch, false, calibrations));
  const unable = unableTo(sketch, targetById(target));
  const known = {
    ...{ target, label, clock: clockOf(board), memory: null, profile: null, preemptions: 0, finding: null },
    admitted: admission.admitted && unable.length === 0,
    sentence: unable[0] ?? admission.sentence,
  };
  const without = (outcome: Racer['outcome'], reason: string): Finish => ({
    racer: { ...known, outcome, reason },
    trace: null,
  });
  const [obstacle] = obstaclesFor(sketch, target);
  if (obstacle !== undefined) return without('impossible', obstacle);
  const kernel = kernelOf(target);
  if (kernel !== null && !kernel.installed) return without('not-installed', `${describeMissing(kernel)}.`);
  onStep(tr`${label}: building…`);
  const built = await build({ sketch, dir: dirOf(target), tool: 'platformio', repeat: true, signal, onLine: () => {} });
  if (built.firmware === null) return without('not-built', problemOf(built));
  onStep(tr`${label}: running…`);
  const measured = await run(request, sketch, built.firmware);
  const { memory } = built;
  const program = { ...known, memory: memory === null ? null : memoryOf(memory) };
  if (!measured.started) {
    const reason = measured.message ?? tr`The program could not be started.`;
    return { racer: { ...program, outcome: 'failed', reason }, trace: null };
  }
  const { recording, outcome, message } = measured;
  const { finding } = healthOf(sketch, measured, known.admitted);
  const profile = takeProfile(recording, {
    ...{ name: label, date: new Date().toISOString(), device: 'virtual', sketch },
    boundsNs: responseBoundsNs(sketch, admission),
    overheads: countedOverheads(sketch, calibrations).overheads,
    asleep: asleepOf(measured),
    edges: measured.facts,
  });
  return {
    racer: {
      ...program,
      outcome: outcome === 'failed' ? 'failed' : 'ran',
      reason: outcome === 'failed' ? message : null,
      profile,
      preemptions: profile.tasks.reduce((sum, _task, index) => sum + recording.switches.of(index).preemptions, 0),
      finding: finding === null ? null : { label: FINDING_KINDS[finding.kind].label, sentence: finding.sentence },
    },
    trace: { label, trace: { store: recording.store, jobs: recording.jobs, origin: { source: 'virtual', sketch } } },
  };
}

async function run(
  { open, durationNs, signal }: RaceRequest,
  sketch: Sketch,
  firmware: NonNullable<BuildOutcome['firmware']>,
): Promise<Measurement> {
  const device = await open();
  device.setParts(untouched(sketch.parts));
  return measure({ device, firmware, durationNs, signal, sketch });
}

/** The first error of a build, or its message. */
function problemOf({ diagnostics, message }: BuildOutcome): string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return message ?? tr`The build was cancelled.`;
  const name = error.element === null || error.element.name === '' ? '' : `${error.element.name}: `;
  return `${name}${error.message}`;
}

function memoryOf({
  ramBytes,
  ramAvailableBytes,
  flashBytes,
  flashAvailableBytes,
}: NonNullable<BuildOutcome['memory']>) {
  return { ramBytes, ramAvailableBytes, flashBytes, flashAvailableBytes };
}
