/** What an automatic budget adds to the longest job, or to the estimate. Unit: percent. */

export const MARGIN_PERCENT = 20;
export const MARGIN_LIMITS = { min: 0, max: 400 } as const;
