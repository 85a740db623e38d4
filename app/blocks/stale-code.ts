/**
 * Finds code that was printed from blocks and that a change of the sketch has made stale. The blocks name
 * pins, parts, channels and times of the sketch. The code has their values from the time of printing.
 */
import { blocksOf, type CodeOwner, codeFormOf, codeIn } from '../../generator/sketch/blocks/forms.ts';
import { CODE_PIECES, type CodePiece } from '../../generator/sketch/blocks/model.ts';
import { findElement } from '../../generator/sketch/elements.ts';
import { same } from '../../generator/sketch/merge.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { type BlocksContext, contextOf } from './context.ts';

export interface BuiltPiece {
  readonly owner: CodeOwner;
  readonly piece: CodePiece;
}

/** Whether any code of the sketch has blocks. */
export const hasBlocks = ({ tasks, interrupts }: Sketch): boolean =>
  [...tasks, ...interrupts].some(({ blocks }) => blocks !== undefined);

/** The pieces of code that may print differently from how they printed before the change. */
export function stalePieces(before: Sketch, after: Sketch): readonly BuiltPiece[] {
  const isShared = sharedAlike(before, after);
  return [...piecesOf(after, 'tasks'), ...piecesOf(after, 'interrupts')].filter(({ owner, piece, index }) => {
    const old = formerName(before, after, owner, index);
    if (old === null) return codeFormOf(after, owner, piece) === 'blocks';
    if (isShared && findElement(before, owner.kind, old) === findElement(after, owner.kind, owner.name)) return false;
    if (codeFormOf(after, owner, piece) !== 'blocks') return false;
    const [was, is] = [contextOf(before, { ...owner, name: old }, piece), contextOf(after, owner, piece)];
    return is !== null && (was === null || !printAlike(was, is, after, { owner, piece }));
  });
}

interface PlacedPiece extends BuiltPiece {
  /** The place of the owner among the elements of its kind. */
  readonly index: number;
}

function piecesOf(sketch: Sketch, kind: CodeOwner['kind']): PlacedPiece[] {
  return sketch[kind].flatMap(({ name, blocks }, index) =>
    blocks === undefined
      ? []
      : CODE_PIECES.filter((piece) => blocks[piece] !== undefined).map((piece) => ({
          owner: { kind, name },
          piece,
          index,
        })),
  );
}

/** The name that the owner had before. Null: it is new. */
function formerName(before: Sketch, after: Sketch, { kind, name }: CodeOwner, index: number): string | null {
  if (findElement(before, kind, name) !== null) return name;
  const old = before[kind][index]?.name;
  return old === undefined || findElement(after, kind, old) !== null ? null : old;
}

/**
 * Whether everything that the code of several elements depends on is the same. What is left are the values of each
 * task, which only its own code can name.
 */
function sharedAlike(before: Sketch, after: Sketch): boolean {
  const { board, target, prelude, parts, channels, resources, interrupts, tasks } = after;
  return (
    before.board === board &&
    before.target === target &&
    before.prelude === prelude &&
    before.parts === parts &&
    before.channels === channels &&
    before.resources === resources &&
    before.interrupts === interrupts &&
    before.tasks.length === tasks.length &&
    before.tasks.every(({ name, kind }, index) => name === tasks[index]?.name && kind === tasks[index]?.kind)
  );
}

const TIMES_BLOCK = 'polyloop_time_of_job';

/** Whether the blocks print the same code with both contexts. False: perhaps not. */
function printAlike(was: BlocksContext, is: BlocksContext, sketch: Sketch, { owner, piece }: BuiltPiece): boolean {
  const blocks = blocksOf(sketch, owner, piece)?.blocks ?? [];
  const namesTimes = blocks.some(({ type }) => type === TIMES_BLOCK);
  if (!same(drawn(was, namesTimes), drawn(is, namesTimes))) return false;
  return !takesOrFrees(was.taken, is.taken, codeIn(sketch, owner, piece) ?? '');
}

/** The context without what no block prints: the places of parts, and times that no block names. */
function drawn(context: BlocksContext, namesTimes: boolean): object {
  const { taken: _, budgetUs, deadlineUs, periodUs, parts, ...others } = context;
  const times = namesTimes ? { budgetUs, deadlineUs, periodUs } : { isTimed: budgetUs !== null };
  return { ...others, ...times, parts: parts.map((part) => ({ ...part, position: null })) };
}

/** Whether the code has a name that is newly taken, or that was only chosen because another one was taken. */
function takesOrFrees(was: readonly string[], is: readonly string[], code: string): boolean {
  const [before, now] = [new Set(was), new Set(is)];
  const changed = [...was.filter((name) => !now.has(name)), ...is.filter((name) => !before.has(name))];
  if (changed.length === 0) return false;
  const inCode = new Set((code.match(/[A-Za-z_]\w*/g) ?? []).flatMap((word) => [word, word.replace(/\d+$/, '')]));
  return changed.some((name) => inCode.has(name));
}
