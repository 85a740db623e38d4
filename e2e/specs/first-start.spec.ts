/** The first start: the welcome, its sketches, the tour and the help. */
import { expect, test } from '../fixtures.ts';

test.describe('a new user', () => {
  test.use({ settings: {} });

  test('chooses a card, and two LEDs blink three clicks later', async ({ page, workbench }) => {
    const welcome = workbench.dialog('Welcome to Polyloop');
    await expect(welcome.getByRole('listitem')).toHaveCount(3);
    await welcome.getByRole('button', { name: /^Blink two LEDs/ }).click();
    await expect(workbench.task('green')).toBeVisible();
    await expect(welcome).toBeHidden();
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(4);
    await workbench.stop();
    await page.reload();
    await expect(workbench.task('green')).toBeVisible();
    await expect(welcome, 'the welcome is shown once').toBeHidden();
  });

  test('takes the tour with the keyboard, and leaves it', async ({ page, workbench }) => {
    const welcome = workbench.dialog('Welcome to Polyloop');
    await welcome.getByRole('button', { name: 'Show me around' }).press('Enter');
    for (const title of ['Add', 'Your sketch', 'Does everything fit?', 'Run', 'Timeline']) {
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
      await expect(
        page.getByRole('button', { name: title === 'Timeline' ? 'Done' : 'Next', exact: true }),
      ).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await workbench.fromMenu('Help', 'Tour');
    await expect(page.getByRole('dialog', { name: 'Add', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('the Help menu shows keys, terms and the pages of the documentation', async ({ page, workbench }) => {
  await workbench.fromMenu('Help', 'Keys');
  await expect(workbench.dialog('Keys')).toContainText('Ctrl+Enter');
  await page.keyboard.press('Escape');
  await workbench.fromMenu('Help', 'Glossary');
  await expect(workbench.dialog('Glossary')).toContainText('Jitter');
  await page.keyboard.press('Escape');
  await workbench.fromMenu('Help', 'Documentation');
  const docs = workbench.dialog('Documentation');
  await docs.getByRole('button', { name: 'Channels' }).click();
  await expect(docs.getByRole('heading', { level: 1 })).toHaveText(/channels/i);
});
