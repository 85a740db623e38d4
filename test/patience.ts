/** How long tests wait for what must come, however busy the machine is: a limit only catches what would wait for ever. */

/** Unit: ms. */
export const PATIENCE_MS = 600_000;

/** For what takes options, such as `expect.poll`. */
export const PATIENCE = { timeout: PATIENCE_MS } as const;
