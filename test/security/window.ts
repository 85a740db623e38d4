/** A window in a real browser, which a test kills while a user types in it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserServer, chromium, type Page } from '@playwright/test';
import { findBrowser, findHeadlessShell } from '../../platformio/setup/find.mjs';
import { PATIENCE } from '../patience.ts';
import { withDescendants } from './waiting.ts';

const program = findHeadlessShell() ?? findBrowser();

/** Why no window can be opened. Null: one can. */
export const missingForWindow = (): string | null => (program === null ? 'a browser' : null);

export class Window {
  /** The browser and the processes that it has started. */
  readonly pids: readonly number[];
  readonly #page: Page;
  readonly #browser: BrowserServer;

  private constructor(browser: BrowserServer, page: Page, pids: readonly number[]) {
    this.#browser = browser;
    this.#page = page;
    this.pids = pids;
  }

  /** @param folder for what the browser itself leaves */
  static async open(url: string, folder: string, env: NodeJS.ProcessEnv): Promise<Window> {
    if (program === null) throw new Error('no browser');
    await mkdir(folder, { recursive: true });
    const isRoot = process.getuid?.() === 0;
    const variables = Object.entries({ ...env, TMPDIR: folder }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const browser = await chromium.launchServer({
      executablePath: program,
      args: ['--disable-background-networking', '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
      env: Object.fromEntries(variables),
      artifactsDir: join(folder, 'artifacts'),
      timeout: PATIENCE.timeout,
    });
    const connected = await chromium.connect(browser.wsEndpoint(), PATIENCE);
    const page = await connected.newPage({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE.timeout);
    await page.goto(url);
    await page.locator('.workbench[aria-busy="false"]').waitFor();
    return new Window(browser, page, await withDescendants(browser.process().pid ?? 0));
  }

  /** Opens the code of a task, with the caret in it. */
  async openCode(task: string): Promise<void> {
    await this.#page.getByTestId('tab-canvas').click();
    await this.#page.getByTestId(`node-tasks-${task}`).dblclick();
    const editor = this.#page.locator('.monaco-editor').filter({ visible: true }).first();
    await editor.waitFor();
    await editor.click();
    await this.#page.keyboard.press('Control+End');
  }

  /** Resolves when the window has received the text. */
  type(text: string): Promise<void> {
    return this.#page.keyboard.insertText(text);
  }

  save(): Promise<void> {
    return this.#page.keyboard.press('Control+s');
  }

  run(): Promise<void> {
    return this.#page.getByTestId('run').click();
  }

  /** Answers the question after a crash. */
  async restore(): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: 'Restore unsaved changes?' });
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  kill(): Promise<void> {
    return this.#browser.kill();
  }
}
