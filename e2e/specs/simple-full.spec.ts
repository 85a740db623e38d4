/** Simple and full: a newcomer sees few fields, what a file uses is shown, and a switch shows all. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { newInterrupt, newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { expect, test } from '../fixtures.ts';

/** A user who has seen the welcome and has changed no setting. */
const NEWCOMER = { welcomed: true };

const fields = (page: Page): Locator => page.getByTestId('inspector').locator('.field');
const tabs = (page: Page): Locator => page.locator('.dock-tab');
const fullSwitch = (page: Page): Locator => page.getByRole('switch', { name: /^Full/ });

test.describe('a newcomer', () => {
  test.use({ settings: NEWCOMER });

  test('sees few fields and panels, and the switch shows all and survives a reload', async ({
    page,
    workbench,
    served,
  }) => {
    await workbench.task('slow').click();
    for (const name of ['Period', 'Budget', 'Deadline']) await expect(workbench.field(name)).toBeVisible();
    for (const name of ['Offset', 'Jitter']) await expect(workbench.field(name)).toHaveCount(0);
    const few = await fields(page).count();
    expect(few).toBeLessThanOrEqual(5);
    await expect(tabs(page)).toHaveText(['Sketch', 'Board', 'Inspector', 'Timeline', 'Console'], {
      useInnerText: true,
    });

    const more = Number(/(\d+) more fields/.exec((await page.locator('.form-more').textContent()) ?? '')?.[1]);
    await fullSwitch(page).click();
    for (const name of ['Offset', 'Jitter']) await expect(workbench.field(name)).toBeVisible();
    // The budget handler is a button.
    await expect(fields(page)).toHaveCount(few + more - 1);
    await expect(page.getByTestId('tab-targets')).toBeVisible();

    const stored = path.join(served.folder, '.polyloop-home', 'config', 'settings.json');
    await expect.poll(() => readFileSync(stored, 'utf8')).toContain('full');
    await page.reload();
    await expect(fullSwitch(page)).toBeChecked();
    await expect(page.getByTestId('tab-targets')).toBeVisible();
    await page.keyboard.press('F8');
    await expect(page.getByTestId('tab-targets')).toHaveCount(0);
  });

  test('opens a panel of full by its command, and sees problems only when there are some', async ({
    page,
    workbench,
  }) => {
    await workbench.command('Show targets');
    await expect(page.getByRole('row', { name: /Super-loop/ })).toBeVisible();
    await expect(page.getByTestId('tab-problems')).toHaveCount(0);
    await workbench.openBody('slow');
    await workbench.writeCode('broken(1);');
    await workbench.run();
    await expect(workbench.problems.getByRole('button', { name: /broken/ }).first()).toBeVisible();
  });

  test('keeps a body as code while it is empty', async ({ page, workbench }) => {
    await workbench.openBody('slow');
    await workbench.editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: 'Undo: Edit body' })).toBeVisible();
    await page.keyboard.insertText('beep();');
    await expect(workbench.editor).toContainText('beep();');
  });

  test('changes the size of the code in the settings', async ({ page, workbench }) => {
    await workbench.openBody('slow');
    const size = () => workbench.editor.locator('.view-lines').evaluate((lines) => getComputedStyle(lines).fontSize);
    await expect.poll(size).toBe('13px');
    await page.keyboard.press('ControlOrMeta+Comma');
    const dialog = workbench.dialog('Settings');
    await dialog.getByRole('textbox', { name: 'Code size' }).fill('22');
    await page.keyboard.press('Enter');
    await expect.poll(size).toBe('22px');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await workbench.fromMenu('File', 'Settings');
    await expect(dialog).toBeVisible();
  });
});

test.describe('a file that uses what simple hides', () => {
  const sketch = newSketch('shaky', {
    tasks: [newTask('calm', { periodUs: 100_000 }), newTask('shaky', { periodUs: 100_000, jitterUs: 2_000 })],
    interrupts: [newInterrupt('edge', '2', { ioBudgetUs: 2_400 })],
  });
  test.use({
    settings: NEWCOMER,
    files: { 'shaky.polyloop.json': writeSketch(sketch) },
    serveArguments: ['--sketch', 'shaky.polyloop.json'],
  });

  test('shows those fields of the elements that use them', async ({ page, workbench }) => {
    await workbench.task('shaky').click();
    await expect(workbench.field('Jitter')).toHaveValue(/^2\sms$/);
    await expect(workbench.field('Offset')).toHaveCount(0);
    await workbench.task('calm').click();
    await expect(workbench.field('Period')).toBeVisible();
    await expect(workbench.field('Jitter')).toHaveCount(0);
    await page.getByTestId('node-interrupts-edge').click();
    await expect(page.getByRole('region', { name: 'I/O budget' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all fields' }).click();
    await expect(fullSwitch(page)).toBeChecked();
    await workbench.task('calm').click();
    await expect(workbench.field('Jitter')).toBeVisible();
  });
});
