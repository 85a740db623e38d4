/** Loads Blockly and its view when a body is first shown as blocks. */

export const loadBlocksView = () => import('../blocks/blocks-view.tsx');
export const loadTakeBlocks = () => import('../blocks/take-blocks.ts');
export const loadSampleBlocks = () => import('../blocks/sample-blocks.ts');

/**
 * Loads the view when the window is idle, so that the first body opens sooner. Returns how to cancel that.
 * A view that cannot be loaded is reported when it is shown.
 */
export function preloadBlocksView(): () => void {
  if (!('requestIdleCallback' in window)) return () => {};
  const request = requestIdleCallback(() => void loadBlocksView().catch(() => {}));
  return () => cancelIdleCallback(request);
}
