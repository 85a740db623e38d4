/** How the blocks of a piece of code are connected in a sketch file. */
import { tr } from '../../words/tr.ts';
import { valueAt } from '../json/json-pointer.ts';
import { quote, show } from '../problem.ts';
import type { FoundProblems, Members, Path } from './members.ts';

/** Checks the list of blocks at `path`. A block is connected to an earlier block, so the blocks form trees. */
export function checkBlocks(path: Path, document: unknown, found: FoundProblems): void {
  const list = valueAt(document, path);
  if (!list.found || !Array.isArray(list.value)) return;
  const ids = new Set<string>();
  const taken = new Set<string>();
  for (const [index, value] of list.value.entries()) {
    if (typeof value !== 'object' || value === null) continue;
    const { id, after, of, input, shadow }: Members = value;
    const at = [...path, index];
    if (after !== undefined && of !== undefined) {
      found.report([...at, 'of'], tr`a block has either after or of, found both. Remove one.`);
    } else if ((of === undefined) !== (input === undefined)) {
      const [given, lacks] = of === undefined ? ['input', 'of'] : ['of', 'input'];
      found.reportMissing(at, lacks, tr`${given} needs ${lacks}. Add ${lacks}, or remove ${given}.`);
    }
    const member = after === undefined ? 'of' : 'after';
    const parent = after ?? of;
    if (typeof parent === 'string' && !ids.has(parent)) {
      found.report([...at, member], tr`expected the id of an earlier block, found ${quote(parent)}.`);
    }
    if (shadow === true && parent === undefined) {
      found.report([...at, 'shadow'], tr`only a block with after or of can be a shadow. Remove it.`);
    }
    const place = JSON.stringify([member, parent, input ?? null, shadow === true]);
    if (parent !== undefined && taken.has(place)) {
      found.report([...at, member], tr`another block is in this place of ${show(parent)}. Remove one of them.`);
    }
    taken.add(place);
    if (typeof id !== 'string') continue;
    if (ids.has(id)) found.report([...at, 'id'], tr`${quote(id)} is the id of another block. Change one of them.`);
    ids.add(id);
  }
}
