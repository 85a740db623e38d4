/**
 * The preemptive target: the instructions when its kernel is not installed, and its behaviour when
 * it is.
 */
import { findTools } from '../../platformio/setup/tools.ts';
import { expect, test } from '../fixtures.ts';

const { freertosKernel, qemuArm, armGxx } = findTools();

const FILE = 'preempted.polyloop.json';
/**
 * A loop that takes about as long on both boards. Unit: thousands of iterations on the Uno, where
 * a `long` occupies four registers.
 */
const spin = (board: string, thousands: number) =>
  `for (volatile long i = 0; i < ${thousands * (board === 'uno' ? 1000 : 4000)}L; i++) {}`;
/** The greedy task needs far more than its budget, more often than the slow task does. */
const sketchFor = (board: string, target: string) => ({
  polyloop: 1,
  name: 'preempted',
  board,
  target,
  tasks: [
    { name: 'fast', periodUs: 20_000, budgetUs: 4000, body: spin(board, 0.6) },
    { name: 'greedy', periodUs: 100_000, budgetUs: 5000, body: spin(board, 20) },
    { name: 'slow', periodUs: 200_000, budgetUs: 80_000, body: spin(board, 20) },
  ],
});
const givenSketch = (board: string, target: string) =>
  test.use({ files: { [FILE]: JSON.stringify(sketchFor(board, target)) }, serveArguments: ['--sketch', FILE] });

test.describe('where FreeRTOS is not installed', () => {
  givenSketch('uno', 'superloop');
  test.use({ environment: { FREERTOS_KERNEL_PATH: '/nowhere/FreeRTOS-Kernel' } });

  test('its target shows this, and a build points to it', async ({ page, workbench }) => {
    const sign = page.getByTestId('kernel-missing');
    const note = page.getByTestId('kernel-note');
    await expect(workbench.task('fast')).toBeVisible();
    await expect(sign).toBeHidden();

    await test.step('among the starter sketches', async () => {
      await workbench.fromMenu('File', 'Starter sketches');
      const gallery = workbench.dialog('Starter sketches');
      await expect(gallery.getByRole('button', { name: /FreeRTOS is not installed/ })).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(gallery).toBeHidden();
    });

    await test.step('next to Run, with a target that needs no kernel', async () => {
      await (await workbench.sketchChoice('Target')).selectOption({ label: 'FreeRTOS' });
      await sign.click();
      const help = page.getByTestId('kernel-help');
      await expect(help).toContainText('npx polyloop kernels get freertos');
      await help.getByRole('button', { name: 'Run it on Super-loop instead' }).click();
      await expect(sign).toBeHidden();
    });

    await test.step('in the form of the sketch', async () => {
      await (await workbench.sketchChoice('Target')).selectOption({ label: 'FreeRTOS' });
      await expect(sign).toBeVisible();
      await expect(note).toContainText('FREERTOS_KERNEL_PATH names /nowhere/FreeRTOS-Kernel');
      await expect(note).toContainText('npx polyloop kernels get freertos');
    });

    await test.step('among the problems, before any compiler runs', async () => {
      await workbench.task('fast').click();
      await workbench.run();
      const problem = workbench.problems.getByRole('button', { name: /no checkout of FreeRTOS-Kernel/ });
      await expect(problem).toContainText('target');
      await problem.click();
      await expect(note).toBeVisible();
      await workbench.showPanel('build');
      await expect(page.getByTestId('build-output').locator('.build-command')).toHaveCount(0);
    });

    await test.step('and with the super-loop there is no problem', async () => {
      await (await workbench.sketchChoice('Target')).selectOption({ label: 'Super-loop' });
      await expect(sign).toBeHidden();
      await expect(note).toBeHidden();
    });
  });
});

test.describe('an exhausted budget', () => {
  givenSketch('uno', 'superloop');

  test('is described for the selected target, and can have a handler', async ({ page, workbench }) => {
    const group = page.getByTestId('inspector').getByRole('region', { name: 'Budget exhausted' });
    await workbench.task('greedy').click();
    await expect(group).toContainText('Monitored only: Super-loop lets every job run to its end.');
    await (await workbench.sketchChoice('Target')).selectOption({ label: 'FreeRTOS' });
    await workbench.task('greedy').click();
    await expect(group).toContainText('Enforced by FreeRTOS');
    const job = group.getByRole('combobox', { name: 'Its job' });
    await job.selectOption({ label: 'Waits' });
    await expect(group).toContainText('The job is suspended until its budget is replenished.');
    await group.getByRole('button', { name: 'Add a budget handler' }).click();
    await expect(page.getByRole('tab', { name: 'Budget handler' })).toHaveAttribute('aria-selected', 'true');
    await workbench.writeCode('digitalWrite(13, HIGH);');
    await expect(group.getByRole('button', { name: 'Open the budget handler' })).toBeVisible();
    await (await workbench.sketchChoice('Target')).selectOption({ label: 'Super-loop' });
    await workbench.showPanel('canvas');
    await workbench.task('greedy').click();
    await expect(job, 'an option that the target does not support is kept').toHaveValue('wait');
    await expect(group).toContainText('Super-loop does not support this.');
  });
});

const BOARDS = [
  { board: 'mps2-an385', tools: [freertosKernel, armGxx, qemuArm] },
  { board: 'uno', tools: [freertosKernel] },
];

for (const { board, tools } of BOARDS) {
  test.describe(`with FreeRTOS on ${board}`, () => {
    givenSketch(board, 'freertos');
    const missing = tools.filter((tool) => !tool.installed).map(({ name }) => `${name} is not installed`);

    test('jobs are preempted, and one is suspended when its budget is exhausted', async ({ page, workbench }) => {
      test.skip(missing.length > 0, missing.join(', '));
      await expect(page.getByTestId('kernel-note')).toContainText('FreeRTOS is in ');
      await workbench.task('greedy').click();
      const budget = page.getByTestId('inspector').getByRole('region', { name: 'Budget exhausted' });
      await expect(budget).toContainText('Enforced by FreeRTOS');
      await workbench.runUntilAlive();
      await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(60);
      await workbench.stop();
      const greedy = await workbench.jobs('greedy');
      expect(greedy.map(({ exhausted }) => exhausted)).toContain(true);
      const slow = await workbench.jobs('slow');
      expect(Math.max(...slow.map(({ pauses }) => pauses))).toBeGreaterThan(0);
      const fast = await workbench.jobs('fast');
      expect(fast.map(({ deadline }) => deadline)).not.toContain('missed');
      expect(fast.map(({ exhausted }) => exhausted)).not.toContain(true);
      await workbench.showPanel('statistics');
      await expect(page.getByTestId('statistics').getByRole('button', { name: 'Preempted' })).toBeVisible();
    });
  });
}
