/**
 * Whether tests renew their expected outputs instead of comparing them. Set by `npm run goldens`,
 * never in CI.
 */
export const RENEW = { POLYLOOP_GOLDENS: 'renew' };

export const isRenewing = process.env.POLYLOOP_GOLDENS === RENEW.POLYLOOP_GOLDENS;
if (isRenewing && process.env.CI) throw new Error('Expected outputs are not renewed in CI: unset POLYLOOP_GOLDENS.');
