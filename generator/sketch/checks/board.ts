/** The board of a sketch file: one of Polyloop's own, or one of PlatformIO's with its facts. */
import { tr } from '../../words/tr.ts';
import { boardFactFault } from '../board-facts.ts';
import { valueAt } from '../json/json-pointer.ts';
import { didYouMean, quote } from '../problem.ts';
import type { FoundProblems, Path } from './members.ts';

/** @param boards ids of Polyloop's own boards; undefined: any board is accepted */
export function checkBoard(document: unknown, boards: readonly string[] | undefined, found: FoundProblems): void {
  const board = valueAt(document, ['board']);
  if (!board.found || typeof board.value !== 'string') return;
  const id = board.value;
  const facts = valueAt(document, ['boardFacts']);
  if (facts.found && facts.value !== null) {
    checkFacts(document, found);
    if (boards?.includes(id))
      found.report(['boardFacts'], tr`Polyloop has its own record of the board ${quote(id)}. Remove "boardFacts".`);
    return;
  }
  if (boards === undefined || boards.includes(id)) return;
  const known = tr` Known boards: ${boards.join(', ')}. Any other board of PlatformIO needs "boardFacts".`;
  found.report(['board'], tr`expected a known board, found ${quote(id)}.${didYouMean(id, boards, known)}`);
}

/** These texts become words of platformio.ini. */
function checkFacts(document: unknown, found: FoundProblems): void {
  const check = (member: 'board' | 'platform' | 'usb', path: Path) => {
    const text = valueAt(document, path);
    const fault = text.found && typeof text.value === 'string' ? boardFactFault(member, text.value) : null;
    if (fault !== null) found.report(path, fault);
  };
  check('board', ['board']);
  check('platform', ['boardFacts', 'platform']);
  const usb = valueAt(document, ['boardFacts', 'usb']);
  if (!usb.found || !Array.isArray(usb.value)) return;
  for (const index of usb.value.keys()) check('usb', ['boardFacts', 'usb', index]);
}
