/** A new user's first day, from the starter to a saved sketch. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readSketch } from '../../generator/sketch/read.ts';
import { expect, test } from '../fixtures.ts';

test('draw, exceed a limit, write, connect, run, break, fix, save, reopen', async ({ page, workbench, served }) => {
  await test.step('the starter is open and admitted', async () => {
    for (const name of ['fast', 'medium', 'slow']) await expect(workbench.task(name)).toBeVisible();
    await expect(workbench.verdict).toContainText('Everything fits');
  });

  await test.step('a budget that is too large is not admitted during the drag, and is undone in one step', async () => {
    await workbench.task('slow').click();
    await workbench.drag('Budget', 200);
    await expect(workbench.verdict).not.toContainText('Everything fits');
    await workbench.page.keyboard.press('ControlOrMeta+Z');
    await expect(workbench.verdict).toContainText('Everything fits');
  });

  await test.step('a new task with a body', async () => {
    await workbench.add('Task');
    await workbench.setField('Name', 'listener');
    await workbench.setField('Period', '150 ms');
    await workbench.setField('Budget', '1 ms');
    await expect(workbench.task('listener')).toBeVisible();
  });

  await test.step('a four-slot channel by dragging from one task to the other', async () => {
    await workbench.button('Show all').click();
    await workbench.connect('fast', 'listener');
    await expect(workbench.channel('value1')).toBeVisible();
    await expect(workbench.verdict).toContainText('Everything fits');
  });

  await test.step('bodies that communicate over the channel', async () => {
    await workbench.openBody('listener');
    await workbench.writeCode('int32_t item;\nif (value1_read(&item)) Serial.println(item);');
    await workbench.openBody('fast');
    await workbench.writeCode('static int32_t count = 0;\ndigitalWrite(13, !digitalRead(13));\nvalue1_write(++count);');
  });

  await test.step('run: its jobs are measured, each within its bound', async () => {
    await workbench.run();
    await expect(page.getByTestId('board-time')).toBeVisible();
    await expect.poll(async () => (await workbench.jobs('listener')).length).toBeGreaterThanOrEqual(5);
    for (const name of ['fast', 'medium', 'slow', 'listener']) {
      const jobs = await workbench.jobs(name);
      expect(jobs.length, name).toBeGreaterThan(0);
      for (const job of jobs) expect(job.deadline, `${name} job ${job.number}`).not.toBe('missed');
    }
    await workbench.showPanel('console');
    await expect(page.getByTestId('console-output')).toContainText(/\b[1-9]\d*\b/);
    await workbench.stop();
  });

  await test.step('an error in a body is shown at its line', async () => {
    await workbench.openBody('listener');
    await workbench.writeCode('int32_t item = 0;\nitem = item + 1;\nbroken(item);');
    await workbench.run();
    const problem = workbench.problems.getByRole('button', { name: /broken/ }).first();
    await expect(problem).toBeVisible();
    await expect(problem).toContainText('listener · body · line 3');
    await workbench.openBody('fast');
    await problem.click();
    await expect(workbench.editor).toContainText('broken(item);');
    await expect(page.locator('.active-line-number').filter({ visible: true }).first()).toHaveText('3');
  });

  await test.step('after a fix, it runs again', async () => {
    await workbench.writeCode('int32_t item;\nvalue1_read(&item);');
    await workbench.run();
    await expect(page.getByTestId('board-time')).toBeVisible();
    await workbench.stop();
  });

  const file = path.join(served.folder, 'first day.polyloop.json');
  await test.step('saved completely', async () => {
    await workbench.fromMenu('File', 'Save');
    const dialog = page.getByRole('dialog', { name: /save/i });
    await dialog.getByLabel('Name').fill('first day');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    const saved = readSketch(readFileSync(file, 'utf8'));
    if (!saved.ok) throw new Error(saved.problems.map((problem) => problem.message).join('\n'));
    expect(saved.sketch.tasks.map((task) => task.name)).toEqual(['fast', 'medium', 'slow', 'listener']);
    expect(saved.sketch.channels).toMatchObject([
      { name: 'value1', kind: 'four-slot', writer: 'fast', readers: ['listener'] },
    ]);
  });

  await test.step('and reopened in a new window', async () => {
    await page.reload();
    await workbench.fromMenu('File', 'Open…');
    const dialog = page.getByRole('dialog', { name: /open/i });
    await dialog
      .getByRole('button', { name: /first day/ })
      .first()
      .click();
    await expect(workbench.task('listener')).toBeVisible();
    await expect(workbench.channel('value1')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Sketch name' })).toBeVisible();
  });
});
