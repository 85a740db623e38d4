/**
 * Resources: the runtime's objects, and the functions with which their users lock them. Calls of
 * other tasks are compile-time errors, because the ceiling does not account for them.
 */
import { type Code, c, EMPTY } from '../emit/code.ts';
import { type Identifier, identifier } from '../emit/identifier.ts';
import { integerLiteral } from '../emit/literal.ts';
import type { LoweredResource, Runnable } from '../lower/program.ts';
import { quote } from '../sketch/problem.ts';
import { ownName } from './own-names.ts';
import { type Access, called, refusedCall, refusedName } from './refusal.ts';

function objectOf(resource: LoweredResource): Identifier {
  return ownName('resource', resource.identifier);
}

const lockOf = (resource: LoweredResource) => `${resource.identifier}_lock`;
const unlockOf = (resource: LoweredResource) => `${resource.identifier}_unlock`;

/** The name of the guard type. An object of this type holds the resource while it is in scope. */
export const resourceGuard = (resource: LoweredResource) => `${resource.identifier}_guard`;

export function resourceCalls(resource: LoweredResource): string[] {
  return [lockOf(resource), unlockOf(resource)];
}

/** Empty for a resource without users. `id` is its index in the sketch. */
export function resourceObject(resource: LoweredResource, id: number): Code {
  if (resource.users.length === 0) return EMPTY;
  return c`PL_RESOURCE(${objectOf(resource)}, ${integerLiteral(resource.ceilingRank)}, ${integerLiteral(id)});`;
}

/** @param section the declared length of the user's critical section, in ticks */
function functions(resource: LoweredResource, section: number): Code {
  const lock = c`pl_resource_lock_for(&${objectOf(resource)}, ${integerLiteral(section)})`;
  const guard = identifier(resourceGuard(resource));
  return c`
    static inline void ${identifier(lockOf(resource))}(void)
    {
      ${lock};
    }
    static inline void ${identifier(unlockOf(resource))}(void)
    {
      pl_resource_unlock(&${objectOf(resource)});
    }
    struct ${guard} {
      ${guard}() { ${lock}; }
      ~${guard}() { pl_resource_unlock(&${objectOf(resource)}); }
      ${guard}(const ${guard} &) = delete;
      ${guard} &operator=(const ${guard} &) = delete;
    };
  `;
}

/** The functions of a resource for the code of this task or interrupt. */
export function resourceAccess(resource: LoweredResource, owner: Runnable): Access[] {
  const section = resource.sectionTicks[resource.users.indexOf(owner.identifier)];
  if (section !== undefined) return [{ before: functions(resource, section), after: EMPTY }];
  const text =
    owner.element === 'task'
      ? `${called(owner)} is not a user of resource ${quote(resource.name)}: add it as a user on the canvas first`
      : `${called(owner)} cannot hold resource ${quote(resource.name)}: pass the data through a channel`;
  return [
    ...resourceCalls(resource).map((call) => refusedCall(call, text)),
    refusedName(resourceGuard(resource), text),
  ];
}
