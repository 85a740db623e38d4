/** Each test has its own host: default settings, no recent files, and a folder to save in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Settings } from '../app/contract/settings.ts';
import { Workbench } from './pages/workbench.ts';
import { serve } from './serve.ts';

export interface Served {
  readonly url: string;
  /** An empty folder, the user's home for file dialogs. */
  readonly folder: string;
}

interface Fixtures {
  /** Files in the folder before the host starts: name → content. */
  readonly files: Readonly<Record<string, string>>;
  /** Arguments of app/serve/main.ts. */
  readonly serveArguments: readonly string[];
  /** Additional variables of the host's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The user's settings. `{}` is a first start. Undefined is an experienced user. */
  readonly settings: Partial<Settings> | undefined;
  readonly served: Served;
  readonly workbench: Workbench;
}

export const test = base.extend<Fixtures>({
  files: [{}, { option: true }],
  serveArguments: [[], { option: true }],
  environment: [{}, { option: true }],
  settings: [undefined, { option: true }],

  served: async ({ files, serveArguments, environment, settings }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-e2e-'));
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    const host = await serve(folder, serveArguments, environment, settings);
    try {
      await use({ url: host.url, folder });
    } finally {
      await host.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },

  workbench: async ({ page, served }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(served.url);
    // Keys do nothing until the first sketch is open.
    await expect(page.locator('.workbench[aria-busy="false"]')).toBeVisible();
    await use(new Workbench(page));
    expect(errors, 'the window logs no errors to its console').toEqual([]);
  },
});

export { expect };
