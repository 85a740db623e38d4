/** Builds the window once before the end-to-end tests, so that they test the current sources. */
import path from 'node:path';
import { build } from 'vite';

export default async function buildWindow(): Promise<void> {
  await build({ configFile: path.resolve(import.meta.dirname, '../vite.config.ts'), logLevel: 'warn' });
}
