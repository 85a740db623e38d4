/** The window in another language, and a window in which every text without translation is visible. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { leftOutTexts } from '../pages/left-out-texts.ts';

/** The language of the next page, as the window itself stores it. */
const speak = (page: Page, language: string) =>
  page.addInitScript((value) => localStorage.setItem('polyloop.language', value), language);

test.describe('in Korean', () => {
  test.use({ settings: { welcomed: true, detail: 'full', language: 'ko' } });

  test('a browser that opens the window for the first time shows it in Korean', async ({ workbench }) => {
    await expect(workbench.page.locator('html')).toHaveAttribute('lang', 'ko');
    await expect(workbench.page.getByRole('button', { name: '실행' }).first()).toBeVisible();
  });
});

test('a new language appears after the window is loaded again, and unsaved changes stay', async ({ workbench }) => {
  const { page } = workbench;
  await page.keyboard.press('Control+Comma');
  await page.getByLabel('Language').selectOption('ko');
  await page.getByRole('button', { name: 'Reload window' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(page.locator('.workbench[aria-busy="false"]')).toBeVisible();
});

test.describe('in a language that marks every translated text', () => {
  test.use({ environment: { POLYLOOP_LANGUAGE: 'pseudo' } });
  test.beforeEach(({ page }) => speak(page, 'pseudo'));

  test('no text is left out', async ({ workbench }) => {
    const { page } = workbench;
    expect(await leftOutTexts(page)).toEqual([]);
  });
});
