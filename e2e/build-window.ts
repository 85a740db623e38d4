/**
 * Builds the window and the host before the end-to-end tests if their sources have changed, so that they test the current
 * sources as `npm start` runs them. The hosts of a run share the plans of their builds (platformio/driver/repeat/plan.ts),
 * and begin without any.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mainFile } from '../platformio/setup/bundle/program.mjs';
import { buildWindow as buildIfChanged } from '../platformio/setup/commands/window-build.mjs';

export default async function buildWindow(): Promise<() => void> {
  const plans = mkdtempSync(path.join(tmpdir(), 'polyloop-plans-'));
  process.env.POLYLOOP_PLANS = plans;
  const lines: string[] = [];
  if (!(await buildIfChanged((line) => lines.push(line)))) throw new Error(lines.join('\n'));
  const server = mainFile('serve');
  // Each host would fail with the same error, after its time limit.
  if (!server.endsWith('.js')) throw new Error('The host cannot be bundled: `node app/serve/main.ts` shows why.');
  return () => rmSync(plans, { recursive: true, force: true });
}
