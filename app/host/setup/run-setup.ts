/** Runs the set-up of the program's folder. */
import { join } from 'node:path';
import { run } from '../../../platformio/setup/run.mjs';
import type { SetupPart } from '../../contract/settings.ts';
import type { SetupRunner } from './installer.ts';

/** @param programDir the checkout, or the folder of an installed program that is not in an archive */
export const setupScript = (programDir: string): string => join(programDir, 'platformio', 'setup', 'setup.mjs');

const ARGUMENTS: Readonly<Record<SetupPart, readonly string[]>> = {
  'build-tools': ['--for', 'start'],
  freertos: ['--kernel', 'freertos'],
  zephyr: ['--kernel', 'zephyr'],
};

export const setupArguments = (part: SetupPart): string[] => [...ARGUMENTS[part]];

/** Runs the set-up in a process of this Node. */
export const setupInNode =
  (programDir: string): SetupRunner =>
  async ({ part, onLine, signal }) => {
    const command = [process.execPath, setupScript(programDir), ...setupArguments(part)];
    const { code, startError } = await run(command, { cwd: programDir, onLine, signal });
    if (startError !== null) throw new Error(startError);
    return code === 0;
  };
