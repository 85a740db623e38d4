/** The time from the start of a page's loading to its first paint, and until it can be used. */
import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import { findStaticFile } from '../../app/host/window/static-files.ts';
import { root } from '../../platformio/setup/paths.mjs';

export interface PageSample {
  readonly firstPaintMs: number;
  /** When the program has drawn its first view. */
  readonly drawnMs: number;
  readonly usableMs: number;
  /** Processor time of the page's thread until it can be used. */
  readonly cpuMs: number;
  /** Bytes of the scripts and styles that the page loaded until then. */
  readonly loadedBytes: number;
}

/** True when the page shows what a user waits for. Runs in the page. */
export type Usable = () => boolean;

/** The window: the tasks are drawn, and the verdict is known. */
export const windowIsUsable: Usable = () =>
  document.querySelector('[data-testid^="node-tasks-"]') !== null &&
  (document.querySelector('[data-testid="admission-sentence"]')?.textContent ?? '').length > 0;

/** The bare editor: its text is drawn. */
export const editorIsUsable: Usable = () => document.querySelector('.view-line span')?.textContent !== undefined;

type WatchedWindow = Window & { drawnAt?: number; usableAt?: number };

/** Notes the frames in which the program has drawn its first view and has become usable. Runs in the page. */
function watchFrames(source: string): void {
  const isUsable = new Function(`return (${source})()`) as Usable;
  const isDrawn = () => document.querySelector('button, .monaco-editor') !== null;
  const watch = (isThere: () => boolean, name: 'drawnAt' | 'usableAt') => {
    const look = () => {
      if (!isThere()) return void requestAnimationFrame(look);
      // The next frame has painted what this one found.
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { [name]: performance.now() })));
    };
    requestAnimationFrame(look);
  };
  watch(isDrawn, 'drawnAt');
  watch(isUsable, 'usableAt');
}

const paintOf = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;

/** Reads the processor time of the page's thread since the start of its process. Unit: ms. */
async function threadTime(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Opens the address in a browser context of its own, so nothing is cached. */
export async function openPage(browser: Browser, url: string, isUsable: Usable): Promise<PageSample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, bypassCSP: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchFrames, isUsable.toString());
    const threadMs = await threadTime(page);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => (window as WatchedWindow).usableAt !== undefined, null, { polling: 50 });
    const cpuMs = await threadMs();
    const drawnMs = await page.evaluate(() => (window as WatchedWindow).drawnAt ?? Number.NaN);
    const usableMs = await page.evaluate(() => (window as WatchedWindow).usableAt ?? Number.NaN);
    const loadedBytes = await page.evaluate(
      (until) =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry as PerformanceResourceTiming)
          .filter(({ name, responseEnd }) => responseEnd <= until && /\.(?:js|css)$/.test(name))
          .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
      usableMs,
    );
    return { firstPaintMs: await page.evaluate(paintOf), drawnMs, usableMs, cpuMs, loadedBytes };
  } finally {
    await context.close();
  }
}

/** Builds the bare editor into a folder, with the settings of the window's own build. */
export async function buildBareEditor(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(root, 'bench', 'startup', 'monaco'),
    base: './',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 8192 },
    worker: { format: 'es' },
    logLevel: 'warn',
  });
}

/** Serves a folder as the product's server does. Returns the address. */
export async function serveFolder(folder: string): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const file = await findStaticFile(folder, (request.url ?? '/').split('?')[0] ?? '/');
    if (file === null) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': file.mediaType, 'Content-Length': file.size });
    createReadStream(file.path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}/`, server };
}
