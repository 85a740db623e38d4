/** Editing with only the keyboard, with several elements at once, and with unusual names. */
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

/** Presses Tab until the field has the focus, like a user without a mouse. */
async function tabTo(workbench: Workbench, field: string): Promise<void> {
  const wanted = workbench.field(field);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await workbench.page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${field}.`);
}

test('a task can be added, named, timed, deleted and restored without a mouse', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();
  const tasks = page.locator('[data-testid^="node-tasks-"]');
  await test.step('added and named', async () => {
    await page.keyboard.press('t');
    await expect(tasks).toHaveCount(4);
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: /^Name of / }).waitFor();
    await page.keyboard.type('listener');
    await page.keyboard.press('Enter');
    await expect(workbench.task('listener')).toBeVisible();
  });
  await test.step('timed', async () => {
    await tabTo(workbench, 'Period');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('40 ms');
    await page.keyboard.press('Enter');
    await tabTo(workbench, 'Budget');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2 ms');
    await page.keyboard.press('Enter');
    await expect(workbench.task('listener')).toContainText('40 ms');
    await expect(workbench.task('listener')).toContainText('2 ms');
  });
  await test.step('an error is shown next to the field, and the old value stays', async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('soon');
    await page.keyboard.press('Enter');
    await expect(workbench.field('Budget')).toHaveAttribute('aria-invalid', 'true');
    await expect(workbench.task('listener')).toContainText('2 ms');
    await page.keyboard.press('Escape');
    await expect(workbench.field('Budget')).toHaveValue(/2\sms/);
    await page.keyboard.press('Escape');
  });
  await test.step('deleted, restored, deleted again', async () => {
    await page.keyboard.press('Delete');
    await expect(workbench.task('listener')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(workbench.task('listener')).toContainText('40 ms');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(workbench.task('listener')).toBeHidden();
  });
  await test.step('and everything is undone', async () => {
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ControlOrMeta+Z');
    await expect(tasks).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeHidden();
  });
});

test('several elements can be copied and deleted in one step', async ({ page, workbench }) => {
  const tasks = page.locator('[data-testid^="node-tasks-"]');
  await workbench.task('fast').click();
  await workbench.task('slow').click({ modifiers: ['Shift'] });
  await expect(page.getByTestId('inspector')).toContainText('2 elements');
  await page.keyboard.press('ControlOrMeta+D');
  await expect(tasks).toHaveCount(5);
  await expect(page.getByTestId('inspector')).toContainText('2 elements');
  await page.keyboard.press('Delete');
  await expect(tasks).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(tasks).toHaveCount(5);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(tasks).toHaveCount(3);
  for (const name of ['fast', 'medium', 'slow']) await expect(workbench.task(name)).toBeVisible();
});

test('unusual names break neither the window nor the build', async ({ page, workbench }) => {
  const names = ['n'.repeat(200), '*/ #error "x"', "😀 `Aufgabe` 'Ä' <b>\\"];
  for (const [index, old] of ['fast', 'medium', 'slow'].entries()) {
    const name = names[index] ?? '';
    await workbench.task(old).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: `Name of ${old}` }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.locator('.react-flow__node').filter({ hasText: name })).toBeVisible();
  }
  await test.step('nothing is pushed out of the window', async () => {
    const size = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - window.innerWidth,
      high: document.documentElement.scrollHeight - window.innerHeight,
      cards: [...document.querySelectorAll('.task-card')].map((card) => card.getBoundingClientRect().width),
    }));
    expect(size.wide).toBeLessThanOrEqual(0);
    expect(size.high).toBeLessThanOrEqual(0);
    expect(Math.max(...size.cards) - Math.min(...size.cards), 'a long name does not widen its card').toBeLessThan(1);
  });
  await test.step('they are built, run, and on the timeline', async () => {
    await workbench.runUntilAlive();
    for (const name of names) {
      await expect.poll(async () => (await workbench.jobs(name)).length).toBeGreaterThan(0);
    }
    await workbench.stop();
  });
});

test('the frame of a new group is completely in view, with its title', async ({ page, workbench }) => {
  await workbench.task('fast').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+G');
  await workbench.dialog('Group').getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.group-frame')).toBeInViewport({ ratio: 0.99 });
  await expect(page.locator('.group-title')).toBeInViewport({ ratio: 0.99 });
});
