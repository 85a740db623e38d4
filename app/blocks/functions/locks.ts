/** The resources that blocks hold: those that blocks around a block lock, and those that a function locks. */
import type * as Blockly from 'blockly/core';
import { FUNCTION } from './info.ts';

export const LOCK = 'polyloop_lock';

const resourceOf = (lock: Blockly.Block): string => String(lock.getFieldValue('RESOURCE') ?? '');

/** What the blocks around this one lock, from the inside. */
export function heldAround(block: Blockly.Block): string[] {
  const held: string[] = [];
  for (let around = block.getSurroundParent(); around !== null; around = around.getSurroundParent()) {
    if (around.type === LOCK) held.push(resourceOf(around));
  }
  return held;
}

/** What a function locks, itself or through the functions that it calls. */
export function lockedBy(definition: Blockly.Block, seen = new Set<Blockly.Block>()): ReadonlySet<string> {
  const locked = new Set<string>();
  if (seen.has(definition)) return locked;
  seen.add(definition);
  for (const block of definition.getDescendants(false)) {
    if (block.type === LOCK) locked.add(resourceOf(block));
    if (!block.type.startsWith('polyloop_call')) continue;
    const called = block.workspace.getBlockById(String(block.getFieldValue('FUNCTION') ?? ''));
    if (called?.type === FUNCTION) for (const each of lockedBy(called, seen)) locked.add(each);
  }
  return locked;
}
