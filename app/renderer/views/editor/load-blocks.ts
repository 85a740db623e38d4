/** Loads Blockly and its view when a body is first shown as blocks. */

export const loadBlocksView = () => import('../blocks/blocks-view.tsx');
export const loadTakeBlocks = () => import('../blocks/take-blocks.ts');
export const loadSampleBlocks = () => import('../blocks/sample-blocks.ts');
