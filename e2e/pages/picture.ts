/**
 * Pictures of the window during a test, for a person who reviews its looks. The variable
 * POLYLOOP_PICTURES names their folder. Without it, none are taken.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

export const takesPictures = process.env.POLYLOOP_PICTURES !== undefined;

/** The file of a picture. Makes its folder. */
export function pictureFile(name: string): string {
  const folder = process.env.POLYLOOP_PICTURES ?? '';
  mkdirSync(folder, { recursive: true });
  return path.join(folder, `${name}.png`);
}

export async function picture(page: Page, name: string): Promise<void> {
  if (takesPictures) await page.screenshot({ path: pictureFile(name) });
}
