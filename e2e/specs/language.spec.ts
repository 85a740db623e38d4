/** The window in another language, and a window in which every text without translation is visible. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { BlocksPage } from '../pages/blocks.ts';
import { EVERYTHING } from '../pages/everything.ts';
import { type Except, leftOutTexts, OWN_NAME } from '../pages/left-out-texts.ts';
import { PANELS } from '../pages/panels.ts';
import type { Workbench } from '../pages/workbench.ts';

const FILE = `${OWN_NAME}everything.polyloop.json`;

/** The names of the sketch's elements are no words, so that no text of the window is mistaken for one of them. */
const named = (sketch: object): string => {
  const names = [...JSON.stringify(sketch).matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name);
  return names.reduce((text, name) => text.replaceAll(`"${name}"`, `"${OWN_NAME}${name}"`), JSON.stringify(sketch));
};

test.describe('in Korean', () => {
  test.use({ settings: { welcomed: true, detail: 'full', language: 'ko' } });

  test('a browser that opens the window for the first time shows it in Korean', async ({ workbench }) => {
    await expect(workbench.page.locator('html')).toHaveAttribute('lang', 'ko');
    await expect(workbench.page.getByTestId('run')).toContainText('실행');
    await expect(workbench.verdict).toContainText(/[가-힣]/);
  });

  test('the code editor speaks Korean', async ({ page, workbench }) => {
    await page.locator('[data-testid^="node-tasks-"]').first().dblclick();
    await workbench.editor.click();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('textbox', { name: '찾기', exact: true })).toBeVisible();
  });
});

test('a new language appears after the window is loaded again, and unsaved changes are kept', async ({ workbench }) => {
  const { page } = workbench;
  const tasks = page.locator('[data-testid^="node-tasks-"]');
  const before = await tasks.count();
  await workbench.add('Task');
  await expect(tasks).toHaveCount(before + 1);
  await workbench.button('Settings').click();
  await page.getByLabel('Language', { exact: true }).selectOption('ko');
  await workbench.button('Reload window').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(page.locator('.workbench[aria-busy="false"]')).toBeVisible();
  await expect(tasks).toHaveCount(before + 1);
  await expect(workbench.verdict).toContainText(/[가-힣]/);
});

/**
 * Blockly has its own catalogs for what it tells screen readers. The names and texts that blocks
 * propose are the user's.
 */
const BLOCKS: Except = {
  attributesBelow: '.blocklySvg, .blocklyFlyout',
  texts: ['hello', 'value', 'isOn', 'count', 'x = ', 'empty', 'my sum', 'my function'],
};

/** Expects that every text and every accessible name of the window is translated. */
async function expectTranslated(page: Page, state: string, except?: Except): Promise<void> {
  expect.soft(await leftOutTexts(page, except), state).toEqual([]);
}

