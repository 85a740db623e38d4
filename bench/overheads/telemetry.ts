/** Sizes of telemetry on the wire (docs/telemetry.md), which are the same on every board, and the loads that send it. */
import type { RuntimeLoad } from '../../generator/platform/overheads.ts';

/** Bytes that a job of the super-loop sends: at most four events of four bytes, and their share of a frame. */
export const BYTES_PER_JOB = 19.5;
/** Bytes that an idle loop or the end of a job prepares: an open frame, and the releases that came meanwhile. */
export const OPEN_BYTES = 62;
export const OPEN_BYTES_PER_TASK = 4;
/** Bytes that the telemetry beat sends: a timestamp and a piece of metadata. */
export const BEAT_BYTES = 52;
/** Bytes of a full ring, and how many one step prepares. */
export const RING_BYTES = 128;
export const STEP_BYTES = 4;
/** Four deliveries and three maskings are recorded in a period of the beat. */
const INTERRUPT_EVENTS = 14;
/** Their bytes, including their share of a frame. */
const INTERRUPT_BYTES = 86;
/** A lock and an unlock. */
const SECTION_EVENTS = 2;
/** Bytes of one of them with its share of a frame: in jobs on one stack and on AVR, and in threads of the others. */
export const SECTION_EVENT_BYTES = 6;
export const THREAD_SECTION_EVENT_BYTES = 7.4;

/**
 * Recording and sending the events of interrupts in a period of the beat.
 *
 * @param recording to record an event
 * @param byte to prepare and send a byte, in the same unit
 */
export const interruptTrace = (recording: number, byte: number): number =>
  INTERRUPT_EVENTS * recording + INTERRUPT_BYTES * byte;

/** Recording and sending the two events of a section, in the unit of the parameters. */
export const sectionTrace = (recording: number, byte: number, eventBytes = SECTION_EVENT_BYTES): number =>
  SECTION_EVENTS * (recording + eventBytes * byte);

/** @param periodNs of the interrupt of the board's timer that sends a timestamp */
export const beatLoad = (periodNs: number, costNs: number): RuntimeLoad => ({
  name: 'telemetry beat',
  periodNs,
  costNs,
  jitterNs: 0,
});

/** What a full ring sends, one byte in each interrupt. */
export const leftOverLoad = (costNs: number): RuntimeLoad => ({
  name: 'telemetry left over',
  periodNs: 20_000,
  costNs,
  jitterNs: 20_000,
  most: RING_BYTES,
});

/** The telemetry of interrupts, once in the shortest period of a beat. */
export const interruptLoads = (costNs: number): readonly RuntimeLoad[] => [
  { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs, jitterNs: 31_250_000 },
];
