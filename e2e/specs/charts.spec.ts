/** The charts: values that the code plots, and the times of jobs, on one cursor. */
import { expect, test } from '../fixtures.ts';

const BODY =
  'static uint16_t k = 0; k++; plot("temperature", 20 + 5 * sin(k / 8.0)); plot("step", k % 50); for (uint16_t i = 0; i < 40 * (k % 9); i++) { __asm__ volatile(""); }';
const SKETCH = {
  polyloop: 1,
  name: 'x',
  board: 'uno',
  target: 'superloop',
  tasks: [
    { name: 'meter', periodUs: 20_000, budgetUs: 4_000, body: BODY },
    { name: 'a task with quite a long name', periodUs: 50_000, budgetUs: 3_000, body: 'delayMicroseconds(900);' },
  ],
};

test.use({ serveArguments: ['--sketch', 'x.polyloop.json'], files: { 'x.polyloop.json': JSON.stringify(SKETCH) } });

test('values of the program and times of jobs are drawn while it runs', async ({ page, workbench }) => {
  await workbench.runUntilAlive();
  await workbench.showPanel('charts');
  const charts = page.locator('.pl-plots');
  await expect(charts.locator('.uplot')).toHaveCount(2);
  await expect(charts.getByRole('button', { name: 'temperature' })).toHaveAttribute('aria-pressed', 'true');
  // The value under the pointer is in the legend.
  const value = charts.locator('.u-series').nth(1).locator('.u-value');
  await expect
    .poll(async () => {
      await charts.locator('.u-over').first().hover();
      return value.textContent();
    })
    .toMatch(/^[12]\d(\.\d+)?$/);
  await charts.getByRole('button', { name: 'meter: response time' }).click();
  await expect(charts.locator('.uplot')).toHaveCount(3);
  await expect(charts.locator('.uplot').last()).toContainText('deadline');
  const folder = process.env.POLYLOOP_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/charts.png` });

  await test.step('the wheel pauses the charts, and the program goes on', async () => {
    await charts.locator('.u-over').first().hover();
    await page.mouse.wheel(0, -300);
    await expect(charts.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true');
    const canvas = charts.locator('canvas').first();
    const before = await canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
    await page.mouse.move(0, 0);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())).toBe(before);
    await charts.getByRole('button', { name: 'Live' }).click();
    await expect.poll(() => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())).not.toBe(before);
  });
  await workbench.stop();
});
