/**
 * Takes the README's animation: a budget is dragged until a deadline is missed, then dragged back,
 * and the sketch is run.
 *
 *   npm run moving-picture -- [dark|light] [FILE]
 *
 * Every frame is a screenshot of the real window with the starter sketch on the virtual Uno. Only
 * the mouse pointer is drawn into the page, because screenshots do not contain it.
 *
 * Requires `npm run setup`. It uses the browser of the end-to-end tests.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { findTools } from '../platformio/setup/tools.ts';
import { PATIENCE } from '../test/patience.ts';
import { animatedPng, type Frame } from './animated-png.ts';
import buildWindow from './build-window.ts';
import { Workbench } from './pages/workbench.ts';
import { serve } from './serve.ts';

const scheme = process.argv[2] === 'light' ? 'light' : 'dark';
const file = path.resolve(process.argv[3] ?? path.join(import.meta.dirname, '../docs/images/polyloop.png'));
const SIZE = { width: 1280, height: 720 };
/** How long a state that the viewer should read is shown. */
const READ_MS = 1_800;
/** How long each step of a drag is shown. */
const DRAG_MS = 90;
const DRAG_STEPS = 9;
/** Board time on the timeline when the recording of the run begins. */
const LEAD_MS = 2_500;
const RUN_FRAMES = 16;
const RUN_FRAME_MS = 130;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a pointer that follows the mouse. */
async function drawPointer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pointer = document.createElement('div');
    pointer.innerHTML =
      '<svg width="20" height="28" viewBox="0 0 20 28"><path d="M1 1v21l5-4.6 3.6 8.2 3.8-1.7-3.6-8H17z" fill="#fff" stroke="#111" stroke-width="1.5"/></svg>';
    pointer.style.cssText = 'position:fixed;left:-40px;top:-40px;z-index:99999;pointer-events:none';
    document.body.append(pointer);
    addEventListener(
      'mousemove',
      ({ clientX, clientY }) => {
        pointer.style.left = `${clientX}px`;
        pointer.style.top = `${clientY}px`;
      },
      true,
    );
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        pointer.style.left = `${clientX}px`;
        pointer.style.top = `${clientY}px`;
      },
      true,
    );
  });
}

class Film {
  readonly frames: Frame[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async take(delayMs: number): Promise<void> {
    this.frames.push({ png: await this.#page.screenshot(), delayMs });
  }

  /** Moves the mouse in small steps and takes a frame after each one. */
  async move(from: Point, to: Point, steps: number): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await this.#page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
      // Waits for the verdict to follow the move.
      await this.#page.waitForTimeout(DRAG_MS);
      await this.take(DRAG_MS);
    }
  }
}

/** Drags the border above the timeline up by this many pixels. */
async function heighten(page: Page, pixels: number): Promise<void> {
  const tab = await page.getByTestId('tab-timeline').boundingBox();
  if (tab === null) throw new Error('The window does not show the timeline.');
  const [x, y] = [SIZE.width / 2, Math.round(tab.y) - 1];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - pixels, { steps: 4 });
  await page.mouse.up();
}

async function centre(page: Page, testid: string): Promise<Point> {
  const box = await page.getByTestId(testid).boundingBox();
  if (box === null) throw new Error(`The window does not show ${testid}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const { browser: installed } = findTools();
const executablePath = installed.installed ? installed.command[0] : undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-moving-picture-'));
await buildWindow();
const served = await serve(folder, []);
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: scheme });
  await page.goto(served.url);
  const workbench = new Workbench(page);
  await workbench.task('slow').click();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
  // A higher timeline shows all three lanes with their predicted jobs.
  await heighten(page, 48);
  await workbench.command('Show the whole sketch');
  await drawPointer(page);
  const film = new Film(page);

  await workbench.slider('Budget').hover();
  const box = await workbench.slider('Budget').boundingBox();
  if (box === null) throw new Error('The window does not show the slider of the budget.');
  const thumb = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const over = { x: thumb.x + 26, y: thumb.y + 3 };
  const home = { x: thumb.x - 150, y: thumb.y + 90 };
  await page.mouse.move(home.x, home.y);
  await film.take(READ_MS);
  await film.move(home, thumb, 4);
  await page.mouse.down();
  await film.move(thumb, over, DRAG_STEPS);
  await expect(workbench.verdict).not.toContainText('Everything fits');
  await page.waitForTimeout(1_000);
  await film.take(READ_MS);
  await film.move(over, thumb, DRAG_STEPS);
  await page.mouse.up();
  await expect(workbench.verdict).toContainText('Everything fits');
  const run = await centre(page, 'run');
  await film.move(thumb, run, 5);
  await workbench.run();
  await expect(workbench.timeline).toHaveAttribute('data-shows', 'measured', PATIENCE);
  await page.waitForTimeout(LEAD_MS);
  for (let frame = 0; frame < RUN_FRAMES; frame += 1) {
    await film.take(frame === RUN_FRAMES - 1 ? READ_MS : RUN_FRAME_MS);
    await page.waitForTimeout(RUN_FRAME_MS);
  }
  const bytes = await animatedPng(browser, film.frames);
  writeFileSync(file, bytes);
  console.log(`Wrote ${file}: ${film.frames.length} frames, ${Math.round(bytes.length / 1024)} KiB`);
} finally {
  await browser.close();
  await served.end();
  rmSync(folder, { recursive: true, force: true });
}
