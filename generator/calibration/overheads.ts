/** The overheads of a board with a target, from the figures of its calibration programs. */
import type { InterruptOverheads, Overheads, RuntimeLoad } from '../platform/overheads.ts';
import type { Ns } from '../sketch/time.ts';
import { type FigureName, type FigureSet, type Figures, figureOf, PREPARED_BYTES, SENT_BYTES } from './figures.ts';
import { type CalibrationProgram, TASK_COUNTS } from './programs.ts';

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
export const RESERVE = 1.06;
const EXACT: ReadonlySet<FigureName> = new Set(['clock', 'tick']);
/** Through Arduino's functions a byte is often measured as a part of several, of which the last one takes longer. */
const RESERVE_OF_BYTE = 1.08;

/** A line over the numbers of tasks. */
interface Line {
  readonly baseNs: Ns;
  readonly perTaskNs: Ns;
}

/** Computes with the figures of one calibration. */
class Calibration {
  readonly #programs: readonly MeasuredProgram[];
  readonly #interrupts: readonly MeasuredProgram[];
  readonly #counts: { readonly few: number; readonly many: number };
  readonly #cycleNs: number;
  readonly #byteReserve: number;

  constructor(set: FigureSet, programs: readonly MeasuredProgram[], clockHz: number) {
    this.#programs = programs.filter(({ measures }) => measures === 'tasks');
    this.#interrupts = programs.filter(({ measures }) => measures === 'interrupts');
    this.#counts = TASK_COUNTS[set];
    this.#cycleNs = 1e9 / clockHz;
    this.#byteReserve = set === 'arduino' ? RESERVE_OF_BYTE : 1;
  }

  #reserveOf(name: FigureName): number {
    if (name === 'byte') return this.#byteReserve;
    return EXACT.has(name) ? 1 : RESERVE;
  }

  #at(name: FigureName, tasks: number, policy: CalibrationProgram['policy']): number {
    const program = this.#programs.find((one) => one.tasks === tasks && one.policy === policy);
    if (program === undefined) throw new Error(`no figures of ${tasks} tasks under ${policy}`);
    return figureOf(program.figures, name).most * this.#reserveOf(name) * this.#cycleNs;
  }

  /** The longest time of all programs that measure it. */
  most(name: FigureName): Ns {
    const programs = name === 'delivery' ? this.#interrupts : this.#programs;
    return (
      Math.max(...programs.map(({ figures }) => figureOf(figures, name).most)) * this.#reserveOf(name) * this.#cycleNs
    );
  }

  /** The value of a line for few tasks. */
  ofFew({ baseNs, perTaskNs }: Line): Ns {
    return baseNs + this.#counts.few * perTaskNs;
  }

  /**
   * A delivery with its handler's trigger, and with the shipped time of masking. Undefined: nothing was shipped.
   */
  interrupts(shipped: InterruptOverheads | undefined, trigger: Line): InterruptOverheads | undefined {
    if (shipped === undefined) return undefined;
    const triggerNs = this.ofFew(trigger);
    return { ...shipped, deliveryNs: Math.ceil((shipped.maskingNs ?? 0) + this.most('delivery') + triggerNs) };
  }

  /** The line through the sum of figures. */
  line(names: readonly FigureName[], policy: CalibrationProgram['policy']): Line {
    const { few, many } = this.#counts;
    const [least, most] = [few, many].map((tasks) =>
      names.reduce((sum, name) => sum + this.#at(name, tasks, policy), 0),
    );
    const perTaskNs = Math.ceil(Math.max(0, (most ?? 0) - (least ?? 0)) / (many - few));
    return { baseNs: Math.ceil((least ?? 0) - few * perTaskNs), perTaskNs };
  }

  /** The line that is an upper bound of the lines of both policies. */
  lineOfBoth(name: FigureName): Line {
    return higher(this.line([name], 'fixed'), this.line([name], 'edf'));
  }
}

const higher = (one: Line, other: Line): Line => ({
  baseNs: Math.max(one.baseNs, other.baseNs),
  perTaskNs: Math.max(one.perTaskNs, other.perTaskNs),
});

function interruptsOf(calibration: Calibration, shipped: Overheads, trigger: Line): Pick<Overheads, 'interrupts'> {
  const interrupts = calibration.interrupts(shipped.interrupts, trigger);
  return interrupts === undefined ? {} : { interrupts };
}

/** The shipped loads. Loads that a calibration measures have the measured costs. */
const loadsOf = (shipped: Overheads, costs: Readonly<Record<string, Ns>>): readonly RuntimeLoad[] =>
  (shipped.loads ?? []).map((load) => ({ ...load, costNs: Math.ceil(costs[load.name] ?? load.costNs) }));

