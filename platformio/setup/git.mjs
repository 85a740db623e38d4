/** Gets one commit of a repository. git checks every file of it against the commit's id. */

/**
 * Uses the proxy of the environment.
 *
 * @param {import('./step.mjs').Context} context
 * @param {{ readonly repository: string, readonly commit: string }} source
 * @param {string} git
 * @param {string} directory is made if it does not exist
 */
export async function checkOut({ must, say }, { repository, commit }, git, directory) {
  say(`${repository} at ${commit}, with git`);
  const inside = [git, '-C', directory];
  await must([git, 'init', '--quiet', directory]);
  await must([...inside, 'fetch', '--quiet', '--depth', '1', repository, commit], { timeoutMs: 3_600_000 });
  await must([...inside, '-c', 'core.autocrlf=false', '-c', 'core.eol=lf', 'checkout', '--quiet', 'FETCH_HEAD']);
}
