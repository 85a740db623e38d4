/**
 * What can be wrong with a run, beside missed deadlines: one entry a kind, in the order of importance. A further kind is one entry
 * in KINDS and one detector in assess.ts.
 */

/** error: the run is no evidence that the sketch works. warning: the run counts, but something in it needs attention. */
export type Severity = 'error' | 'warning';

export interface KindFacts {
  readonly severity: Severity;
  /** As on a badge. */
  readonly label: string;
  /**
   * Exit status of `polyloop run` when it is the first finding that is an error. 0, 1, 2 and 130 mean what they mean for all commands;
   * numbers are part of the interface and never change.
   */
  readonly exitCode: number;
}

const error = (label: string, exitCode: number): KindFacts => ({ severity: 'error', label, exitCode });

/** A warning alone leaves the exit status as it is; the number counts where a finding of the kind is an error. */
const warning = (label: string, exitCode: number): KindFacts => ({ severity: 'warning', label, exitCode });

/** A kind that explains another stands before it. */
const KINDS = {
  /** The processor or the operating system ended the program: an invalid instruction, a fault, a signal. */
  crashed: error('Crashed', 10),
  /** A stack grew into other memory. */
  'stack-overflow': error('Stack overflow', 11),
  /** The program started again without being asked to. */
  reset: error('Resets', 12),
  /** Not one byte came. */
  silent: error('No telemetry', 13),
  /** Bytes came, but no telemetry, and they are no text. */
  garbage: error('Unreadable telemetry', 14),
  /** Only text came: a program without telemetry. */
  'text-only': error('Text, no telemetry', 15),
  /** The program changed the timer that releases its jobs. */
  'timer-changed': error('Timer changed', 18),
  /** Telemetry came and then stopped, or a job runs for ever and nothing else does. */
  hung: error('Hung', 16),
  /** A task completed fewer jobs than its period asks for, and nothing in the record accounts for the others. */
  'missing-jobs': error('Jobs missing', 17),
  /** Interrupts were off for long; an error where the release timer lost time. */
  'interrupts-off': warning('Interrupts off', 19),
  /** An allocation failed. */
  'heap-exhausted': warning('Heap exhausted', 20),
  /** PWM was asked for on a pin that has none beside the runtime. */
  'release-timer-pwm': warning('No PWM', 21),
  /** Printed text found no room on its way to the line. */
  'text-cut': warning('Text cut', 22),
} as const satisfies Record<string, KindFacts>;

export type FindingKind = keyof typeof KINDS;

export const FINDING_KINDS: Readonly<Record<FindingKind, KindFacts>> = KINDS;

const ORDER = Object.keys(KINDS);

/** The element of the sketch that a finding is about, by its name in the sketch. */
export interface FindingElement {
  readonly kind: 'task' | 'interrupt';
  readonly name: string;
}

export interface Finding {
  readonly kind: FindingKind;
  /** Usually that of its kind; a finding that the record accounts for can be a warning. */
  readonly severity: Severity;
  /** null: it concerns the whole program. */
  readonly element: FindingElement | null;
  /** What was seen, with the element's name and times. Ends with a full stop. */
  readonly sentence: string;
  /** The likely cause, in one or two sentences. */
  readonly cause: string;
  /** What to do about it, in one or two sentences. */
  readonly remedy: string;
}

/** Makes a finding with the severity of its kind. */
export function finding(
  kind: FindingKind,
  words: Pick<Finding, 'sentence' | 'cause' | 'remedy'>,
  options: { readonly element?: FindingElement; readonly severity?: Severity } = {},
): Finding {
  const { element = null, severity = FINDING_KINDS[kind].severity } = options;
  return { kind, severity, element, ...words };
}

/** Errors before warnings, then by the order of the kinds; otherwise as found. */
export function sorted(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, kind }: Finding) => (severity === 'error' ? 0 : ORDER.length) + ORDER.indexOf(kind);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
