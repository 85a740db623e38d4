/** How much an AVR core leaves on the stack. The size of its flash decides it. */
export interface AvrCore {
  /** The return address of a call and of an interrupt. */
  readonly returnBytes: number;
  /** RAMPZ, which interrupts and switches save where code can read flash beyond 64 KiB. */
  readonly rampzBytes: number;
}

/** Addresses of words have 16 bits up to this size, and above it three bytes. */
const LARGE_BYTES = 128 * 1024;
const FAR_BYTES = 64 * 1024;

export const avrCore = (flashBytes: number): AvrCore => ({
  returnBytes: flashBytes > LARGE_BYTES ? 3 : 2,
  rampzBytes: flashBytes > FAR_BYTES ? 1 : 0,
});
