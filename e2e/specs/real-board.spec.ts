/** A real board on a serial port, as the bench Uno of test/bench-uno: chosen, written, run, and unplugged. */
import type { Page } from '@playwright/test';
import { BenchUno, missingForBench } from '../../test/bench-uno/bench.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const missing = missingForBench();
test.skip(missing !== null, `not installed, so nothing of this was tried: ${missing}`);

/** Names the port in the settings, and chooses it beside Run. */
async function chooseBench(page: Page, workbench: Workbench, bench: BenchUno): Promise<void> {
  await workbench.button('Settings').click();
  const dialog = workbench.dialog('Settings');
  await dialog.getByLabel('Another serial port').fill(bench.port);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /^Run on:/ }).click();
  await page.getByRole('menuitem', { name: `Unknown board at port ${bench.port}` }).click();
  await expect(page.getByRole('button', { name: /^Run on:/ })).toContainText(bench.port);
}

test('a program is written into a real board and watched there, until the cable is pulled', async ({
  page,
  workbench,
}) => {
  const bench = await BenchUno.start();
  try {
    await test.step('a port that the system does not list is named in the settings, and chosen beside Run', () =>
      chooseBench(page, workbench, bench));
    await test.step('each step until the program runs is shown, and its jobs are on the timeline', async () => {
      await workbench.button('Run').click();
      await expect(page.locator('.run-step')).toContainText(/Connecting|Writing|Comparing|Resetting|Waiting/);
      await expect.poll(() => workbench.timelineNumber('events')).toBeGreaterThan(20);
      await expect(page.locator('.run-step')).toHaveCount(0);
      await expect(workbench.button('Pause')).toHaveCount(0);
    });
    await test.step('a lost board is reported as lost, not as a crash of the program', async () => {
      await bench.pull();
      await expect(page.getByTestId('run-badge')).toContainText('Disconnected');
      await expect(workbench.button('Run')).toBeVisible();
    });
    await test.step('plugged in again, the board runs again, and Stop frees the port', async () => {
      await bench.plugIn();
      await workbench.button('Run').click();
      await expect.poll(() => workbench.timelineNumber('events')).toBeGreaterThan(20);
      await workbench.stop();
      await expect(workbench.button('Run')).toBeVisible();
    });
  } finally {
    await bench.stop();
  }
});
