/**
 * Builds the window and the host once before the end-to-end tests, so that they test the current sources as `npm start`
 * runs them. The hosts of a run share the plans of their builds (platformio/driver/repeat/plan.ts), and begin without any.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { mainFile } from '../platformio/setup/bundle/program.mjs';

export default async function buildWindow(): Promise<() => void> {
  const plans = mkdtempSync(path.join(tmpdir(), 'polyloop-plans-'));
  process.env.POLYLOOP_PLANS = plans;
  await build({ configFile: path.resolve(import.meta.dirname, '../vite.config.ts'), logLevel: 'warn' });
  const server = mainFile('serve');
  // Each host would fail with the same error, after its time limit.
  if (!server.endsWith('.js')) throw new Error('The host cannot be bundled: `node app/serve/main.ts` shows why.');
  return () => rmSync(plans, { recursive: true, force: true });
}
