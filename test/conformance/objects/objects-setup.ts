/**
 * Creates the folder for the object files of a test run (objects.ts) and for the plans of its builds with PlatformIO
 * (platformio/driver/repeat/plan.ts), and removes it at the end. So each run begins with builds by PlatformIO.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OBJECTS_VARIABLE } from './objects.ts';

export default function setup(): () => void {
  const directory = mkdtempSync(path.join(tmpdir(), 'polyloop-objects-'));
  process.env[OBJECTS_VARIABLE] = directory;
  process.env.POLYLOOP_PLANS = path.join(directory, 'plans');
  return () => rmSync(directory, { recursive: true, force: true });
}
