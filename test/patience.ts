/**
 * Limit of the wait for an expected state. It is long enough for a busy machine and only catches a
 * hang.
 */

/** Unit: ms. */
export const PATIENCE_MS = 600_000;

/** The same as options, for `expect.poll` and similar. */
export const PATIENCE = { timeout: PATIENCE_MS } as const;
