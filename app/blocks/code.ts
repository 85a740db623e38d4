/** The C++ of a body's blocks, what is wrong with them, and which line comes from which block. */
import * as Blockly from 'blockly/core';
import { tr } from '../../generator/words/tr.ts';
import { BLOCK_BY_TYPE } from './catalog.ts';
import { START } from './categories/control.ts';
import type { BlocksContext } from './context.ts';
import { Cpp } from './cpp.ts';
import { defineBlocks } from './define.ts';
import { type LineMap, lineMapOf } from './line-map.ts';
import type { BlockProblem } from './problems.ts';
import { setContext } from './workspace-context.ts';

/** Blockly's JSON serialization of one workspace. */
export type BlocksState = Readonly<Record<string, unknown>>;

/** `code` is the text of the body. Empty: there are no blocks. */
export interface BlocksCode extends LineMap {
  readonly problems: readonly BlockProblem[];
}

/** The state of a body without blocks: the block that holds its statements. */
export function newState(): BlocksState {
  return {
    blocks: { languageVersion: 0, blocks: [{ type: START, id: 'start', x: 24, y: 24, deletable: false }] },
  };
}

interface StateCode extends BlocksCode {
  /** False: some blocks are missing in the code, because they cannot be read. */
  readonly isComplete: boolean;
}

/** Never throws: what cannot be read is a problem. */
export function codeOf(state: BlocksState, context: BlocksContext): StateCode {
  defineBlocks();
  const workspace = new Blockly.Workspace();
  const problems: BlockProblem[] = [];
  setContext(workspace, context);
  Blockly.Events.disable();
  try {
    Blockly.serialization.workspaces.load(readable(state, problems) as Record<string, unknown>, workspace);
    return { ...codeOfWorkspace(workspace, context, problems), isComplete: problems.length === 0 };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    problems.push({
      severity: 'error',
      blockId: null,
      message: tr`The blocks cannot be read (${why}): undo the last change, or go on with the code.`,
    });
    return { ...lineMapOf(''), problems, isComplete: false };
  } finally {
    workspace.dispose();
    Blockly.Events.enable();
  }
}

/** The same for a workspace that is open. */
export function codeOfWorkspace(
  workspace: Blockly.Workspace,
  context: BlocksContext,
  found: readonly BlockProblem[] = [],
): BlocksCode {
  const cpp = new Cpp(BLOCK_BY_TYPE, context);
  cpp.problems.push(...found);
  const roots = workspace.getTopBlocks(true);
  const start = roots.find(({ type }) => type === START);
  const statements = start === undefined ? '' : cpp.topLevel(start, 'DO');
  for (const root of roots) {
    if (root === start) continue;
    const spec = BLOCK_BY_TYPE.get(root.type);
    if (spec?.role === 'root' && spec.print !== undefined) spec.print(root, cpp);
    else if (root.isEnabled()) loose(root, cpp);
  }
  const printed = lineMapOf(cpp.assemble(statements));
  return { ...printed, lineOf: linesOf(workspace, printed), problems: cpp.problems };
}

/** The line of each block: a value is on the line of the statement around it. */
function linesOf(workspace: Blockly.Workspace, { lineOf }: LineMap): LineMap['lineOf'] {
  const lines = new Map<string, number>();
  for (const block of workspace.getAllBlocks(false)) {
    let around: Blockly.Block | null = block;
    while (around !== null && lineOf(around.id) === null) around = around.getSurroundParent();
    const line = around === null ? null : lineOf(around.id);
    if (line !== null) lines.set(block.id, line);
  }
  return (blockId) => lines.get(blockId) ?? null;
}

function loose(root: Blockly.Block, cpp: Cpp): void {
  cpp.problem(root, 'warning', tr`it is not connected, so it does nothing: drag it into the body, or delete it`);
}

/** The state without blocks of unknown types. Each such block is a problem. */
function readable(state: BlocksState, problems: BlockProblem[]): BlocksState {
  const blocks = state.blocks;
  if (!isRecord(blocks) || !Array.isArray(blocks.blocks)) return state;
  return { ...state, blocks: { ...blocks, blocks: blocks.blocks.flatMap((block) => known(block, problems) ?? []) } };
}

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The block with its known inputs. Of an unknown statement what follows it stays. */
function known(block: unknown, problems: BlockProblem[]): Json | undefined {
  if (!isRecord(block)) return undefined;
  const next = isRecord(block.next) ? connected(block.next, problems) : undefined;
  if (typeof block.type !== 'string' || !BLOCK_BY_TYPE.has(block.type)) {
    problems.push(unknownBlock(block));
    return next?.block as Json | undefined;
  }
  const inputs = isRecord(block.inputs)
    ? Object.fromEntries(
        Object.entries(block.inputs).flatMap(([name, input]) => {
          const kept = isRecord(input) ? connected(input, problems) : undefined;
          return kept === undefined ? [] : [[name, kept]];
        }),
      )
    : undefined;
  const { inputs: _inputs, next: _next, ...rest } = block;
  return { ...rest, ...(inputs && { inputs }), ...(next && { next }) };
}

function connected(connection: Json, problems: BlockProblem[]): Json | undefined {
  const entries = Object.entries(connection).flatMap(([key, block]) => {
    const kept = known(block, problems);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function unknownBlock({ type, id }: Json): BlockProblem {
  return {
    severity: 'error',
    blockId: typeof id === 'string' ? id : null,
    message: tr`The block “${String(type)}” is not known: open the sketch with a newer version of Polyloop, or replace the block.`,
  };
}
