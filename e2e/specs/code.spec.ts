/** Help while code is written: completion, the compiler's messages, and the formatter. */
import type { Locator, Page } from '@playwright/test';
import { findTools } from '../../platformio/setup/tools.ts';
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

test('code is completed with the names of the sketch, and the fields of an item', async ({ workbench }) => {
  const { page } = workbench;
  await writing(workbench, 'act');
  const suggestions = page.locator('.suggest-widget.visible');
  await page.keyboard.type('reading_re');
  await expect(suggestions).toContainText('reading_read if there is an item');
  await suggestions.getByText('reading_read if there is an item').click();
  await expect(workbench.editor).toContainText('if (reading_read(&item))');
  await page.keyboard.type('analogWrite(6, speedO');
  await expect(suggestions).toContainText('int speedOf(int level)');
  await page.keyboard.press('Tab');
  await page.keyboard.type('(item.');
  await expect(suggestions).toContainText('int16_t level');
  // The signature names the parameter that is typed.
  await expect(page.locator('.parameter-hints-widget.visible')).toContainText('int speedOf(int level)');
  await page.keyboard.type('lev');
  await page.keyboard.press('Tab');
  await expect(workbench.editor).toContainText('speedOf(item.level');
  // Monaco closes a bracket only where the lines before have their colours, which takes time on a busy machine.
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('));');
  await expect(workbench.editor).toContainText('analogWrite(6, speedOf(item.level));');
  await expect(errors(page)).toHaveCount(0);
});

test.describe('the formatter', () => {
  test.skip(!findTools().clangFormat.installed, 'clang-format is not installed');

  test('formats the code with its key and with its command', async ({ workbench }) => {
    const { page } = workbench;
    await writing(workbench, 'sense');
    await workbench.writeCode('if(millis()>5){digitalWrite(13,HIGH);}');
    await page.keyboard.press('Shift+Alt+F');
    await expect(workbench.editor).toContainText('if (millis() > 5) {');
    await workbench.writeCode('x(1,2);');
    await workbench.command('Format code');
    await expect(workbench.editor).toContainText('x(1, 2);');
  });
});
