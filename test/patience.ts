/** How long tests wait for an expected state, however busy the machine is. The limit only catches a hang. */

/** Unit: ms. */
export const PATIENCE_MS = 600_000;

/** The same as options, for `expect.poll` and similar. */
export const PATIENCE = { timeout: PATIENCE_MS } as const;
