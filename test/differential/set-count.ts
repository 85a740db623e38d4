/** Number of random task sets of a test: POLYLOOP_SETS, or the test's default. */
export function setCount(usual: number): number {
  const given = Number(process.env.POLYLOOP_SETS ?? usual);
  if (!Number.isSafeInteger(given) || given < 1) {
    throw new Error(`POLYLOOP_SETS is "${process.env.POLYLOOP_SETS}"; it is how many task sets to draw, from 1.`);
  }
  return given;
}
