/** A user with an Arduino sketch pastes it, drops it or chooses its file, and runs the proposed tasks. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const EXAMPLES = path.join(import.meta.dirname, '../../test/import/examples');
const example = (name: string): string => path.join(EXAMPLES, `${name}.ino`);

async function paste({ page, editor }: Workbench, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await editor.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+V');
}

/** Pastes a sketch into the code of the first task and opens its tasks as a new sketch. */
async function split(workbench: Workbench, name: string): Promise<void> {
  await workbench.openBody('slow');
  await paste(workbench, readFileSync(example(name), 'utf8'));
  await workbench.button('Split into tasks').click();
  await expect(workbench.page.getByTestId('import-verdict').first()).toContainText(/fits|Nothing to schedule/);
  await workbench.button('Open as a new sketch').click();
  await workbench.showPanel('canvas');
}

async function runs(workbench: Workbench, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) await expect(workbench.task(task)).toBeVisible();
  await workbench.runUntilAlive();
  for (const task of tasks) await expect.poll(async () => (await workbench.jobs(task)).length).toBeGreaterThan(1);
  await workbench.stop();
}

for (const [name, tasks] of [
  ['blink-without-delay', ['Change']],
  ['debounce', ['loop']],
  ['sweep', ['loop']],
  ['glasshouse', ['heart', 'Sample', 'Pump', 'report', 'loop']],
] as const) {
  test(`${name} is pasted, and its tasks run`, async ({ workbench }) => {
    await split(workbench, name);
    await runs(workbench, tasks);
  });
}

test('other text is pasted as usual, and so is a sketch if the user wants that', async ({ page, workbench }) => {
  await workbench.openBody('slow');
  await paste(workbench, 'tone(3, 440);');
  await expect(workbench.editor).toContainText('tone(3, 440);');
  await expect(page.getByTestId('paste-offer')).toHaveCount(0);
  await paste(workbench, 'void setup() {}\nvoid loop() { noTone(3); }\n');
  await workbench.button('Paste as text').click();
  await expect(workbench.editor).toContainText('noTone(3);');
  await expect(page.getByTestId('paste-offer')).toHaveCount(0);
});

test('a sketch is pasted into the window of an empty sketch', async ({ page, workbench }) => {
  await workbench.fromMenu('File', 'New sketch');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), readFileSync(example('debounce'), 'utf8'));
  await page.locator('.react-flow__pane').click({ position: { x: 40, y: 40 } });
  await page.keyboard.press('ControlOrMeta+V');
  const dialog = workbench.dialog('Split the sketch into tasks');
  await expect(dialog).toContainText('pasted.ino');
  await workbench.button('Add to this sketch').click();
  await runs(workbench, ['loop']);
});

test('files are chosen or dropped, added in one step of undo, and put back into loop', async ({ page, workbench }) => {
  const chooser = page.waitForEvent('filechooser');
  await workbench.fromMenu('File', 'Import Arduino sketch');
  await (await chooser).setFiles(example('glasshouse'));
  const dialog = workbench.dialog('Split the sketch into tasks');
  await expect(dialog).toContainText('flowPulses is used by');
  await dialog.getByRole('checkbox', { name: /^heart/ }).uncheck();
  await workbench.button('Add to this sketch').click();
  await expect(workbench.task('Pump')).toBeVisible();
  await expect(workbench.task('heart')).toHaveCount(0);
  await expect(workbench.task('slow')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(workbench.task('Pump')).toHaveCount(0);

  const dropped = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'light.ino'));
      return transfer;
    },
    readFileSync(example('blink'), 'utf8'),
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog).toContainText('light.ino');
  await expect(dialog).toContainText('every 200 ms');
});