/** Opens each menu of the window's bars, and each dialog that an item opens, and expects their texts to be translated. */
async function expectTranslatedMenus({ page }: Workbench): Promise<void> {
  const menus = page.locator('.strip, .rail').locator('button[aria-haspopup="menu"]');
  for (let menu = 0; menu < (await menus.count()); menu += 1) {
    const items = page.getByRole('menu').getByRole('menuitem');
    await menus.nth(menu).click();
    await expect(items.first()).toBeVisible();
    await expectTranslated(page, `menu ${menu}`);
    const opensDialog = await items.evaluateAll((all) =>
      all.map((item) => (item.textContent ?? '').includes('…') && item.ariaHasPopup === null),
    );
    await page.keyboard.press('Escape');
    for (const [item, opens] of opensDialog.entries()) {
      if (!opens) continue;
      await menus.nth(menu).click();
      // Without a dialog of its own, the window asks for a file with the browser's dialog.
      const chooser = page.waitForEvent('filechooser').then(() => false);
      await items.nth(item).click();
      const isDialog = await Promise.race([
        page
          .getByRole('dialog')
          .waitFor()
          .then(() => true),
        chooser,
      ]);
      if (!isDialog) continue;
      await expectTranslated(page, `the dialog of item ${item} of menu ${menu}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  }
}

test.describe('in a language that marks every translated text', () => {
  test.use({
    environment: { POLYLOOP_LANGUAGE: 'pseudo' },
    files: { [FILE]: named(EVERYTHING) },
    serveArguments: ['--sketch', FILE],
  });
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('polyloop.language', 'pseudo')));

  test('panels, menus, dialogs, forms and editors leave no text out', async ({ page, workbench }) => {
    await expect(workbench.task(`${OWN_NAME}blink`)).toBeVisible();
    await expectTranslated(page, 'the window');
    for (const panel of PANELS) {
      await workbench.showPanel(panel);
      await expectTranslated(page, panel);
    }
    for (const node of [
      'tasks-q_blink',
      'interrupts-q_pressed',
      'channels-q_value',
      'channels-q_queue',
      'resources-q_line',
      'parts-q_screen',
    ]) {
      await page.getByTestId(`node-${node}`).click();
      await expectTranslated(page, `the form of ${node}`);
    }
    await page.getByTestId('node-tasks-q_blink').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expectTranslated(page, 'the menu of a task');
    await page.keyboard.press('Escape');
    await expectTranslatedMenus(workbench);
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectTranslated(page, 'all commands');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F9');
    await expectTranslated(page, 'the projector view');
    await page.keyboard.press('F9');
  });

  test('code and blocks leave no text out', async ({ page, workbench }) => {
    const blocks = new BlocksPage(page);
    await workbench.openBody(`${OWN_NAME}blink`);
    await expectTranslated(page, 'a body as code');
    await page.getByRole('button', { name: '⟦Blocks⟧', exact: true }).click();
    await expectTranslated(page, 'the offer of blocks');
    await page.getByRole('button', { name: '⟦Start with blocks⟧', exact: true }).click();
    await blocks.isReady();
    await expectTranslated(page, 'a body as blocks', BLOCKS);
    const categories = blocks.view.locator('.blocklyToolboxCategoryContainer');
    for (let category = 0; category < (await categories.count()); category += 1) {
      await categories.nth(category).click();
      await expectTranslated(page, `category ${category} of the blocks`, BLOCKS);
    }
  });

  test.describe('the first start', () => {
    const STARTER: Except = { names: ['three-blinks', 'fast', 'medium', 'slow', 'red', 'yellow', 'green'] };
    test.use({ settings: {}, serveArguments: [] });

    test('the welcome, the tour and the simple view leave no text out', async ({ page, workbench }) => {
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectTranslated(page, 'the welcome', STARTER);
      await page.getByRole('button', { name: '⟦Show me around⟧', exact: true }).click();
      await expectTranslated(page, 'the tour', STARTER);
      await page.keyboard.press('Escape');
      await expectTranslated(page, 'the simple view', STARTER);
      await workbench.showPanel('timeline');
      await expectTranslated(page, 'the simple timeline', STARTER);
    });
  });

  test('a run and its results leave no text out', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(10);
    await expectTranslated(page, 'running');
    for (const panel of PANELS) {
      await workbench.showPanel(panel);
      await expectTranslated(page, `running: ${panel}`);
    }
    await workbench.stop();
    for (const panel of PANELS) {
      await workbench.showPanel(panel);
      await expectTranslated(page, `after a run: ${panel}`);
    }
  });

  test.describe('a sketch with mistakes', () => {
    const late = {
      name: 'late',
      periodUs: 10_000,
      budgetUs: 9_000,
      body: 'this is no code',
      position: { x: 64, y: 400 },
    };
    test.use({ files: { [FILE]: named({ ...EVERYTHING, tasks: [...EVERYTHING.tasks, late] }) } });

    test('a refusal, its reasons and an error of the compiler leave no text out', async ({ page, workbench }) => {
      await expect(workbench.task(`${OWN_NAME}late`)).toBeVisible();
      for (const panel of PANELS) {
        await workbench.showPanel(panel);
        await expectTranslated(page, `refused: ${panel}`);
      }
      await workbench.run();
      await expect(workbench.problems).toBeVisible();
      await expectTranslated(page, 'an error of the compiler');
    });
  });
});
