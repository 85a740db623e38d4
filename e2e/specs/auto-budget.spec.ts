/** A new task has an automatic budget: an estimate from its code, and after a run what was measured. */
import { expect, test } from '../fixtures.ts';
import { picture } from '../pages/picture.ts';

const empty = { polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [] };
const settings = { welcomed: true, detail: 'simple' } as const;
test.use({
  settings,
  files: { 'x.polyloop.json': JSON.stringify(empty) },
  serveArguments: ['--sketch', 'x.polyloop.json'],
});

test('an automatic budget follows the code, and then a run', async ({ page, workbench }) => {
  const origin = page.getByTestId('budget-origin');
  const line = page.getByTestId('filled-line');
  const budget = page.getByRole('textbox', { name: 'Budget' });
  const selectTask = async () => {
    await workbench.showPanel('canvas');
    await workbench.task('Task1').click();
  };

  await test.step('a new task is automatic', async () => {
    await workbench.add('Task');
    await expect(origin).toContainText('estimate');
    await expect(origin).toContainText('There is no code to estimate yet.');
    await workbench.setField('Period', '50 ms');
  });

  await test.step('typed code gives an estimate, with what it assumes', async () => {
    // An empty body opens as blocks here.
    await workbench.task('Task1').dblclick();
    await page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Code', exact: true }).click();
    await expect(workbench.editor).toBeVisible();
    await workbench.writeCode('delay(2);\nwhile (digitalRead(2) == HIGH) {}');
    await selectTask();
    await expect(origin).toContainText('The loop in line 2 has no constant bound: 10 passes assumed.');
    await expect(budget).toHaveValue(/^2\.5\d?\sms$/);
    await expect(workbench.task('Task1')).toContainText('about');
    await picture(page, 'auto-estimate-dark');
    await page.getByTestId('admission-meter').click();
    await expect(page.getByTestId('admission-explanation')).toContainText('C of Task1 is an estimate');
    await page.keyboard.press('Escape');
  });

  await test.step('a run sets what it measured, and says from how many jobs', async () => {
    await workbench.run();
    await expect.poll(async () => (await workbench.jobs('Task1')).at(-1)?.number).toBeGreaterThanOrEqual(12);
    await workbench.stop();
    await expect(line).toContainText(/Measured budgets: Task1 2\.\d+\sms \(\d+ jobs\)/);
    await selectTask();
    await expect(origin).toContainText(/measured, \d+ jobs/);
    await expect(workbench.task('Task1')).not.toContainText('about');
    await picture(page, 'auto-measured-dark');
    await workbench.command('Theme: light');
    await expect(page.getByRole('dialog')).toBeHidden();
    await picture(page, 'auto-measured-light');
  });

  await test.step('Undo brings the estimate back, in one step', async () => {
    await line.getByRole('button', { name: 'Undo' }).click();
    await expect(line).toBeHidden();
    await expect(origin).toContainText('estimate');
    await expect(budget).toHaveValue(/^2\.5\d?\sms$/);
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(origin).toContainText(/measured, \d+ jobs/);
  });

  await test.step('changed code marks the measurement, and a number of one’s own ends it', async () => {
    await workbench.openBody('Task1');
    await workbench.writeCode('delay(3);');
    await selectTask();
    await expect(origin).toContainText('measured before the code changed');
    await workbench.setField('Budget', '4 ms');
    await expect(origin).toBeHidden();
    await expect(page.getByRole('switch', { name: 'Automatic' })).not.toBeChecked();
  });
});