/** The lines of a switch and of a release as fields of Overheads. */
const switchesAndRelease = (fixed: Line, edf: Line, release: Line) => ({
  contextSwitchNs: fixed.baseNs,
  contextSwitchPerTaskNs: fixed.perTaskNs,
  edfSwitchNs: edf.baseNs,
  edfSwitchPerTaskNs: edf.perTaskNs,
  releaseNs: release.baseNs,
  releasePerTaskNs: release.perTaskNs,
});

/** Raises a line, so that with one task it is not below another line. No deadlines are compared then. */
function atLeastWithOneTask({ baseNs, perTaskNs }: Line, other: Line): Line {
  return { baseNs: Math.max(baseNs, other.baseNs + other.perTaskNs - perTaskNs), perTaskNs };
}

/** The fields that the two super-loops have in common. The dispatch contains the recording of the job's events. */
function loopOverheads(calibration: Calibration, release: Line) {
  const dispatch = calibration.line(['dispatch'], 'fixed');
  const edfDispatch = atLeastWithOneTask(calibration.line(['dispatch'], 'edf'), dispatch);
  return {
    ...switchesAndRelease(dispatch, edfDispatch, release),
    tickNs: Math.ceil(calibration.most('clock')),
  };
}

/**
 * The overheads of the super-loop. What a calibration does not measure keeps its shipped figure: the periods
 * of the loads, the interrupts of libraries, and the masking of a line.
 */
function superloopOverheads(programs: readonly MeasuredProgram[], clockHz: number, shipped: Overheads): Overheads {
  const calibration = new Calibration('superloop', programs, clockHz);
  const release = calibration.lineOfBoth('release');
  const byteNs = calibration.most('byte');
  const prepareNs = calibration.most('prepare') / PREPARED_BYTES;
  const costs: Readonly<Record<string, Ns>> = {
    'telemetry beat': calibration.most('beat') + BEAT_BYTES * byteNs,
    'telemetry left over': byteNs,
  };
  return {
    ...shipped,
    ...loopOverheads(calibration, release),
    tracePerJobNs: Math.ceil(BYTES_PER_JOB * (prepareNs + byteNs)),
    blockingNs: Math.ceil(OPEN_BYTES * prepareNs),
    blockingPerTaskNs: Math.ceil(OPEN_BYTES_PER_TASK * prepareNs),
    loads: loadsOf(shipped, costs),
    ...interruptsOf(calibration, shipped, release),
  };
}

/** The time of one of the two switches of a preemption that is not part of the release. */
const halfBeyond = (preemption: Line, release: Line): Line => ({
  baseNs: Math.max(0, Math.ceil((preemption.baseNs - release.baseNs) / 2)),
  perTaskNs: Math.max(0, Math.ceil((preemption.perTaskNs - release.perTaskNs) / 2)),
});

/** What a preemption takes under one policy. */
interface Preemption {
  readonly release: Line;
  /** The measured preemption: the switches to the job and from it, with the release. */
  readonly seen: Line;
  /** One switch, with half of an early check. */
  readonly half: Line;
}

/** @param earlyNs the time of one early check of the end of a budget, from the line of a release */
function preemptionsOf(
  calibration: Calibration,
  earlyNs: (release: Line) => Ns,
): readonly [fixed: Preemption, edf: Preemption] {
  const of = (policy: CalibrationProgram['policy']): Preemption => {
    const release = calibration.line(['release'], policy);
    const seen = calibration.line(['to-job', 'from-job'], policy);
    const early = { ...seen, baseNs: seen.baseNs + earlyNs(release) };
    return { release, seen, half: halfBeyond(early, release) };
  };
  return [of('fixed'), of('edf')];
}

/** The switches and releases of targets whose jobs preempt each other. */
const preemptionOverheads = (fixed: Preemption, edf: Preemption) => ({
  ...switchesAndRelease(fixed.half, edf.half, fixed.release),
  edfReleaseNs: edf.release.baseNs,
  edfReleasePerTaskNs: edf.release.perTaskNs,
});

/** One early check of the end of a budget in a preemption: a release interrupt that releases nothing. */
const EARLY_CHECK_SHARE = 0.4;
/** On one stack it takes as much as a release without its recording: bench/overheads/points/uno.json. */
const EARLY_CHECK_ON_STACK = 0.7;
/** The lock and the unlock of a section are recorded in so many bytes, with their share of a frame. */
const SECTION_BYTES = 12;
/** Bytes of the events of a job and of its switches, with their share of a frame. */
const BYTES_PER_PREEMPTION = 22;

/**
 * The overheads of FreeRTOS. The analysis counts a release and two switches for a preemption. Their figures contain
 * the recording of the job's events, so the telemetry of a job is that of its bytes. What a
 * calibration does not measure keeps its shipped figure: blocking, the suspension of a task, the end of a section
 * that is too long, the beat, the masking of a line, and the interrupts of libraries.
 */
