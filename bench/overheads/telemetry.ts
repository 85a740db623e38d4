/** Sizes of telemetry on the wire (docs/telemetry.md), which are the same on every board. */

/** Bytes that a job of the super-loop sends: at most four events of four bytes, and their share of a frame. */
export const BYTES_PER_JOB = 19.5;
/** Bytes that an idle loop or the end of a job prepares: an open frame, and the releases that came meanwhile. */
export const OPEN_BYTES = 62;
export const OPEN_BYTES_PER_TASK = 4;
/** Bytes that the telemetry beat sends: a timestamp and a piece of metadata. */
export const BEAT_BYTES = 52;
/** Four deliveries and three maskings are recorded in a period of the beat. */
export const INTERRUPT_EVENTS = 14;
/** Their bytes, including their share of a frame. */
export const INTERRUPT_BYTES = 86;
