/** Opening and saving never loses, truncates or silently changes data. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSketch } from '../../generator/sketch/read.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const MINE = 'mine.polyloop.json';
const BROKEN = 'broken.polyloop.json';

const sketchText = (name: string, task: string) =>
  JSON.stringify({
    polyloop: 1,
    name,
    board: 'uno',
    target: 'superloop',
    tasks: [{ name: task, periodUs: 10_000, budgetUs: 1000 }],
  });

/** The text has six problems. */
const BROKEN_TEXT = `{
  "polyloop": 1, "name": "broken", "board": "uno", "target": "superlop", "colour": "red",
  "tasks": [
    { "name": "a", "periodUs": -5, "budgetUs": "much" },
    { "name": "a", "periodUs": 1000, "budgetUs": 100, "overrun": "maybe" }
  ],
  "channels": [{ "name": "c", "writer": "nobody" }]
}
`;

async function changeSomething(workbench: Workbench, budget: string): Promise<void> {
  await workbench.showPanel('canvas');
  await workbench.task('blink').click();
  await workbench.setField('Budget', budget);
  await expect(workbench.page.getByRole('img', { name: 'Unsaved changes' })).toBeVisible();
}

function budgetIn(file: string): number | null | undefined {
  const read = readSketch(readFileSync(file, 'utf8'));
  return read.ok ? read.sketch.tasks[0]?.budgetUs : undefined;
}

