/** A run is profiled, the sketch is refitted to it, and a second run shows what has changed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readSketch } from '../../generator/sketch/read.ts';
import { expect, test } from '../fixtures.ts';
import { picture } from '../pages/picture.ts';

const sketch = {
  ...{ polyloop: 1, name: 'x', board: 'uno', target: 'superloop' },
  tasks: [
    {
      name: 'sample',
      periodUs: 10_000,
      budgetUs: 9_000,
      body: 'samples_write(1); alarm_trigger(); delayMicroseconds(800);',
    },
    {
      name: 'a task with a long name',
      periodUs: 20_000,
      budgetUs: 12_000,
      body: 'int16_t s; while (samples_read(&s)) {}',
    },
    // It is released every 10 ms, so its budget and its least distance are proposed.
    { name: 'alarm', kind: 'sporadic', periodUs: 4_000, budgetUs: 1_000, body: 'delayMicroseconds(100);' },
  ],
  channels: [
    {
      ...{ name: 'samples', kind: 'ring-buffer', item: [{ name: 'value', type: 'int16' }], capacity: 4 },
      ...{ writer: 'sample', reader: 'a task with a long name' },
    },
  ],
};
const settings = { welcomed: true, detail: 'full' } as const;
test.use({
  settings,
  files: { 'x.polyloop.json': JSON.stringify(sketch) },
  serveArguments: ['--sketch', 'x.polyloop.json'],
});

/** The sketch in its file, with all defaults. */
function sketchIn(text: string) {
  const read = readSketch(text);
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return read.sketch;
}

test('a run gives a profile, new values, and a comparison with the run before', async ({ page, workbench, served }) => {
  const panel = page.getByTestId('profile');
  const jobs = panel.locator('tr[data-task="sample"] td').first();
  const runFor = async (least: number) => {
    // The panel shows the run before until the next program is alive.
    await workbench.runUntilAlive();
    await expect
      .poll(async () => {
        await workbench.showPanel('profile');
        return (await jobs.count()) === 0 ? 0 : Number(await jobs.textContent());
      })
      .toBeGreaterThanOrEqual(least);
    await workbench.stop();
    // The panel looks at the run twice a second. A timer of the window that is set for later ends after its last look.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
  };

  await test.step('before a run the panel says what to do', async () => {
    await workbench.showPanel('profile');
    await expect(panel).toContainText('Run the sketch to see how long each task really takes.');
    await picture(page, 'profile-empty');
  });

  await test.step('a run fills the tables while it goes on, and the profile is kept beside the sketch', async () => {
    await runFor(30);
    await expect(panel.locator('tr[data-channel="samples"]')).toContainText('/ 4');
    await expect(panel.getByRole('img', { name: /idle \d+/ })).toBeVisible();
    await picture(page, 'profile-run');
    await panel.getByRole('textbox', { name: 'Name of the profile' }).fill('before');
    await panel.getByRole('button', { name: 'Keep' }).click();
    await expect(page.getByText(/The profile is kept as .*x\.profiles.*before\.json/)).toBeVisible();
  });

  const before = sketchIn(JSON.stringify(sketch));
  const saved = () => sketchIn(readFileSync(path.join(served.folder, 'x.polyloop.json'), 'utf8'));
  const save = () => page.keyboard.press('ControlOrMeta+S');
  /** The times of each task in the saved file. */
  const times = () => saved().tasks.map(({ budgetUs, periodUs }) => [budgetUs, periodUs]);
  const timesBefore = before.tasks.map(({ budgetUs, periodUs }) => [budgetUs, periodUs]);

  await test.step('all values of one task are applied in one step, and one undo restores the sketch', async () => {
    await expect(panel.locator('[data-refit="alarm period"]')).toBeVisible();
    await panel.getByRole('button', { name: 'Apply all values of alarm' }).click();
    await expect(panel.locator('[data-refit^="alarm"]')).toHaveCount(0);
    await save();
    await expect.poll(() => times()[2]).not.toEqual(timesBefore[2]);
    const [budgetUs, periodUs] = times()[2] ?? [];
    expect(budgetUs).toBeLessThan(1_000);
    expect(periodUs).toBeGreaterThan(4_000);
    expect(times().slice(0, 2)).toEqual(timesBefore.slice(0, 2));
    await page.keyboard.press('ControlOrMeta+Z');
    await save();
    await expect.poll(saved).toEqual(before);
  });

  await test.step('all values of all tasks are applied in one step, and one undo restores the sketch', async () => {
    await panel.getByRole('button', { name: 'Apply all', exact: true }).click();
    await save();
    await expect.poll(() => times().filter((own, index) => String(own) === String(timesBefore[index]))).toEqual([]);
    await page.keyboard.press('ControlOrMeta+Z');
    await save();
    await expect.poll(saved).toEqual(before);
  });

  await test.step('a refit makes the refused sketch an admitted one', async () => {
    const verdict = page.getByTestId('refit-verdict');
    await expect(verdict).toHaveAttribute('data-admitted', 'true');
    await verdict.scrollIntoViewIfNeeded();
    await picture(page, 'profile-refit');
    const apply = panel.getByRole('button', { name: 'Apply all', exact: true });
    // The last jobs of the run can still change a proposal.
    await expect
      .poll(async () => {
        if ((await apply.count()) > 0) await apply.click();
        return panel.getByTestId('refit').textContent();
      })
      .toContain('No value changes.');
  });

  await test.step('the next run is compared with the one before', async () => {
    await runFor(30);
    await panel.getByRole('combobox', { name: 'Compared with' }).selectOption('before');
    await expect(panel.locator('tr[data-value="sample task.budget"]')).toContainText('−');
    await picture(page, 'profile-compared');
    await workbench.command('Theme: light');
    await expect(page.getByRole('dialog')).toBeHidden();
    await picture(page, 'profile-compared-light');
  });
});
