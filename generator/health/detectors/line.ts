/** Detects boards that send nothing, or nothing readable. */

import { PROTOCOL_VERSION } from '../../trace/event-table.ts';
import { tr } from '../../words/tr.ts';
import type { SerialSettings } from '../device-facts.ts';
import { type Finding, finding } from '../finding.ts';
import type { LineObservation, RunObservation } from '../observation.ts';
import { time, until, whileRunning } from '../words.ts';

/** A program boots within this time, even with slow constructors. */
const SILENT_ENDED_NS = 20e6;
const SILENT_RUNNING_NS = 1e9;
/** Minimum share of printable bytes in text. */
const TEXT_SHARE = 0.95;
/** Minimum number of bytes for an assessment. */
const LEAST_BYTES = 16;
/** More bytes than any frame has: this many bytes without the end of a frame. */
const NO_FRAME_BYTES = 600;
/** Maximum difference between the bit rates of the two ends of a line. */
const RATE_TOLERANCE = 0.04;

export function lineFindings(run: RunObservation): Finding[] {
  const { line } = run;
  if (line.otherVersion !== null) return [otherVersion(line.otherVersion)];
  if (isSilent(run)) return [silent(run)];
  if (line.bytes === 0) return [];
  if (line.frames === 0 && line.bytes >= LEAST_BYTES) return [isText(line) ? textOnly(line) : garbage(run)];
  return line.bytesSinceFrame > NO_FRAME_BYTES ? [garbage(run)] : [];
}

/**
 * Also if only a few first frames came, without names, or if the transmitter was switched off
 * later.
 */
function isSilent({ boardTimeNs, state, line, heardNs, namesDueNs, facts }: RunObservation): boolean {
  const timeNs = boardTimeNs ?? 0;
  if (facts.serial?.transmits === false && timeNs >= SILENT_ENDED_NS) return true;
  if (line.bytes > 0) return isFirstBytes(line) && heardNs === null && timeNs >= namesDueNs;
  // A busy computer starts a process later than a board boots.
  const isPrompt = state === 'ended' && facts.wallClock !== true;
  return timeNs >= (isPrompt ? SILENT_ENDED_NS : SILENT_RUNNING_NS);
}

/** Bytes before the names of all elements are complete. */
const isFirstBytes = ({ frames, bytes }: LineObservation) => frames > 0 || bytes < LEAST_BYTES;

const isText = ({ bytes, printableBytes }: LineObservation) => printableBytes >= TEXT_SHARE * bytes;

function silent(run: RunObservation): Finding {
  const { serial, interruptsOffNs = 0 } = run.facts;
  const hangs =
    interruptsOffNs > SILENT_ENDED_NS
      ? tr`Interrupts have been off since ${time((run.boardTimeNs ?? 0) - interruptsOffNs)}${whileRunning(run)}: the program hangs before its first telemetry.`
      : hangsSomewhere(run);
  const off = transmitterOff(serial);
  const body = off === null && run.code?.part === 'body' ? run.code.element : null;
  return finding(
    'silent',
    {
      sentence: silence(run),
      cause: off ?? hangs,
      remedy:
        body === null
          ? tr`Check the setup code: no endless loop, no noInterrupts(), no change of UCSR0B or Serial.`
          : tr`Check the body of "${body.name}": each loop must end, and interrupts must not stay off.`,
    },
    body === null ? {} : { element: body },
  );
}

function hangsSomewhere(run: RunObservation): string {
  const where = whileRunning(run);
  return where === ''
    ? tr`The program hangs in setup code or in a constructor, switches the serial port off, or is not a Polyloop program.`
    : tr`The program hangs${where}, or has switched the serial port off.`;
}

function silence(run: RunObservation): string {
  const { line, heardNs } = run;
  if (line.bytes === 0) return tr`The board has sent nothing since its start${until(run)}.`;
  if (heardNs === null) return tr`The board sent ${line.bytes} bytes at its start and then nothing${until(run)}.`;
  return tr`The board has sent nothing since ${time(heardNs)}${until(run)}.`;
}

function garbage(run: RunObservation): Finding {
  const { line, facts } = run;
  const since = line.frames === 0 ? '' : tr` after readable telemetry`;
  return finding('garbage', {
    sentence: tr`The board sent ${line.frames === 0 ? line.bytes : line.bytesSinceFrame} bytes that are no telemetry${since}.`,
    cause:
      wrongRate(facts.serial) ??
      tr`The serial line has another bit rate than expected, another program runs on the board, or the code writes to UDR0 itself.`,
    remedy: tr`Leave the serial port to the runtime: no Serial.begin() at another rate, no change of UBRR0, UCSR0A or UDR0.`,
  });
}

function otherVersion(version: number): Finding {
  return finding('garbage', {
    sentence: tr`The board sends telemetry of version ${version}; this Polyloop reads version ${PROTOCOL_VERSION}.`,
    cause: tr`The program on the board was built by another version of Polyloop.`,
    remedy: tr`Build and run the sketch again, so that its own program is on the board.`,
  });
}

function textOnly(line: LineObservation): Finding {
  return finding('text-only', {
    sentence: tr`The board sent ${line.bytes} bytes of text and no telemetry.`,
    cause: tr`Another program runs on the board, one that Polyloop did not generate.`,
    remedy: tr`Build and run the sketch again, so that its own program is on the board.`,
  });
}

export function transmitterOff(serial: SerialSettings | undefined): string | null {
  return serial === undefined || serial.transmits
    ? null
    : tr`The transmitter of the serial port is off: the program has not switched it on yet, or has switched it off (UCSR0B).`;
}

function wrongRate(serial: SerialSettings | undefined): string | null {
  if (serial === undefined || Math.abs(serial.rate / serial.expectedRate - 1) <= RATE_TOLERANCE) return null;
  return tr`The program set the serial port to ${Math.round(serial.rate)} bits a second; telemetry needs ${serial.expectedRate}.`;
}
