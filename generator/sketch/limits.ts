/**
 * Limits on the size of a sketch file. They are far above any real sketch and keep a malicious file
 * from blocking the window.
 */

/** Characters of the whole file. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
/** Nesting depth of objects and lists. */
export const MAX_DEPTH = 32;
/** Members and list elements of the whole file. */
export const MAX_VALUES = 100_000;
/** Characters (UTF-16 code units) of a name. */
export const MAX_NAME_LENGTH = 200;
/** Limit of a processor's clock and of a memory. Units: Hz, bytes. */
export const MAX_CLOCK_HZ = 10_000_000_000;
export const MAX_MEMORY_BYTES = 2 ** 40;
/** Characters of one code member. */
export const MAX_CODE_LENGTH = 1024 * 1024;
/** Blocks of one piece of code. */
export const MAX_BLOCKS = 5_000;
/** Characters of a block's id, and of the name of an input. */
export const MAX_BLOCK_ID_LENGTH = 100;
/** Characters of the note of a group. */
export const MAX_NOTE_LENGTH = 10_000;
/** Characters of a folder's path. */
export const MAX_PATH_LENGTH = 4_096;
/** Elements of one kind. */
export const MAX_ELEMENTS = 1000;
/** Fields of a channel's item. */
export const MAX_FIELDS = 64;
/** Longest time: 104 days. Its nanoseconds are exact in a JavaScript number. Unit: µs. */
export const MAX_TIME_US = Math.floor(Number.MAX_SAFE_INTEGER / 1000);
/** Elements of an array field, or items of a ring buffer. */
export const MAX_COUNT = 65_535;
/** Jobs of one measurement. */
export const MAX_JOBS = 2 ** 32 - 1;
export const MAX_CORES = 64;
/** Limit of the absolute value of task priorities and ceilings. */
export const MAX_PRIORITY = 1_000_000;
export const MAX_STACK_BYTES = 2 ** 30;
/** LEDs of one strip. Each takes three bytes of the board's RAM. */
export const MAX_PIXELS = 256;
/** Range of a signal generator's rate. Unit: Hz. */
export const MIN_RATE_HZ = 0.1;
export const MAX_RATE_HZ = 20_000;
/** Limit of the absolute value of canvas coordinates. Unit: canvas pixels. */
export const MAX_COORDINATE = 1_000_000;
/** Maximum number of reported problems. Users do not read longer lists. */
export const MAX_PROBLEMS = 200;
