/** Sends the root of a worktree of the given repository, and stays in it until a signal arrives. */
import { inWorktree } from '../../bench/analysis/worktree.ts';

await inWorktree(process.argv[2] as string, 'HEAD', async (root) => {
  process.send?.(root);
  // A timer keeps the process alive.
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
});
