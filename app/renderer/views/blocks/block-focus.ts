/** The keyboard focus in a Blockly workspace. */
import { START } from '../../../blocks/categories/control.ts';
import { Blockly } from './blockly.ts';

/** The ids of the focused block and of the blocks around it, from the inside out. */
export function focusedBlocks(workspace: Blockly.WorkspaceSvg): readonly string[] {
  const node = Blockly.getFocusManager().getFocusedNode();
  const ids: string[] = [];
  if (!(node instanceof Blockly.BlockSvg) || node.workspace !== workspace) return ids;
  for (let block: Blockly.BlockSvg | null = node; block !== null; block = block.getParent()) ids.push(block.id);
  return ids;
}

/** Focuses the first of these blocks that still exists, or else the block that holds the body. */
export function focusFirst(workspace: Blockly.WorkspaceSvg, ids: readonly string[]): void {
  const [block] = ids.flatMap((id) => workspace.getBlockById(id) ?? []);
  if (block === undefined) focusStart(workspace);
  else Blockly.getFocusManager().focusNode(block);
}

/** Focuses the block that holds the body. */
export function focusStart(workspace: Blockly.WorkspaceSvg): void {
  const start = workspace.getTopBlocks(true).find(({ type }) => type === START);
  if (start === undefined) Blockly.getFocusManager().focusTree(workspace);
  else Blockly.getFocusManager().focusNode(start);
}

/**
 * Returns the focus to the workspace when it is lost between two keys: a browser blurs an element that moves in the
 * document, as a block does when a move by keyboard ends. The next key would do nothing. A focus that another element
 * takes, or that a click ends, stays where it is.
 *
 * @returns ends it
 */
export function keepFocus(workspace: Blockly.WorkspaceSvg, container: HTMLElement): () => void {
  const focusManager = Blockly.getFocusManager();
  let isByKey = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onKey = () => {
    isByKey = true;
  };
  const onPointer = () => {
    isByKey = false;
  };
  const restore = () => {
    const isLost = document.activeElement === document.body && document.hasFocus();
    if (isByKey && isLost && !focusManager.ephemeralFocusTaken()) focusManager.focusTree(workspace);
  };
  const onFocusOut = () => {
    clearTimeout(timer);
    timer = setTimeout(restore);
  };
  container.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', onPointer, true);
  container.addEventListener('focusout', onFocusOut);
  return () => {
    clearTimeout(timer);
    container.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', onPointer, true);
    container.removeEventListener('focusout', onFocusOut);
  };
}
