/** Projector view: everything is 1.5 times larger, and the pointer still meets what it points at. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const TEXTS = {
  strip: '.strip-name, .meter-words',
  drawing: '.task-card .node-name',
  timeline: 'button.pl-timeline-label',
  board: '.dock-tab-title',
} as const;

/** The size of a line of text on the screen, in pixels of the window, for each panel. */
const sizes = (page: Page) =>
  page.evaluate(
    (texts) =>
      Object.fromEntries(
        Object.entries(texts).map(([panel, selector]) => {
          const element = document.querySelector<HTMLElement>(selector);
          if (element === null) throw new Error(`${panel} has no text.`);
          // The zoom of the view and that of the drawing are in the box, but not in the computed size.
          const scale = element.getBoundingClientRect().width / element.offsetWidth;
          return [panel, Number.parseFloat(getComputedStyle(element).fontSize) * scale];
        }),
      ),
    TEXTS,
  );

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('text, charts and hit areas are 1.5 times larger, and the layout returns', async ({ page, workbench }) => {
      await workbench.task('slow').click();
      await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
      const run = page.getByRole('button', { name: /^Run/ }).first();
      const before = { text: await sizes(page), run: await run.boundingBox(), board: await boardWidth(page) };
      await page.keyboard.press('F9');
      await expect(page.locator('html')).toHaveAttribute('data-projector', 'true');
      // The sizes rest on widths in whole pixels.
      for (const panel of Object.keys(TEXTS)) {
        const usual = before.text[panel] ?? 0;
        await expect
          .poll(async () => ((await sizes(page))[panel] ?? 0) / usual, { message: panel })
          .toBeGreaterThanOrEqual(1.49);
      }
      expect((await run.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(1.49 * (before.run?.height ?? 1));
      await test.step('all cards are in view, also at their larger size', async () => {
        for (const card of await page.locator('.react-flow__node').all())
          await expect(card).toBeInViewport({ ratio: 0.99 });
        const [canvas, timeline] = [await page.locator('.flow').boundingBox(), await workbench.timeline.boundingBox()];
        expect(canvas?.height ?? 0).toBeGreaterThan(1.5 * (timeline?.height ?? 0));
      });
      await test.step('the schedule is drawn for the larger pixels, beside the formula', async () => {
        const drawn = await page
          .locator('.pl-timeline canvas')
          .first()
          .evaluate((canvas: HTMLCanvasElement) => ({
            density: canvas.width / canvas.clientWidth,
          }));
        expect(drawn.density).toBeCloseTo(1.5, 1);
        const formula = page.getByRole('complementary', { name: 'Formula' });
        await expect(formula.locator('.katex').first()).toBeVisible();
        await expect(formula).toContainText('longest blocking by a less urgent task');
      });
      await test.step('each figure of a card keeps its word beside a symbol in the letters of formulas', async () => {
        const alone = await page.locator('.task-figures > div').evaluateAll((rows) =>
          rows
            .filter((row) => (row.children[0]?.clientHeight ?? 0) > 0)
            .filter(({ children: [word, figure] }) => {
              const [a, b] = [word?.getBoundingClientRect().top ?? 0, figure?.getBoundingClientRect().top ?? 0];
              return Math.abs(a - b) > 5;
            })
            .map(({ textContent }) => textContent),
        );
        expect(alone).toEqual([]);
      });
      await test.step('the bounds on the meter have names', async () => {
        await expect(page.locator('.meter-label')).toHaveAttribute('data-text', /The whole processor 100/);
      });
      await test.step('the card of the pointer is about the lane and the time under it', async () => {
        // A pixel of the smaller plot is 2.3 ms.
        expect(await workbench.readTimeline('fast', 105)).toMatch(/^10[34567]\.\d+ ms/);
      });
      await test.step('a menu opens beside its button, inside the window', async () => {
        await page.getByRole('button', { name: 'File' }).click();
        const [menu, button] = [page.getByRole('menu'), page.getByRole('button', { name: 'File' })];
        await expect(menu).toBeInViewport({ ratio: 0.9 });
        const [a, b] = [await menu.boundingBox(), await button.boundingBox()];
        expect(Math.abs((a?.x ?? 0) - (b?.x ?? 0))).toBeLessThan(40);
        await page.keyboard.press('Escape');
      });
      await page.keyboard.press('F9');
      await expect(page.locator('.projected-formula')).toBeHidden();
      await expect.poll(() => boardWidth(page)).toBe(before.board);
      expect(await sizes(page)).toMatchObject({ strip: before.text.strip, timeline: before.text.timeline });
    });
  });
}

const LONG = {
  ...{ polyloop: 1, name: 'long', board: 'uno', target: 'superloop' },
  tasks: [
    { name: 'blink', periodUs: 200_000, budgetUs: 1_000 },
    { name: 'a task with a long name', periodUs: 700_000, budgetUs: 1_000, body: 'delay(130);' },
  ],
};

test.describe('during a run at 1280 × 720', () => {
  test.use({
    viewport: { width: 1280, height: 720 },
    files: { 'long.polyloop.json': JSON.stringify(LONG) },
    serveArguments: ['--sketch', 'long.polyloop.json'],
  });

  test('the verdict and the broken promise are completely visible', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await page.keyboard.press('F9');
    await expect(workbench.verdict).toContainText(/^a task with a long name took [\d.]+\sms; it was promised 1\sms\.$/);
    for (const words of [page.locator('.meter-words'), page.getByTestId('promise-line').locator('p')]) {
      const hidden = () =>
        words.evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]);
      await expect.poll(hidden).toEqual([0, 0]);
    }
  });
});

const boardWidth = (page: Page) =>
  page.locator('.board').evaluate((view) => Math.round(view.getBoundingClientRect().width));