function freertosOverheads(programs: readonly MeasuredProgram[], clockHz: number, shipped: Overheads): Overheads {
  const calibration = new Calibration('freertos', programs, clockHz);
  const [fixed, edf] = preemptionsOf(calibration, (release) => EARLY_CHECK_SHARE * release.baseNs);
  const byteNs = Math.ceil(calibration.most('byte'));
  const costs: Readonly<Record<string, Ns>> = {
    'Arduino clock': calibration.most('clock'),
    'telemetry left over': byteNs,
  };
  const section = Math.ceil(calibration.most('take') + calibration.most('give'));
  return {
    ...shipped,
    ...preemptionOverheads(fixed, edf),
    tickNs: Math.ceil(calibration.most('tick')),
    tracePerJobNs: Math.ceil(BYTES_PER_PREEMPTION * (calibration.most('prepare') / PREPARED_BYTES + byteNs)),
    sectionNs: Math.max(shipped.sectionNs ?? 0, section),
    raisedSectionNs: Math.max(shipped.raisedSectionNs ?? 0, section),
    loads: loadsOf(shipped, costs),
    ...interruptsOf(calibration, shipped, higher(fixed.release, edf.release)),
  };
}

/**
 * The overheads of preemption on one stack. The analysis counts a release and two switches for a preemption. Their figures
 * contain the recording of three of a job's four events. What a calibration does not measure keeps its shipped figure:
 * blocking, the stop of a job, the beat, the masking of a line, and the interrupts of libraries.
 */
function preemptiveOverheads(programs: readonly MeasuredProgram[], clockHz: number, shipped: Overheads): Overheads {
  const calibration = new Calibration('preemptive', programs, clockHz);
  const [fixed, edf] = preemptionsOf(calibration, (release) => EARLY_CHECK_ON_STACK * calibration.ofFew(release));
  const preemption = higher(fixed.seen, edf.seen);
  const byteNs = Math.ceil(calibration.most('byte'));
  const eachNs = calibration.most('prepare') / PREPARED_BYTES + byteNs;
  const sectionNs =
    calibration.most('take') + calibration.most('give') + calibration.ofFew(preemption) + SECTION_BYTES * eachNs;
  return {
    ...shipped,
    ...preemptionOverheads(fixed, edf),
    tickNs: Math.ceil(calibration.most('clock')),
    // The fourth event is that of an exceeded budget.
    tracePerJobNs: Math.ceil(BYTES_PER_JOB * eachNs + calibration.most('event')),
    sectionNs: Math.max(shipped.sectionNs ?? 0, Math.ceil(sectionNs)),
    loads: loadsOf(shipped, { 'telemetry left over': byteNs }),
    // The interrupt calls the handler's job.
    ...interruptsOf(calibration, shipped, preemption),
  };
}

/**
 * Number of times that the clock is read, from the end of the preparation of bytes to the read that finds a
 * release.
 */
const LOOKS_TO_RELEASE = 2;

/**
 * The overheads of the super-loop through Arduino's functions. A look at the clock can find a release, the beat and bytes
 * for the line, and comes before and after the preparation of bytes.
 */
function arduinoOverheads(programs: readonly MeasuredProgram[], clockHz: number, shipped: Overheads): Overheads {
  const calibration = new Calibration('arduino', programs, clockHz);
  const release = calibration.lineOfBoth('release');
  const send = calibration.most('send');
  const beat = calibration.most('beat');
  const prepareNs = calibration.most('prepare') / PREPARED_BYTES;
  // A look at the clock that sends takes no longer around its work than one that begins the beat, and each byte is an
  // interrupt of the core later.
  const sendNs = (send + beat) / SENT_BYTES + calibration.most('byte');
  const look = LOOKS_TO_RELEASE * calibration.most('poll');
  const costs: Readonly<Record<string, Ns>> = {
    'telemetry beat': beat + BEAT_BYTES * (prepareNs + sendNs),
    'telemetry left over': sendNs,
    'telemetry in the buffer': calibration.most('byte'),
  };
  return {
    ...shipped,
    ...loopOverheads(calibration, release),
    tracePerJobNs: Math.ceil(BYTES_PER_JOB * (prepareNs + sendNs)),
    blockingNs: Math.ceil(release.baseNs + beat + send + OPEN_BYTES * prepareNs + look),
    blockingPerTaskNs: Math.ceil(release.perTaskNs + OPEN_BYTES_PER_TASK * prepareNs),
    loads: loadsOf(shipped, costs),
  };
}

const OVERHEADS_OF = {
  superloop: superloopOverheads,
  preemptive: preemptiveOverheads,
  freertos: freertosOverheads,
  arduino: arduinoOverheads,
} as const;

/** The overheads that follow from the programs of its calibration. */
export function calibratedOverheads(
  set: FigureSet,
  programs: readonly MeasuredProgram[],
  clockHz: number,
  shipped: Overheads,
): Overheads {
  return OVERHEADS_OF[set](programs, clockHz, shipped);
}
