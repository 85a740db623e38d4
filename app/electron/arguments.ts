/**
 * Determines what the desktop program opens first: a sketch that the user named or double-clicked,
 * or a starter.
 */
import { resolve } from 'node:path';
import type { Startup } from '../contract/projects.ts';
import { STARTER } from '../host/projects/templates.ts';

/** The sketch file that the arguments name, or null. A relative path begins in the folder `from`. */
export function fileIn(args: readonly string[], from: string = process.cwd()): string | null {
  const file = args.find((argument) => !argument.startsWith('-') && argument.toLowerCase().endsWith('.json'));
  return file === undefined ? null : resolve(from, file);
}

/** `args` excludes the program itself. It may include Chromium's own switches. */
export function firstSketch(args: readonly string[]): NonNullable<Startup['open']> {
  const at = args.indexOf('--template');
  const template = at < 0 ? undefined : args[at + 1];
  const path = fileIn(args);
  if (path !== null) return { kind: 'path', path };
  return { kind: 'template', id: template !== undefined && /^[\w-]+$/.test(template) ? template : STARTER };
}
