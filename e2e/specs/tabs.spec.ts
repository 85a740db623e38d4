/** Several sketches in one window, each in a tab. */
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const sketchText = (name: string, task: string) =>
  JSON.stringify({
    polyloop: 1,
    name,
    board: 'uno',
    target: 'superloop',
    tasks: [{ name: task, periodUs: 100_000, budgetUs: 1000, body: 'digitalWrite(13, HIGH);' }],
  });

const LONG = 'a sketch with a name that is much longer than any tab can show at once';

test.use({
  files: {
    'one.polyloop.json': sketchText('one', 'first'),
    'two.polyloop.json': sketchText('two', 'second'),
    'long.polyloop.json': sketchText(LONG, 'third'),
  },
  serveArguments: ['--sketch', 'one.polyloop.json'],
});

async function open(workbench: Workbench, file: string): Promise<void> {
  await workbench.fromMenu('File', 'Open…');
  const files = workbench.dialog('Open a sketch').getByRole('region', { name: 'Files' });
  await files.getByRole('button', { name: new RegExp(`^${file}`) }).click();
}

test('each sketch has a tab with its history, selection and code', async ({ workbench, page }) => {
  const tabs = page.getByRole('navigation', { name: 'Open sketches' });
  await expect(workbench.task('first')).toBeVisible();
  await expect(tabs, 'one sketch needs no row of tabs').toBeHidden();

  await workbench.task('first').click();
  await workbench.setField('Budget', '2 ms');
  await workbench.openBody('first');
  await workbench.writeCode('digitalWrite(13, LOW);');
  await open(workbench, 'two');
  await expect(workbench.task('second')).toBeVisible();
  await expect(tabs.getByRole('listitem')).toHaveCount(2);
  await expect(tabs.getByRole('button', { name: 'one, unsaved' })).toBeVisible();
  await expect(tabs.getByRole('button', { name: 'two', exact: true })).toHaveAttribute('aria-current', 'page');

  await test.step('which are there when the tab is shown again', async () => {
    await tabs.getByRole('button', { name: 'one, unsaved' }).click();
    await expect(workbench.editor).toContainText('LOW');
    await workbench.showPanel('canvas');
    await expect(workbench.task('first')).toContainText('2 ms');
    await expect(workbench.field('Budget')).toHaveValue(/^2\sms$/);
  });

  await test.step('a file that is open already is shown in its tab', async () => {
    await open(workbench, 'two');
    await expect(workbench.task('second')).toBeVisible();
    await expect(tabs.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('a renamed sketch renames its tab, and a long name is cut', async () => {
    await page.getByLabel('Sketch name').fill('renamed');
    await page.getByLabel('Sketch name').press('Enter');
    await expect(workbench.sketchTab('renamed')).toBeVisible();
    await open(workbench, 'long');
    await expect(workbench.task('third')).toBeVisible();
    const box = await workbench.sketchTab(LONG).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(220);
    await expect(workbench.sketchTab(LONG).getByTitle(/long\.polyloop\.json/)).toBeVisible();
  });

  await test.step('commands show the next tab, and the one before', async () => {
    await workbench.command('Next sketch');
    await expect(workbench.task('first')).toBeVisible();
    await workbench.command('Previous sketch');
    await expect(workbench.task('third')).toBeVisible();
    await page.keyboard.press('Control+Tab');
    await expect(workbench.task('first')).toBeVisible();
    await page.keyboard.press('Control+PageUp');
    await expect(workbench.task('third')).toBeVisible();
  });

  await test.step('tabs, unsaved changes and the active tab survive a reload', async () => {
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(workbench.task('third')).toBeVisible();
    await expect(tabs.getByRole('listitem')).toHaveCount(3);
    await tabs.getByRole('button', { name: 'one, unsaved' }).click();
    await expect(workbench.task('first')).toContainText('2 ms');
  });

  await test.step('the last tab that is closed leaves the row away', async () => {
    await workbench
      .sketchTab(LONG)
      .getByRole('button', { name: `Close ${LONG}` })
      .click();
    await expect(tabs.getByRole('listitem')).toHaveCount(2);
    await workbench
      .sketchTab('renamed')
      .getByRole('button', { name: /^renamed/ })
      .click({ button: 'middle' });
    await workbench.dialog('Save the changes first?').getByRole('button', { name: 'Don’t save' }).click();
    await expect(tabs).toBeHidden();
    await expect(workbench.task('first')).toBeVisible();
  });
});

test('a program goes on in its tab while another sketch is shown', async ({ workbench, page }) => {
  const tabs = page.getByRole('navigation', { name: 'Open sketches' });
  await expect(workbench.task('first')).toBeVisible();
  await workbench.runUntilAlive();
  await open(workbench, 'two');
  await expect(workbench.task('second')).toBeVisible();
  await expect(page.getByTestId('run'), 'this sketch does not run').toBeVisible();
  const running = tabs.getByRole('button', { name: 'one, running' });
  await expect(running).toBeVisible();
  await running.click();
  await expect(page.getByTestId('board-time')).toBeVisible();
  const jobs = await workbench.timelineNumber('all-jobs');
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(jobs);
  const question = workbench.dialog('Stop the program?');
  await workbench.sketchTab('one').getByRole('button', { name: 'Close one' }).click();
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByTestId('stop')).toBeVisible();
  await workbench.stop();
  await expect(tabs.getByRole('button', { name: 'one', exact: true })).toBeVisible();
});

test('a tab that is shown again shows what it showed before', async ({ workbench, page }) => {
  await expect(workbench.task('first')).toBeVisible();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
  await workbench.button('Zoom in').click();
  await workbench.button('Zoom in').click();
  await workbench.button('Zoom in (W)').click();
  await workbench.button('Zoom in (W)').click();
  const viewport = () =>
    page.locator('.react-flow__viewport').evaluate((view) => (view as HTMLElement).style.transform);
  const shown = async () => [
    await viewport(),
    await workbench.timelineNumber('from-ns'),
    await workbench.timelineNumber('to-ns'),
  ];
  await expect(page.getByRole('button', { name: /^Zoom \d+ %/ })).not.toHaveText('100 %');
  const before = await shown();
  await open(workbench, 'two');
  await expect(workbench.task('second')).toBeVisible();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
  expect(await viewport()).not.toBe(before[0]);
  await workbench.sketchTab('one').getByRole('button', { name: /^one/ }).click();
  await expect(workbench.task('first')).toBeVisible();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
  await expect.poll(shown).toEqual(before);
});
