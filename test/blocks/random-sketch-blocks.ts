/** Random blocks for what a body has from its sketch: resources. */
import type { Arbitrary } from 'fast-check';
import type { BlockState } from '../../app/blocks/spec.ts';
import { type Extras, listOf, made, of, statementsWith, type Values } from './random-programs.ts';
import { RESOURCES } from './rig.ts';

const [OUTER, INNER] = RESOURCES;

function locked(
  resource: string,
  { values, calls = [] }: { values: Values; calls?: readonly Arbitrary<BlockState>[] },
) {
  // No block in it locks again: a job must not lock a resource that it holds.
  return made('lock', { RESOURCE: of(resource) }, { DO: listOf(statementsWith(values, calls)) });
}

export function extrasFor(): Extras {
  return {
    numbers: [],
    truths: [],
    inBody: (values, calls) => [locked(OUTER, { values, calls })],
    inFunction: (values) => [locked(INNER, { values })],
  };
}
