/** A measured miss leads to its reason, to the job that is to blame, and to a remedy, in few clicks. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { picture } from '../pages/picture.ts';
import type { Workbench } from '../pages/workbench.ts';

/** Counts the mouse buttons that are pressed in the window. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    document.addEventListener(
      'pointerdown',
      () => {
        document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks) + 1);
      },
      true,
    );
  });
  return async () => Number(await page.locator('html').getAttribute('data-clicks'));
}

async function runUntilMisses(workbench: Workbench): Promise<void> {
  await workbench.runUntilAlive();
  await expect.poll(() => workbench.timelineNumber('all-misses')).toBeGreaterThan(3);
}

test.describe('the starter sketch “overload”', () => {
  test.use({ serveArguments: ['--template', 'overload'] });

  test('why a measured task misses is found and fixed in four clicks', async ({ page, workbench }) => {
    const clicks = await countClicks(page);
    await runUntilMisses(workbench);
    await workbench.timeline.getByRole('button', { name: /missed$/ }).click();
    const card = page.getByTestId('job-card');
    await expect(card).toContainText(/(steady|greedy) missed its deadline by [\d.]+\s(ms|µs) \(job \d+\)\. It waited/);
    await expect(card).toContainText(/ran for [\d.]+\sms/);
    await expect(card).toContainText(/every [\d.]+\sms would fit/);
    await picture(page, 'miss-dark');
    await card.getByRole('button', { name: 'Apply and run again' }).click();
    await expect(workbench.verdict).toContainText('Everything fits');
    await expect(page.getByTestId('board-time')).toBeVisible();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(40);
    await expect(page.getByTestId('run-badge')).toHaveText('No misses');
    expect(await clicks()).toBeLessThanOrEqual(4);
  });

  test('the badge beside Run and the card of a late task open the first miss', async ({ page, workbench }) => {
    await runUntilMisses(workbench);
    const card = page.getByTestId('job-card');
    await page.getByTestId('run-badge').click();
    await expect(card).toContainText('missed its deadline by');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await workbench.task('steady').getByRole('button', { name: /^max/ }).click();
    await expect(card).toContainText('steady missed its deadline by');
  });

  test('a click on a late job opens its reason, which names the job that blocked it', async ({ page, workbench }) => {
    await runUntilMisses(workbench);
    await workbench.stop();
    await page.keyboard.press('Escape');
    await workbench.timeline.focus();
    // Goes to the first miss, and closes the card. The click then opens it again.
    await workbench.timeline.getByRole('button', { name: /missed$/ }).click();
    const card = page.getByTestId('job-card');
    await expect(card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    const label = await workbench.timeline
      .locator('button.pl-timeline-label')
      .filter({ hasText: 'steady' })
      .boundingBox();
    const plot = await workbench.timeline.locator('.pl-timeline-plot').boundingBox();
    if (label === null || plot === null) throw new Error('The timeline shows no lane of steady.');
    for (let x = plot.x + plot.width * 0.5; x < plot.x + plot.width - 20 && !(await card.isVisible()); x += 25) {
      await page.mouse.click(x, label.y + label.height / 2);
    }
    await expect(card).toContainText('steady missed its deadline');
    await workbench.command('Show build');
    await expect(card, 'the card belongs to the chart').toBeHidden();
    await workbench.command('Show timeline');
    await expect(card).toBeVisible();
    await expect(card).toContainText(/waited [\d.]+\sms for greedy \(it started earlier and cannot be preempted\)/);
    await workbench.command('Theme: light');
    await picture(page, 'miss-light');
    await card.getByRole('button', { name: 'Show the code of greedy' }).click();
    await expect(workbench.editor).toContainText('9900');
  });
});

const SKIPS = {
  polyloop: 1,
  name: 'skips',
  board: 'uno',
  target: 'superloop',
  tasks: [
    { name: 'fast', periodUs: 20_000, budgetUs: 4000, deadlineUs: 100_000, body: 'delay(2);' },
    { name: 'slow', periodUs: 200_000, budgetUs: 20_000, body: 'delay(70);' },
  ],
};

test.describe('a task that loses releases and no deadline', () => {
  const file = 'skips.polyloop.json';
  test.use({ files: { [file]: JSON.stringify(SKIPS) }, serveArguments: ['--sketch', file] });

  test('tells which job was open when a release was dropped, and what it waited for', async ({ page, workbench }) => {
    await runUntilMisses(workbench);
    await workbench.stop();
    await workbench.timeline.getByRole('button', { name: /missed$/ }).click();
    const card = page.getByRole('dialog', { name: 'Why this release was dropped' });
    await expect(card).toContainText(
      /fast dropped (a release at|\d+ releases up to) [\d.]+\s(ms|s), because its job \d+ was not/,
    );
    await expect(card).toContainText(/waited [\d.]+\sms for slow/);
    await expect(card).toContainText(/slow took [\d.]+\sms \(job \d+\); it was promised 20\sms/);
    await expect(card.getByRole('button', { name: 'Show the code of slow' })).toBeVisible();
  });
});
