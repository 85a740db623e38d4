/** The check of trust on the command line: a sketch that is not trusted is refused, and the message says how to trust it. */
import { join } from 'node:path';
import type { Sketch } from '../../generator/sketch/model.ts';
import { RpcError } from '../contract/errors.ts';
import { untrusted } from '../contract/runs.ts';
import { hostPaths } from '../host/paths.ts';
import { folderOf, isTrusted, requireTrust, trustFolder } from '../host/runs/trust.ts';
import { SettingsStore } from '../host/settings/settings.ts';
import { CommandError } from './exit-codes.ts';

const userSettings = () => new SettingsStore(join(hostPaths().config, 'settings.json'));

/**
 * Whether the user trusts the folder of the sketch.
 * @param trust whether the command line says so, which is remembered
 */
export async function userTrusts(file: string, trust: boolean): Promise<boolean> {
  const settings = userSettings();
  const folder = await folderOf(file);
  if (trust) await trustFolder(folder, settings);
  return trust || isTrusted(folder, (await settings.get()).trustedFolders);
}

/**
 * Throws a CommandError before a sketch runs as the user whose folder the user has not trusted.
 * @param trust whether the command line says that the user trusts the folder
 */
export async function requireUserTrust(file: string, sketch: Sketch, trust: boolean): Promise<void> {
  const settings = userSettings();
  if (trust) return trustFolder(await folderOf(file), settings);
  try {
    await requireTrust(file, async () => (await settings.get()).trustedFolders);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { tasks, interrupts, libraries } = sketch;
    const count = tasks.length + interrupts.length;
    const code = `the code of ${count} ${count === 1 ? 'task or interrupt' : 'tasks and interrupts'}`;
    const more =
      libraries.length === 0 ? '' : ` and ${libraries.length} ${libraries.length === 1 ? 'library' : 'libraries'}`;
    const reach = untrusted.parse(error.details).confined
      ? 'It would have no network and would not see your files.'
      : 'It could read, change and delete your files, use the network, and go on after you stop it.';
    throw new CommandError(
      `${error.message} It would run ${code}${more} as a program of your account. ${reach} Read the code first, then run the command again with --trust, or choose another board for the sketch, e.g. "uno".`,
    );
  }
}