async function openFromList(workbench: Workbench, name: string): Promise<void> {
  await workbench.fromMenu('File', 'Open…');
  await workbench
    .dialog('Open a sketch')
    .getByRole('region', { name: 'Files' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

test.describe('a file that is not a sketch', () => {
  test.use({ files: { [BROKEN]: BROKEN_TEXT } });

  test('shows all problems with their positions, and does not change the file', async ({ workbench, served }) => {
    const read = readSketch(BROKEN_TEXT);
    if (read.ok) throw new Error('The broken file can be read.');
    expect(read.problems.length).toBeGreaterThanOrEqual(5);
    await openFromList(workbench, BROKEN);
    const dialog = workbench.dialog('This is not a valid sketch');
    await expect(dialog).toContainText(BROKEN);
    const rows = dialog.getByTestId('file-problems').getByRole('listitem');
    await expect(rows).toHaveCount(read.problems.length);
    for (const [index, problem] of read.problems.entries()) {
      await expect(rows.nth(index)).toContainText(problem.pointer === '' ? '(the whole file)' : problem.pointer);
      await expect(rows.nth(index)).toContainText(problem.message);
    }
    await expect(dialog).toContainText('/tasks/0/periodUs');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(workbench.task('fast'), 'the previous sketch is still open').toBeVisible();
    expect(readFileSync(path.join(served.folder, BROKEN), 'utf8')).toBe(BROKEN_TEXT);
  });
});

test.describe('a file that another program changes', () => {
  test.use({ files: { [MINE]: sketchText('mine', 'blink') }, serveArguments: ['--sketch', MINE] });

  const changed = (budgetUs: number, more: readonly object[] = []) =>
    JSON.stringify({
      ...JSON.parse(sketchText('mine', 'blink')),
      tasks: [{ name: 'blink', periodUs: 10_000, budgetUs }, ...more],
    });

  test('is shown, or merged with unsaved changes, in one step of undo', async ({ workbench, served, page }) => {
    const file = path.join(served.folder, MINE);
    const undo = () => page.keyboard.press('ControlOrMeta+Z');
    await expect(workbench.task('blink')).toContainText('1 ms');
    writeFileSync(file, changed(3000));
    await expect(workbench.task('blink')).toContainText('3 ms');
    await expect(page.locator('.notices')).toContainText(
      `Another program changed ${MINE}. Its changes are shown: task blink: budget.`,
    );
    await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeHidden();

    await changeSomething(workbench, '2 ms');
    writeFileSync(file, changed(3000, [{ name: 'other', periodUs: 50_000, budgetUs: 1000 }]));
    await expect(workbench.task('other')).toBeVisible();
    await expect(workbench.task('blink')).toContainText('2 ms');
    await expect(page.locator('.notices')).toContainText('merged with yours: new task other.');
    await page.getByTestId('canvas').click({ position: { x: 5, y: 5 } });
    await undo();
    await expect(workbench.task('other')).toBeHidden();
    await expect(workbench.task('blink')).toContainText('2 ms');
  });

  test('is not overwritten without a question', async ({ workbench, served }) => {
    const file = path.join(served.folder, MINE);
    await changeSomething(workbench, '2 ms');
    const theirs = changed(4000);
    const dialog = workbench.dialog('The file was changed by another program');

    await test.step('nothing is written while the question is open, or after it was cancelled', async () => {
      writeFileSync(file, theirs);
      await expect(dialog).toContainText(MINE);
      await expect(dialog.getByRole('row', { name: /task blink: budget/ })).toContainText(/2\sms.*4\sms/);
      await expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled();
      await workbench.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      expect(readFileSync(file, 'utf8')).toBe(theirs);
    });

    await test.step('Save asks again, and saves what was chosen', async () => {
      await workbench.fromMenu('File', 'Save');
      await dialog.getByRole('radio', { name: 'task blink: budget: mine' }).check();
      await dialog.getByRole('button', { name: 'Merge' }).click();
      await expect(workbench.page.getByRole('img', { name: 'Unsaved changes' })).toBeHidden();
      expect(budgetIn(file)).toBe(2000);
    });

    await test.step('or the other version is taken', async () => {
      await changeSomething(workbench, '3 ms');
      writeFileSync(file, theirs);
      await dialog.getByRole('button', { name: 'All theirs' }).click();
      await dialog.getByRole('button', { name: 'Merge' }).click();
      await expect(workbench.task('blink')).toContainText('4 ms');
      expect(readFileSync(file, 'utf8')).toBe(theirs);
    });
  });

  test('that no longer exists can be saved again', async ({ workbench, served }) => {
    const file = path.join(served.folder, MINE);
    await changeSomething(workbench, '2 ms');
    rmSync(file);
    await expect(workbench.page.locator('.notices')).toContainText(`${MINE} was moved or deleted by another program.`);
    await workbench.fromMenu('File', 'Save');
    await workbench.dialog('The file no longer exists').getByRole('button', { name: 'Save it again' }).click();
    await expect(workbench.dialog('The file no longer exists')).toBeHidden();
    expect(budgetIn(file)).toBe(2000);
  });
});

test.describe('unsaved changes', () => {
  test.use({ files: { [MINE]: sketchText('mine', 'blink') }, serveArguments: ['--sketch', MINE] });

  test('stay in their tab, and cause a question before it is closed', async ({ workbench, served, page }) => {
    const question = workbench.dialog('Save the changes first?');
    await changeSomething(workbench, '2 ms');

    await test.step('after Cancel, the changes stay', async () => {
      await workbench.fromMenu('File', 'Close');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.task('blink')).toContainText('2 ms');
    });

    await test.step('after Save, the tab is closed', async () => {
      await page.keyboard.press('ControlOrMeta+Alt+N');
      await expect(workbench.task('blink')).toBeHidden();
      await expect(page.getByLabel('Sketch name')).not.toHaveValue('mine');
      await workbench.sketchTab('mine').getByRole('button', { name: 'Close mine' }).click();
      await expect(workbench.task('blink'), 'the tab in question is shown').toContainText('2 ms');
      await question.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(workbench.task('blink')).toBeHidden();
      expect(budgetIn(path.join(served.folder, MINE))).toBe(2000);
    });

    await test.step('the saved sketch is among the recent ones', async () => {
      await workbench.fromMenu('File', 'Open…');
      const recent = workbench.dialog('Open a sketch').getByRole('region', { name: 'Recent sketches' });
      await recent.getByRole('button', { name: /mine/ }).click();
      await expect(workbench.task('blink')).toContainText('2 ms');
    });

    await test.step('after discarding, the changes are lost and the file is unchanged', async () => {
      await changeSomething(workbench, '4 ms');
      await workbench.fromMenu('File', 'Starter sketches');
      await workbench
        .dialog('Starter sketches')
        .getByRole('button', { name: /Overload/ })
        .click();
      await expect(workbench.task('greedy')).toBeVisible();
      await workbench.sketchTab('mine').getByRole('button', { name: /^mine/ }).click({ button: 'middle' });
      await question.getByRole('button', { name: 'Don’t save' }).click();
      await expect(workbench.task('greedy')).toBeVisible();
      expect(budgetIn(path.join(served.folder, MINE))).toBe(2000);
    });
  });
});

test.describe('saving again and again', () => {
  test.use({ files: { [MINE]: sketchText('mine', 'blink') }, serveArguments: ['--sketch', MINE] });

  test('never leaves half a file or temporary files', async ({ workbench, served }) => {
    const file = path.join(served.folder, MINE);
    const wrong: string[] = [];
    const seen = new Set<number>();
    let watching = true;
    const watch = () => {
      const budget = budgetIn(file);
      if (typeof budget === 'number') seen.add(budget);
      else wrong.push(readFileSync(file, 'utf8'));
      if (watching) setImmediate(watch);
    };
    watch();
    for (let budget = 2; budget <= 9; budget += 1) {
      await changeSomething(workbench, `${budget} ms`);
      await workbench.page.keyboard.press('ControlOrMeta+S');
      await expect(workbench.page.getByRole('img', { name: 'Unsaved changes' })).toBeHidden();
      expect(budgetIn(file)).toBe(budget * 1000);
    }
    watching = false;
    expect(wrong).toEqual([]);
    expect([...seen]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((ms) => ms * 1000));
    expect(readdirSync(served.folder).filter((name) => !name.startsWith('.'))).toEqual([MINE]);
  });
});

test('the generated project and the trace of a run are exported', async ({ page, workbench, served }) => {
  await expect(workbench.task('fast')).toBeVisible();
  await workbench.fromMenu('File', 'Export', 'PlatformIO project');
  const dialog = workbench.dialog('Export as a PlatformIO project');
  await dialog.getByLabel('Folder').fill('blinks');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(readdirSync(path.join(served.folder, 'blinks'))).toContain('platformio.ini');

  await test.step('an earlier export is replaced after a question, and a zip file is written', async () => {
    await workbench.fromMenu('File', 'Export', 'PlatformIO project');
    await dialog.getByLabel('Folder').fill('blinks');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await workbench.button('Replace it').click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await workbench.fromMenu('File', 'Export', 'Arduino sketch');
    const arduino = workbench.dialog('Export as an Arduino sketch');
    await arduino.getByLabel('As one zip file').check();
    await arduino.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(arduino).toBeHidden();
    expect(readFileSync(path.join(served.folder, 'three-blinks.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('a folder with other files is refused', async () => {
    mkdirSync(path.join(served.folder, 'mine'));
    writeFileSync(path.join(served.folder, 'mine', 'notes.txt'), 'keep');
    await workbench.fromMenu('File', 'Export', 'PlatformIO project');
    await dialog.getByLabel('Folder').fill('mine');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByText(/contains other files\. Choose a new or an empty folder\./)).toBeVisible();
    expect(readdirSync(path.join(served.folder, 'mine'))).toEqual(['notes.txt']);
    await page.keyboard.press('Escape');
  });

  await workbench.runUntilAlive();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(5);
  await workbench.stop();
  const download = page.waitForEvent('download');
  await workbench.fromMenu('File', 'Export', 'Comma-separated values');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('three-blinks.csv');
  expect(readFileSync(await saved.path(), 'utf8').split('\n').length).toBeGreaterThan(5);
});

test('every element is in the Add menu, and a task that it adds to a full sketch is admitted', async ({
  workbench,
}) => {
  await workbench.add('Task');
  await expect(workbench.task('Task1')).toBeVisible();
  await expect(workbench.verdict).toContainText('Everything fits');
  for (const [label, kind, name] of [
    ['LED', 'parts', 'LED'],
    ['Knob', 'parts', 'Knob'],
    ['Interrupt', 'interrupts', 'Interrupt1'],
    ['Queue', 'channels', 'queue1'],
    ['Lock', 'resources', 'Lock1'],
  ] as const) {
    await workbench.add(label);
    await expect(workbench.page.getByTestId(`node-${kind}-${name}`)).toBeVisible();
  }
  await expect(workbench.verdict).toContainText('Everything fits');
});
