/**
 * The possible problems of a run, except missed deadlines: one entry per kind, in order of
 * importance. A new kind needs one entry in KINDS and one detector in assess.ts.
 */
import { tr } from '../words/tr.ts';

/**
 * error: the run is no evidence that the sketch works. warning: the run is valid, but something
 * needs attention.
 */
export type Severity = 'error' | 'warning';

export interface KindFacts {
  readonly severity: Severity;
  /** The text of the badge. */
  readonly label: string;
  /**
   * Exit status of `polyloop run` if this kind is the first finding that is an error. 0, 1, 2 and
   * 130 have the same meaning for all commands. The numbers are part of the interface and never
   * change.
   */
  readonly exitCode: number;
}

const error = (label: () => string, exitCode: number): KindFacts => ({
  severity: 'error',
  get label() {
    return label();
  },
  exitCode,
});

/**
 * A warning alone does not change the exit status. The number applies if a finding of this kind is
 * an error.
 */
const warning = (label: () => string, exitCode: number): KindFacts => ({
  severity: 'warning',
  get label() {
    return label();
  },
  exitCode,
});

/** A kind that explains another comes before it. */
const KINDS = {
  /**
   * The processor or the operating system ended the program: an invalid instruction, a fault, a
   * signal.
   */
  crashed: error(() => tr`Crashed`, 10),
  /** The connection to the board was lost. The program may run on. */
  disconnected: error(() => tr`Disconnected`, 23),
  /** A stack grew into other memory. */
  'stack-overflow': error(() => tr`Stack overflow`, 11),
  /** The program restarted unexpectedly. */
  reset: error(() => tr`Resets`, 12),
  /** No byte was received. */
  silent: error(() => tr`No telemetry`, 13),
  /** Bytes were received, but they are neither telemetry nor text. */
  garbage: error(() => tr`Unreadable telemetry`, 14),
  /** Only text was received: a program without telemetry. */
  'text-only': error(() => tr`Text, no telemetry`, 15),
  /** The program changed the timer that releases its jobs. */
  'timer-changed': error(() => tr`Timer changed`, 18),
  /** Telemetry stopped, or one job runs forever and blocks all others. */
  hung: error(() => tr`Hung`, 16),
  /**
   * A task completed fewer jobs than its period requires, and nothing in the record explains this.
   */
  'missing-jobs': error(() => tr`Jobs missing`, 17),
  /** So many events were lost that the record lacks many jobs of a task; an error if it lacks most of them. */
  'record-incomplete': warning(() => tr`Record incomplete`, 24),
  /** Interrupts were off for a long time; an error if the release timer lost time. */
  'interrupts-off': warning(() => tr`Interrupts off`, 19),
  /** An allocation failed. */
  'heap-exhausted': warning(() => tr`Heap exhausted`, 20),
  /** The program used PWM on a pin of the runtime's timer. */
  'release-timer-pwm': warning(() => tr`No PWM`, 21),
  /** Printed text did not fit into the send buffer. */
  'text-cut': warning(() => tr`Text cut`, 22),
} as const satisfies Record<string, KindFacts>;

export type FindingKind = keyof typeof KINDS;

export const FINDING_KINDS: Readonly<Record<FindingKind, KindFacts>> = KINDS;

const ORDER = Object.keys(KINDS);

/** The element of the sketch that a finding is about, by its name. */
export interface FindingElement {
  readonly kind: 'task' | 'interrupt';
  readonly name: string;
}

export interface Finding {
  readonly kind: FindingKind;
  /** Usually the severity of its kind. A finding that the record explains can be a warning. */
  readonly severity: Severity;
  /** The element that the finding concerns; null: the whole program. */
  readonly element: FindingElement | null;
  /** The observation, with the element's name and times. Ends with a period. */
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

/** Errors before warnings, then in the order of the kinds, then in the order of detection. */
export function sorted(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, kind }: Finding) => (severity === 'error' ? 0 : ORDER.length) + ORDER.indexOf(kind);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
