/**
 * Builds the window once before the end-to-end tests, so that they test the current sources. The hosts of a run share
 * the plans of their builds (platformio/driver/repeat/plan.ts), and begin without any.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

export default async function buildWindow(): Promise<() => void> {
  const plans = mkdtempSync(path.join(tmpdir(), 'polyloop-plans-'));
  process.env.POLYLOOP_PLANS = plans;
  await build({ configFile: path.resolve(import.meta.dirname, '../vite.config.ts'), logLevel: 'warn' });
  return () => rmSync(plans, { recursive: true, force: true });
}
