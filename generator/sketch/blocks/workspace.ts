/**
 * Converts between Blockly's serialization of a workspace and the blocks of a sketch file.
 *
 * Blockly nests each block in the block above it, so a body of a hundred blocks would be hundreds
 * of objects deep. The file has a flat list instead: a line for each block, which version control
 * compares.
 */
import type { JsonValue } from '../json/json.ts';
import type { Block, Blocks } from './model.ts';

/** A block of Blockly's serialization, with the blocks below it and in its inputs. */
export interface BlockState extends Omit<Block, 'id' | 'after' | 'of' | 'input' | 'shadow'> {
  readonly id?: string | undefined;
  readonly inputs?: Readonly<Record<string, ConnectionState>> | undefined;
  readonly next?: ConnectionState | undefined;
}

interface ConnectionState {
  readonly block?: BlockState | undefined;
  readonly shadow?: BlockState | undefined;
}

/** Blockly's serialization of a workspace. An empty workspace is an empty object. */
export interface WorkspaceState {
  readonly blocks?: { readonly languageVersion: number; readonly blocks: readonly BlockState[] } | undefined;
  readonly [serializer: string]: unknown;
}

export type Workspace = Pick<Blocks, 'blocks' | 'workspace'>;

const LANGUAGE_VERSION = 0;

type Place = Pick<Block, 'after' | 'of' | 'input' | 'shadow'>;

/** The blocks of a workspace as a list, in the order in which they are read. */
export function blocksOfState(state: WorkspaceState): Workspace {
  const { blocks: tops, ...workspace } = state;
  const blocks: Block[] = [];
  const pending: { readonly state: BlockState; readonly place: Place }[] = [];
  const push = (connection: ConnectionState | undefined, place: Place) => {
    // The last one is taken first.
    if (connection?.block !== undefined) pending.push({ state: connection.block, place });
    if (connection?.shadow !== undefined) pending.push({ state: connection.shadow, place: { ...place, shadow: true } });
  };
  for (const top of (tops?.blocks ?? []).toReversed()) pending.push({ state: top, place: {} });
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    const { type, id = `block ${blocks.length + 1}`, inputs = {}, next, ...members } = each.state;
    blocks.push({ type, id, ...each.place, ...members });
    push(next, { after: id });
    for (const [input, connection] of Object.entries(inputs).toReversed()) push(connection, { of: id, input });
  }
  return { blocks, workspace: workspace as Readonly<Record<string, JsonValue>> };
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };
interface OpenConnection {
  block?: BlockState;
  shadow?: BlockState;
}
interface OpenState extends Mutable<Omit<BlockState, 'inputs' | 'next'>> {
  inputs?: Record<string, OpenConnection>;
  next?: OpenConnection;
}

/** The workspace that Blockly loads. The blocks must have passed the checks of a file. */
export function stateOfBlocks({ blocks, workspace }: Workspace): WorkspaceState {
  const states = new Map<string, OpenState>();
  const tops: BlockState[] = [];
  for (const { after, of, input, shadow, ...members } of blocks) {
    const state: OpenState = { ...members };
    states.set(members.id, state);
    const parent = states.get(after ?? of ?? '');
    if (parent === undefined) tops.push(state);
    else connectionOf(parent, input)[shadow === true ? 'shadow' : 'block'] = state;
  }
  return tops.length === 0 ? workspace : { ...workspace, blocks: { languageVersion: LANGUAGE_VERSION, blocks: tops } };
}

function connectionOf(parent: OpenState, input: string | undefined): OpenConnection {
  if (input === undefined) {
    parent.next ??= {};
    return parent.next;
  }
  // A file can name an input “__proto__”, which every other object has.
  parent.inputs ??= Object.create(null) as Record<string, OpenConnection>;
  parent.inputs[input] ??= {};
  return parent.inputs[input];
}
