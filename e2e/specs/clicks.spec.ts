/**
 * Three jobs of a beginner from the first start, with the mouse alone: the clicks are counted, and
 * the emulated board shows the result.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

test.use({ settings: {} });

/** Counts each press of a mouse button, before any element of the page can stop the event. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    window.addEventListener(
      'pointerdown',
      () => {
        document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks) + 1);
      },
      true,
    );
  });
  return async () => Number(await page.locator('html').getAttribute('data-clicks'));
}

const offer = (page: Page, name: string) => page.getByTestId('inspector').getByRole('button', { name, exact: true });

/** Starts with an empty sketch, so the user builds the program. */
async function startEmpty(page: Page, workbench: Workbench): Promise<void> {
  await workbench.dialog('Welcome to Polyloop').getByRole('button', { name: 'Empty sketch' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(0);
}

/** Waits until each of these pictures has changed between lit and dark this often. */
async function waitForFlips(page: Page, names: readonly string[], least: number): Promise<void> {
  return page.evaluate(
    async ({ names, least }) => {
      const labelOf = (name: string) =>
        [...document.querySelectorAll('[data-testid="drawn-board"] [role="img"]')]
          .map((each) => each.getAttribute('aria-label') ?? '')
          .find((label) => label.startsWith(`${name} is `));
      const last = names.map(labelOf);
      const flips = names.map(() => 0);
      while (Math.min(...flips) < least) {
        await new Promise(requestAnimationFrame);
        for (const [index, name] of names.entries()) {
          const now = labelOf(name);
          if (now !== last[index]) flips[index] = (flips[index] ?? 0) + 1;
          last[index] = now;
        }
      }
    },
    { names, least },
  );
}

/** The number of each task's newest job on the timeline, smallest first. */
async function newestJobs(page: Page): Promise<readonly number[]> {
  const rows = page.getByTestId('timeline-jobs').locator('tbody tr');
  const jobs = await rows.evaluateAll((found) =>
    found.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent ?? '')),
  );
  const newest = new Map(jobs.map(([task = '', number = '']) => [task, Number(number)]));
  return [...newest.values()].sort((a, b) => a - b);
}

test('two LEDs blink at two rates within eight clicks', async ({ page, workbench }) => {
  const clicks = await countClicks(page);
  await startEmpty(page, workbench);
  await workbench.add('LED');
  await offer(page, 'Blink LED').click();
  await workbench.add('LED');
  await offer(page, 'Blink LED 2').click();
  await expect(workbench.verdict).toContainText('Everything fits');
  await workbench.run();
  await expect(page.getByTestId('board-time')).toBeVisible();
  const used = await clicks();
  expect(used, 'clicks').toBeLessThanOrEqual(8);

  await waitForFlips(page, ['LED', 'LED 2'], 6);
  // Every 500 ms and every 200 ms. A slow window draws fewer changes of the faster LED, but the board
  // runs each job.
  const [slow = 0, fast = 0] = await newestJobs(page);
  expect(Math.abs(fast - slow * (500 / 200))).toBeLessThanOrEqual(4);

  await test.step('the measured budgets, and each part and its code, are one step of undo each', async () => {
    await workbench.stop();
    // A run of enough jobs sets the automatic budgets of the tasks.
    const measured = page.getByRole('button', { name: 'Undo: Set measured budgets' });
    if (await measured.isVisible()) await measured.click();
    await expect(page.locator('.react-flow__node')).toHaveCount(4);
    for (const nodes of [3, 2, 1, 0]) {
      await page.getByRole('button', { name: /^Undo: / }).click();
      await expect(page.locator('.react-flow__node')).toHaveCount(nodes);
    }
  });
});

test('a knob moves a servo within twelve clicks', async ({ page, workbench }) => {
  const clicks = await countClicks(page);
  await startEmpty(page, workbench);
  await workbench.add('Knob');
  await workbench.add('Servo');
  await offer(page, 'Let Knob move Servo').click();
  await expect(workbench.verdict).toContainText('Everything fits');
  await workbench.run();
  await expect(page.getByTestId('board-time')).toBeVisible();
  const board = page.getByTestId('drawn-board');
  const angle = async (): Promise<number> => {
    const label = await board.getByRole('img', { name: /^Servo is at/ }).getAttribute('aria-label');
    return Number(/at (\d+)°$/.exec(label ?? '')?.[1] ?? Number.NaN);
  };
  const knob = board.getByRole('slider', { name: 'Turn Knob' });
  const wanted = async () => Math.round((Number(await knob.inputValue()) / 100) * 180);
  // Interrupts lengthen a pulse by up to 80 µs, which are 8°. Blocks turn a servo to whole degrees, and so does the
  // picture show it, which adds up to 2°.
  const expectFollows = () =>
    expect.poll(async () => Math.abs((await angle()) - (await wanted()))).toBeLessThanOrEqual(10);
  await expectFollows();

  const face = await page.getByTestId('part-Knob').locator('.part-knob').boundingBox();
  if (face === null) throw new Error('The knob is not drawn.');
  const at = (x: number, y: number) => [face.x + face.width * x, face.y + face.height * y] as const;
  const before = await angle();
  await page.mouse.move(...at(0.5, 0.1));
  await page.mouse.down();
  await page.mouse.move(...at(0.8, 0.15), { steps: 5 });
  await page.mouse.move(...at(0.95, 0.42), { steps: 5 });
  await page.mouse.up();
  const used = await clicks();
  expect(used, 'clicks').toBeLessThanOrEqual(12);
  expect(await wanted()).toBeGreaterThan(before + 20);
  await expectFollows();
});

test('why a measured task misses is found and fixed within four clicks', async ({ page, workbench }) => {
  const clicks = await countClicks(page);
  await workbench
    .dialog('Welcome to Polyloop')
    .getByRole('button', { name: /^Why does this one miss/ })
    .click();
  await expect(workbench.task('report')).toBeVisible();
  await workbench.run();
  await expect.poll(() => workbench.timelineNumber('all-misses')).toBeGreaterThan(0);
  await workbench.timeline.getByRole('button', { name: /missed$/ }).click();
  const card = page.getByTestId('job-card');
  await expect(card).toContainText('missed its deadline by');
  await card.getByRole('button', { name: 'Apply and run again' }).click();
  const used = await clicks();
  expect(used, 'clicks').toBeLessThanOrEqual(4);
  await expect(workbench.verdict).toContainText('Everything fits');
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(40);
  await expect(page.getByTestId('run-badge')).toHaveText('No misses');
});
