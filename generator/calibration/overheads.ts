/** The overheads of a board with a target, from the figures of its calibration programs. */
import type { Overheads, RuntimeLoad } from '../platform/overheads.ts';
import type { Ns } from '../sketch/time.ts';
import { type FigureName, type Figures, PREPARED_BYTES } from './figures.ts';
import { type CalibrationProgram, FEW_TASKS, MANY_TASKS } from './programs.ts';

/** The figures of one program. */
export interface MeasuredProgram extends CalibrationProgram {
  readonly figures: Figures;
}

/** Bytes that a job sends: at most four events of four bytes, and their share of a frame. */
const BYTES_PER_JOB = 19.5;
/** Bytes of an open frame that an idle loop or the end of a job prepares, and of the releases that came meanwhile. */
const OPEN_BYTES = 62;
const OPEN_BYTES_PER_TASK = 4;
/** Bytes that the beat sends: a timestamp and a piece of metadata. */
const BEAT_BYTES = 52;

/**
 * The maximum of a run of seconds can be less than the longest time, and another program can need other
 * registers. The interrupts that always take the same path need no reserve.
 */
const RESERVE = 1.06;
const EXACT: ReadonlySet<FigureName> = new Set(['byte', 'clock']);
const reserveOf = (name: FigureName): number => (EXACT.has(name) ? 1 : RESERVE);

/** A line over the numbers of tasks. */
interface Line {
  readonly baseNs: Ns;
  readonly perTaskNs: Ns;
}

/** Computes with the figures of one calibration. */
class Calibration {
  readonly #programs: readonly MeasuredProgram[];
  readonly #cycleNs: number;

  constructor(programs: readonly MeasuredProgram[], clockHz: number) {
    this.#programs = programs;
    this.#cycleNs = 1e9 / clockHz;
  }

  #at(name: FigureName, tasks: number, policy: CalibrationProgram['policy']): number {
    const program = this.#programs.find((one) => one.tasks === tasks && one.policy === policy);
    if (program === undefined) throw new Error(`no figures of ${tasks} tasks under ${policy}`);
    return program.figures[name].most * reserveOf(name) * this.#cycleNs;
  }

  /** The longest time of all programs. */
  most(name: FigureName): Ns {
    return Math.max(...this.#programs.map(({ figures }) => figures[name].most)) * reserveOf(name) * this.#cycleNs;
  }

  line(name: FigureName, policy: CalibrationProgram['policy']): Line {
    const [few, many] = [this.#at(name, FEW_TASKS, policy), this.#at(name, MANY_TASKS, policy)];
    const perTaskNs = Math.ceil(Math.max(0, many - few) / (MANY_TASKS - FEW_TASKS));
    return { baseNs: Math.ceil(few - FEW_TASKS * perTaskNs), perTaskNs };
  }

  /** The line above the lines of both policies. */
  lineOfBoth(name: FigureName): Line {
    const [fixed, edf] = [this.line(name, 'fixed'), this.line(name, 'edf')];
    return { baseNs: Math.max(fixed.baseNs, edf.baseNs), perTaskNs: Math.max(fixed.perTaskNs, edf.perTaskNs) };
  }
}

/** Raises a line, so that with one task it is not below another line. No deadlines are compared then. */
function atLeastWithOneTask({ baseNs, perTaskNs }: Line, other: Line): Line {
  return { baseNs: Math.max(baseNs, other.baseNs + other.perTaskNs - perTaskNs), perTaskNs };
}

/**
 * The overheads of the super-loop. What a calibration does not measure keeps its shipped figure: the periods
 * of the loads, the interrupts of libraries, and the interrupts of a sketch.
 */
export function superloopOverheads(
  programs: readonly MeasuredProgram[],
  clockHz: number,
  shipped: Overheads,
): Overheads {
  const calibration = new Calibration(programs, clockHz);
  const dispatch = calibration.line('dispatch', 'fixed');
  const edfDispatch = atLeastWithOneTask(calibration.line('dispatch', 'edf'), dispatch);
  const release = calibration.lineOfBoth('release');
  const byteNs = calibration.most('byte');
  const prepareNs = calibration.most('prepare') / PREPARED_BYTES;
  const costs: Readonly<Record<string, Ns>> = {
    'telemetry beat': calibration.most('beat') + BEAT_BYTES * byteNs,
    'telemetry left over': byteNs,
  };
  const measured = (load: RuntimeLoad): RuntimeLoad => ({
    ...load,
    costNs: Math.ceil(costs[load.name] ?? load.costNs),
  });
  return {
    ...shipped,
    contextSwitchNs: dispatch.baseNs,
    contextSwitchPerTaskNs: dispatch.perTaskNs,
    edfSwitchNs: edfDispatch.baseNs,
    edfSwitchPerTaskNs: edfDispatch.perTaskNs,
    releaseNs: release.baseNs,
    releasePerTaskNs: release.perTaskNs,
    tickNs: Math.ceil(calibration.most('clock')),
    // The dispatch contains the recording of the job's events.
    tracePerJobNs: Math.ceil(BYTES_PER_JOB * (prepareNs + byteNs)),
    blockingNs: Math.ceil(OPEN_BYTES * prepareNs),
    blockingPerTaskNs: Math.ceil(OPEN_BYTES_PER_TASK * prepareNs),
    loads: (shipped.loads ?? []).map(measured),
  };
}
