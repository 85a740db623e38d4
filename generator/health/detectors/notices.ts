/**
 * Effects of the program on the runtime, on its heap or on its own output, as the runtime or an
 * emulator noticed them.
 */
import type { NoticeKind, NoticeUse } from '../../trace/notice.ts';
import { tr, trCount } from '../../words/tr.ts';
import { type Finding, finding } from '../finding.ts';
import type { RunObservation } from '../observation.ts';
import { time } from '../words.ts';

type Say = (use: NoticeUse, run: RunObservation) => Finding;

/**
 * A release timer with a range of 65536 ticks loses time if no interrupt can count its overflows.
 */
const ROUND_TICKS = 65_536;

const SAY: Readonly<Record<NoticeKind, Say>> = {
  'timer-changed': () =>
    finding('timer-changed', {
      sentence: tr`The program changed the mode of the board's release timer. All times of this run are wrong.`,
      cause: tr`The code, or a library, writes to TCCR1A or TCCR1B: timer 1 belongs to the runtime on the Arduino Uno.`,
      remedy: tr`Use timer 2 for signals of your own, pins 3, 5, 6 and 11 for PWM, and no library that needs timer 1, such as TimerOne.`,
    }),
  'interrupts-off': (use, run) => interruptsOff(use, run),
  'heap-exhausted': ({ count: times, largest }) =>
    finding('heap-exhausted', {
      sentence:
        times === 1
          ? trCount(
              largest,
              'The heap had no room for {0} byte, asked for at one time.',
              'The heap had no room for {0} bytes, asked for at one time.',
            )
          : trCount(
              largest,
              'The heap had no room for {0} byte, asked for at {1} times or more.',
              'The heap had no room for {0} bytes, asked for at {1} times or more.',
              times,
            ),
      cause: tr`String, malloc() or new requested more than the free RAM; malloc() returned NULL, and a String stayed empty or unchanged.`,
      remedy: tr`Use shorter or fewer Strings, give tasks smaller stacks, or keep text in arrays. \`polyloop check --design\` shows the free RAM.`,
    }),
  'release-timer-pwm': ({ largest: pin }) =>
    finding('release-timer-pwm', {
      sentence: tr`analogWrite() on pin ${pin} gave no PWM: the pin was only switched on or off.`,
      cause: tr`Pins 9 and 10 of the Arduino Uno get their PWM from timer 1, which releases the jobs.`,
      remedy: tr`Connect the part to pin 3, 5, 6 or 11, and write to that pin.`,
    }),
  'text-cut': ({ total }) =>
    finding('text-cut', {
      sentence: trCount(
        total,
        '{0} character that the program printed was not sent: the line was full.',
        '{0} characters that the program printed were not sent: the line was full.',
      ),
      cause: tr`Serial.print() never waits. It was called faster than the serial line could send in addition to the telemetry.`,
      remedy: tr`Print less, or less often. Serial.availableForWrite() returns the number of characters with room.`,
    }),
};

function interruptsOff({ largest, count: times }: NoticeUse, { clockHz, facts }: RunObservation): Finding {
  const roundNs = (ROUND_TICKS / clockHz) * 1e9;
  const seenNs = (largest / clockHz) * 1e9;
  const longestNs = Math.max(seenNs, facts.longestInterruptsOffNs ?? 0);
  const loses = longestNs >= roundNs;
  const often = times > 1 ? tr` It was seen ${times} times.` : '';
  const lost = loses
    ? tr` The release timer counts ${time(roundNs)} by itself; what is longer is lost, and all later releases are late.`
    : '';
  return finding(
    'interrupts-off',
    {
      sentence: tr`Interrupts were off for ${time(longestNs)} or longer: no job was released meanwhile, and millis() lost time.${often}${lost}`,
      cause: tr`The code calls noInterrupts() or cli() for a long time, or the routine of an interrupt runs for long.`,
      remedy: tr`Keep interrupts off for less than 1 ms. To protect data that tasks share, use a channel or a resource.`,
    },
    loses ? { severity: 'error' } : {},
  );
}

/** Longer than any locked section of the runtime, also if it releases all tasks at once (LATE_TICKS in port/avr/timer.c). */
const LONG_NS = 1e6;
const LONG_FOR_A_TASK_NS = 250e3;

export function noticeFindings(run: RunObservation): Finding[] {
  const found = [...run.notices].map(([kind, use]) => SAY[kind](use, run));
  const { longestInterruptsOffNs = 0 } = run.facts;
  const longNs = Math.max(LONG_NS, LONG_FOR_A_TASK_NS * run.tasks.length);
  if (run.notices.has('interrupts-off') || longestInterruptsOffNs <= longNs) return found;
  return [...found, interruptsOff({ count: 1, total: 0, largest: 0 }, run)];
}
