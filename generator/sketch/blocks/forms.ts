/** Whether a piece of code is built from blocks or typed, and the edits of blocks. */
import { tr } from '../../words/tr.ts';
import { type EditResult, updateElement } from '../edits.ts';
import { findElement } from '../elements.ts';
import { fnv1a32 } from '../fnv.ts';
import type { Sketch } from '../model.ts';
import { quote } from '../problem.ts';
import { refused } from '../validated.ts';
import type { Blocks, BlocksByPiece, CodePiece } from './model.ts';
import type { Workspace } from './workspace.ts';

/** The task or interrupt that has the code. */
export interface CodeOwner {
  readonly kind: 'tasks' | 'interrupts';
  readonly name: string;
}

/**
 * - `empty`: nothing is written, and there are no blocks.
 * - `code`: the code was typed.
 * - `blocks`: the code is what was printed from the blocks.
 * - `aside`: the code was changed since. It counts, and the blocks are kept.
 */
export type CodeForm = 'empty' | 'code' | 'blocks' | 'aside';

export const EMPTY_WORKSPACE: Workspace = { blocks: [], workspace: {} };

/** The form of a piece of code. `blocks` are those that the sketch keeps for the piece. */
export function formOf(code: string, blocks: Blocks | undefined): CodeForm {
  if (blocks === undefined) return code.trim() === '' ? 'empty' : 'code';
  return blocks.printed === fnv1a32(code) ? 'blocks' : 'aside';
}

/** The blocks that the sketch keeps for a piece of code. */
export function blocksOf(sketch: Sketch, { kind, name }: CodeOwner, piece: CodePiece): Blocks | undefined {
  return findElement(sketch, kind, name)?.blocks?.[piece];
}

/** The form of a piece of code of an element. Null if the sketch does not have the element. */
export function codeFormOf(sketch: Sketch, { kind, name }: CodeOwner, piece: CodePiece): CodeForm | null {
  const code = codeIn(sketch, { kind, name }, piece);
  return code === null ? null : formOf(code, blocksOf(sketch, { kind, name }, piece));
}

/** A piece of code of an element. Null if the sketch does not have it. */
export function codeIn(sketch: Sketch, { kind, name }: CodeOwner, piece: CodePiece): string | null {
  if (kind === 'tasks') return findElement(sketch, kind, name)?.[piece] ?? null;
  return piece === 'body' ? (findElement(sketch, kind, name)?.body ?? null) : null;
}

/**
 * Sets the blocks of a piece of code, and the code that was printed from them. Without blocks and
 * code, the piece is empty again.
 */
export function changeBlocks(
  sketch: Sketch,
  owner: CodeOwner,
  piece: CodePiece,
  workspace: Workspace,
  code: string,
): EditResult {
  const typed = blocksOf(sketch, owner, piece)?.typed;
  const isEmpty = workspace.blocks.length === 0 && code === '' && typed === undefined;
  return setPiece(sketch, owner, piece, code, isEmpty ? undefined : printedBlocks(workspace, code, typed));
}

/**
 * Replaces the typed code by the code of the blocks, which stand aside. The typed code is kept beside
 * the blocks.
 *
 * @param code what the blocks print
 * @param fresh the blocks of a piece that has none yet
 */
export function takeBlocks(
  sketch: Sketch,
  owner: CodeOwner,
  piece: CodePiece,
  code: string,
  fresh: Workspace = EMPTY_WORKSPACE,
): EditResult {
  const blocks = blocksOf(sketch, owner, piece);
  const typed = codeIn(sketch, owner, piece) ?? '';
  if (blocks !== undefined && formOf(typed, blocks) === 'blocks') return { ok: true, sketch };
  return setPiece(sketch, owner, piece, code, printedBlocks(blocks ?? fresh, code, typed === code ? undefined : typed));
}

/** Replaces the code of the blocks by the typed code. The blocks are kept beside it. */
export function takeTyped(sketch: Sketch, owner: CodeOwner, piece: CodePiece): EditResult {
  const blocks = blocksOf(sketch, owner, piece);
  if (blocks?.typed === undefined) return { ok: true, sketch };
  const { typed, ...kept } = blocks;
  return setPiece(sketch, owner, piece, typed, kept);
}

/** Removes the blocks of a piece of code. The code stays. */
export function removeBlocks(sketch: Sketch, owner: CodeOwner, piece: CodePiece): EditResult {
  return updateElement<'tasks' | 'interrupts'>(sketch, owner.kind, owner.name, {
    blocks: withPiece(sketch, owner, piece, undefined),
  });
}

function printedBlocks({ blocks, workspace }: Workspace, code: string, typed: string | undefined): Blocks {
  return { printed: fnv1a32(code), blocks, workspace, ...(typed === undefined ? {} : { typed }) };
}

function setPiece(
  sketch: Sketch,
  owner: CodeOwner,
  piece: CodePiece,
  code: string,
  blocks: Blocks | undefined,
): EditResult {
  if (owner.kind === 'interrupts' && piece !== 'body') {
    return refused(
      '/interrupts',
      tr`The interrupt ${quote(owner.name)} has no ${piece}. Only its body can have blocks.`,
    );
  }
  const changes = { [piece]: code, blocks: withPiece(sketch, owner, piece, blocks) };
  return updateElement<'tasks' | 'interrupts'>(sketch, owner.kind, owner.name, changes);
}

function withPiece(
  sketch: Sketch,
  owner: CodeOwner,
  piece: CodePiece,
  blocks: Blocks | undefined,
): BlocksByPiece | undefined {
  const { [piece]: _, ...others } = findElement(sketch, owner.kind, owner.name)?.blocks ?? {};
  if (blocks !== undefined) return { ...others, [piece]: blocks };
  return Object.keys(others).length === 0 ? undefined : others;
}
