/**
 * Model checking of the channels with spin: the claims hold in every interleaving, and spin refutes
 * each broken variant. The claims and assumptions are in the models in runtime-c/model and in
 * docs/channels.md.
 */
import { describe, expect, it } from 'vitest';
import { changed, MODELS } from './models.ts';
import { missing, search } from './spin.ts';

if (missing !== null) console.warn(`Channels are not model-checked: ${missing}`);

describe.skipIf(missing !== null).each(MODELS)('$name', ({ model, sizes, broken }) => {
  it.each(sizes)('keeps its claims in every interleaving: %o', async (size) => {
    const found = await search(model, size);
    expect(found.violations).toEqual([]);
    expect(found.errors).toBe(0);
    expect(found.exhaustive).toBe(true);
    expect(found.unreached).toEqual([]);
    expect(found.states).toBeGreaterThan(100_000);
  });

  it.each(broken)('refuted: $name ($breaks)', async ({ changes, breaks }) => {
    const claim = new RegExp(`#define ${breaks} (\\d+)`).exec(model)?.[1];
    const { errors, violations } = await search(changed(model, changes), { CLAIMS: breaks }, '-O0');
    expect(errors).toBe(1);
    expect(violations).toEqual([expect.stringContaining(`assertion violated ( !((${claim}&${claim}))||`)]);
  });
});
