/** Help while code is written: the compiler's messages. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const FILE = 'help.polyloop.json';
const SKETCH = {
  polyloop: 1,
  name: 'help',
  board: 'uno',
  target: 'superloop',
  prelude: 'static int speedOf(int level) { return level * 2; }\nstatic int others;\n',
  tasks: [
    { name: 'sense', periodUs: 200_000, budgetUs: 1000, body: '', position: { x: 64, y: 64 } },
    { name: 'act', periodUs: 200_000, budgetUs: 1000, body: '', position: { x: 400, y: 64 } },
  ],
  channels: [
    {
      name: 'reading',
      kind: 'four-slot',
      writer: 'sense',
      reader: 'act',
      item: [
        { name: 'level', type: 'int16' },
        { name: 'at', type: 'uint32' },
      ],
      position: { x: 240, y: 200 },
    },
  ],
};

test.use({ files: { [FILE]: JSON.stringify(SKETCH) }, serveArguments: ['--sketch', FILE] });

const errors = (page: Page): Locator => page.locator('.squiggly-error');

async function writing(workbench: Workbench, task: string): Promise<void> {
  await expect(workbench.task(task)).toBeVisible();
  await workbench.openBody(task);
  await expect(workbench.page.locator('.plain-code')).toHaveCount(0);
}

test('an error appears while typing, and goes away when it is fixed, without a build', async ({ workbench }) => {
  const { page } = workbench;
  await writing(workbench, 'sense');
  await page.keyboard.type('int x = 1;\nint y = x +;');
  await expect(errors(page)).toHaveCount(1);
  await expect(page.getByRole('tab', { name: 'Body 1' })).toBeVisible();
  await workbench.showPanel('problems');
  await expect(workbench.problems).toContainText('sense · body · line 2');
  await workbench.problems.getByText('sense · body · line 2').first().click();
  await page.keyboard.type('2');
  await expect(errors(page)).toHaveCount(0);
  // y is unused.
  await expect(page.locator('.squiggly-warning')).toHaveCount(1);
  await expect(page.getByTestId('run')).toBeVisible();
});

test('an error in the shared code appears there while a task is edited', async ({ workbench }) => {
  const { page } = workbench;
  await writing(workbench, 'sense');
  await workbench.command('Open the prelude');
  await expect(workbench.editor).toContainText('speedOf');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('int wrong = nowhere;');
  await expect(errors(page)).toHaveCount(1);
});
