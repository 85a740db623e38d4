/** A host of its own for each test: fresh settings, no recent files, a folder to save in. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { Workbench } from './pages/workbench.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface Served {
  readonly url: string;
  /** An empty folder, the user's home for file dialogs. */
  readonly folder: string;
}

interface Fixtures {
  /** Files that are in the folder before the host starts: name → content. */
  readonly files: Readonly<Record<string, string>>;
  /** Arguments of app/serve/main.ts. */
  readonly serveArguments: readonly string[];
  readonly served: Served;
  readonly workbench: Workbench;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`The host ended without an address:\n${text}`);
}

export const test = base.extend<Fixtures>({
  files: [{}, { option: true }],
  serveArguments: [[], { option: true }],

  served: async ({ files, serveArguments }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-e2e-'));
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    const home = path.join(folder, '.polyloop-home');
    const child = spawn(process.execPath, [path.join(root, 'app/serve/main.ts'), '--no-open', ...serveArguments], {
      cwd: folder,
      env: { ...process.env, POLYLOOP_HOME: home, HOME: folder, USERPROFILE: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      await use({ url: await addressOf(child), folder });
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
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
    await use(new Workbench(page));
    expect(errors, 'the window reports no error on its console').toEqual([]);
  },
});

export { expect };
