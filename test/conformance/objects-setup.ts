/** The objects of a test run: made by its tests (objects.ts), gone when it ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OBJECTS_VARIABLE } from './objects.ts';

export default function setup(): () => void {
  const directory = mkdtempSync(path.join(tmpdir(), 'polyloop-objects-'));
  process.env[OBJECTS_VARIABLE] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
