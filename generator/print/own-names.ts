/** Names of the objects that are generated for the elements of a sketch. */
import { type Identifier, identifier } from '../emit/identifier.ts';

/** No name of the runtime begins like this, so an element can have any name: `t`, `lock`, `unused`. */
export const OWN_PREFIX = 'pl_own_';

export const ownName = (kind: 'backlog' | 'channel' | 'resource' | 'stack', element: string): Identifier =>
  identifier(`${OWN_PREFIX}${kind}_${element}`);
