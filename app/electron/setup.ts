/**
 * The set-up of the installed program. Electron's program cannot run as a plain Node, so the set-up runs in
 * one of Electron's utility processes, which have Node.
 */
import { createInterface } from 'node:readline';
import type { UtilityProcess, utilityProcess } from 'electron';
import { unpacked } from '../../platformio/setup/paths.mjs';
import type { SetupRunner } from '../host/setup/installer.ts';
import { setupArguments, setupScript } from '../host/setup/run-setup.ts';

export const setupInElectron =
  (programDir: string, fork: typeof utilityProcess.fork): SetupRunner =>
  ({ part, onLine, signal }) =>
    new Promise((resolve) => {
      const script = setupScript(unpacked(programDir));
      const child: UtilityProcess = fork(script, setupArguments(part), {
        stdio: 'pipe',
        serviceName: 'Polyloop set-up',
      });
      for (const stream of [child.stdout, child.stderr])
        if (stream !== null) createInterface({ input: stream }).on('line', onLine);
      const end = () => child.kill();
      signal.addEventListener('abort', end, { once: true });
      child.once('exit', (code) => {
        signal.removeEventListener('abort', end);
        resolve(code === 0);
      });
    });
