/** The members of the groups of a sketch file. */
import { tr } from '../../words/tr.ts';
import { ELEMENT_KINDS } from '../elements.ts';
import { pointerOf } from '../json/json-pointer.ts';
import { didYouMean, quote } from '../problem.ts';
import { type Element, elementsAt, type FoundProblems, namesOf } from './members.ts';

/** Checks that each group has members, and that each member exists and is in one group only. */
export function checkGroups(document: unknown, found: FoundProblems): void {
  const owners = new Map<string, Element>();
  const known = new Map(ELEMENT_KINDS.map((kind) => [kind, namesOf(elementsAt(document, [kind]))]));
  for (const group of elementsAt(document, ['groups'])) {
    const members = ELEMENT_KINDS.flatMap((kind) => {
      const names: unknown = group.members[kind];
      return Array.isArray(names) ? names.map((name: unknown, index) => ({ kind, name, index })) : [];
    });
    if (members.length === 0) {
      found.report(group.path, tr`the group has no members. Add one, e.g. "tasks": ["T1"], or remove the group.`);
    }
    for (const { kind, name, index } of members) {
      if (typeof name !== 'string' || found.isFull) continue;
      const path = [...group.path, kind, index];
      const names = known.get(kind) ?? new Set();
      const owner = owners.get(`${kind}:${name}`);
      if (!names.has(name)) {
        const way = didYouMean(name, names, tr` Remove it, or add the element.`);
        found.report(path, tr`expected one of the ${kind} of this sketch, found ${quote(name)}.${way}`);
      } else if (owner !== undefined) {
        const where = owner === group ? tr`this group` : pointerOf(owner.path);
        found.report(path, tr`${quote(name)} is in ${where} already. Remove one of the two.`);
      }
      owners.set(`${kind}:${name}`, owner ?? group);
    }
  }
}
