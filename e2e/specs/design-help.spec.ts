/**
 * Next to the verdict: the limits of each task, suggested changes, and the same sketch for the
 * other targets.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const PIPELINE = 'pipeline.polyloop.json';
const item = [{ name: 'value', type: 'int16' }];
/** Data flows through two channels, the second of which is too small. For a preemptive kernel. */
const PIPELINE_SKETCH = {
  polyloop: 1,
  name: 'pipeline',
  board: 'uno',
  target: 'freertos',
  tasks: [
    { name: 'Sonar', periodUs: 20_000, budgetUs: 1000 },
    { name: 'Filter of the long way from the sonar to the motor', periodUs: 40_000, budgetUs: 4000 },
    { name: 'Logger', periodUs: 400_000, budgetUs: 10_000 },
  ],
  channels: [
    { name: 'distance', item, writer: 'Sonar', reader: 'Filter of the long way from the sonar to the motor' },
    {
      name: 'log',
      kind: 'ring-buffer',
      capacity: 2,
      item,
      writer: 'Filter of the long way from the sonar to the motor',
      reader: 'Logger',
    },
  ],
  interrupts: [
    {
      name: 'pressed',
      pin: '2',
      topHalfUs: 20,
      bottomHalfUs: 50,
      ioBudgetUs: 700,
      ioPeriodUs: 20_000,
      handlerBudgetUs: 500,
      handlerPeriodUs: 30_000,
    },
  ],
};

const LONG = 'long.polyloop.json';

const seven = (budgetShare: number) =>
  [
    ['T1', 500],
    ['T2', 500],
    ['T3', 100],
    ['T4', 400],
    ['T5', 100],
    ['T6', 1000],
    ['T7', 1000],
  ].map(([name, ms]) => ({ name, periodUs: Number(ms) * 1000, budgetUs: Number(ms) * budgetShare * 1000 }));
const SMP = 'smp.polyloop.json';
const smpSketch = { polyloop: 1, name: 'smp', board: 'uno', target: 'rtems', cores: 4, tasks: seven(0.36) };

/** Converts "Admitted up to 86.87 ms" into the limit as the field shows it. */
async function limitOf(workbench: Workbench, words: RegExp): Promise<string> {
  const found = workbench.page.getByTestId('inspector').getByRole('button', { name: words });
  await expect(found).toHaveAttribute('data-stale', 'false');
  return ((await found.textContent()) ?? '').replace(words, '').trim();
}

async function openDesign(workbench: Workbench, section: string): Promise<Locator> {
  await workbench.showPanel('design');
  await workbench.page.getByRole('tab', { name: new RegExp(`^${section}`) }).click();
  const panel = workbench.page.getByTestId('design').getByRole('tabpanel');
  await expect(panel).toBeVisible();
  return panel;
}

/** Uses the button, because in a field the key undoes typed text. */
const undo = (page: Page) => page.getByRole('button', { name: /^Undo: / }).click();

test.describe('the limits of a task', () => {
  test('are shown below its sliders, and one microsecond more is not admitted', async ({ page, workbench }) => {
    await workbench.task('slow').click();
    for (const [field, words, step] of [
      ['Budget', /^Admitted up to/, 1],
      ['Period', /^Admitted from/, -1],
    ] as const) {
      const before = await workbench.field(field).inputValue();
      const group = page.locator('.field').filter({ has: workbench.field(field) });
      const choose = group.getByRole('button', { name: words });
      // Until the limit of this sketch is found, the limit of the previous sketch is shown.
      await expect(choose).toHaveAttribute('data-stale', 'false');
      const limit = ((await choose.textContent()) ?? '').replace(words, '').trim();
      await choose.click();
      await expect(workbench.field(field)).toHaveValue(limit);
      await expect(workbench.verdict).toContainText('Everything fits');
      await expect(group).toContainText('this is the limit');
      const us = Math.round(Number.parseFloat(limit) * 1000) + step;
      await workbench.setField(field, `${us} us`);
      await expect(workbench.verdict).not.toContainText('Everything fits');
      await test.step('while not admitted, the limit is still shown', async () => {
        await expect(choose).toContainText(limit);
      });
      await undo(page);
      await undo(page);
      await expect(workbench.field(field)).toHaveValue(before);
    }
  });

  test('are marked on the sliders, and a thumb that is dragged near a mark snaps to it', async ({
    page,
    workbench,
  }) => {
    await workbench.task('slow').click();
    const limit = await limitOf(workbench, /^Admitted up to/);
    const field = page.locator('.field').filter({ has: workbench.field('Budget') });
    await workbench.slider('Budget').scrollIntoViewIfNeeded();
    const mark = await field.locator('.slider-mark').boundingBox();
    const thumb = await workbench.slider('Budget').boundingBox();
    if (mark === null || thumb === null) throw new Error('The slider shows no mark.');
    await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2);
    await page.mouse.down();
    // Moves the thumb pixel by pixel, as a user does.
    const [at, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2];
    const value = () => workbench.field('Budget').inputValue();
    for (let x = at; x < mark.x + 10 && (await value()) !== limit; x += 1) await page.mouse.move(x, y);
    await page.mouse.up();
    await expect(workbench.field('Budget')).toHaveValue(limit);
    await expect(workbench.verdict).toContainText('Everything fits');
  });

  test('follow what another slider does while it moves', async ({ page, workbench }) => {
    await workbench.task('fast').click();
    const period = page.locator('.field').filter({ has: workbench.field('Period') });
    const limits: string[] = [await limitOf(workbench, /^Admitted up to/)];
    const words = async () => (await period.locator('.field-message').textContent()) ?? '';
    const before = await words();
    await workbench.slider('Budget').scrollIntoViewIfNeeded();
    const thumb = await workbench.slider('Budget').boundingBox();
    if (thumb === null) throw new Error('The slider of the budget is not shown.');
    await page.mouse.move(thumb.x + 7, thumb.y + 7);
    await page.mouse.down();
    for (let pixels = 1; pixels <= 10; pixels += 1) await page.mouse.move(thumb.x + 7 + pixels, thumb.y + 7);
    // The thumb is still held, and the new limit of the period is already shown.
    await expect.poll(words).not.toBe(before);
    await expect(period.locator('.slider-mark')).toHaveAttribute('data-stale', 'false');
    await page.mouse.up();
    // The largest budget does not depend on the current budget.
    limits.push(await limitOf(workbench, /^Admitted up to/));
    expect(limits[1]).toBe(limits[0]);
  });
});

test.describe('design help', () => {
  test.use({ files: { [PIPELINE]: JSON.stringify(PIPELINE_SKETCH) }, serveArguments: ['--sketch', PIPELINE] });

  test('shows the limits of all tasks, and a limit in its table can be applied', async ({ page, workbench }) => {
    const panel = await openDesign(workbench, 'Limits');
    await expect(panel).toContainText(/All budgets together can grow to ×\s?\d/);
    const row = panel.getByRole('row').filter({ hasText: 'Logger' });
    const most = row.getByRole('cell').first().getByRole('button');
    const limit = (await most.textContent()) ?? '';
    await most.click();
    await expect(row).toContainText('as now');
    await expect(workbench.task('Logger')).toContainText(limit.replace(/\s/g, ' '));
    await expect(workbench.verdict).toContainText('Everything fits');
    await undo(page);
    await expect(workbench.task('Logger')).toContainText('10 ms');
    await test.step('and the use of RAM, before any build', async () => {
      const memory = await openDesign(workbench, 'Memory');
      await expect(memory).toContainText(/Estimated RAM: [\d\s]+ of 2\s048\sB, [\d.]+\s%/);
      await expect(memory.getByRole('listitem').filter({ hasText: 'Sonar' }).first()).toContainText(/\d+\sB/);
    });
  });

  test('a ring buffer that can overflow is given the capacity that it needs', async ({ page, workbench }) => {
    await workbench.showPanel('design');
    await expect(page.getByRole('tab', { name: /^Ring buffers/ })).toContainText('1 can overflow');
    const panel = await openDesign(workbench, 'Ring buffers');
    await expect(panel).toContainText(/holds 2, needs \d+: it can overflow/);
    await panel.getByRole('button', { name: 'Apply the least capacity of log' }).click();
    await expect(page.getByRole('tab', { name: /^Ring buffers/ })).toContainText('all suffice');
    await expect(panel.getByRole('button', { name: 'the least capacity of log is in use' })).toBeDisabled();
    await panel.getByRole('button', { name: 'Why: the capacity of log' }).click();
    await expect(panel.locator('.steps').first()).toContainText('Logger');
    await undo(page);
    await expect(panel).toContainText('holds 2');
  });

  test('a chain shows reaction and age, with bars and an explanation', async ({ page, workbench }) => {
    const rings = await openDesign(workbench, 'Ring buffers');
    const panel = await openDesign(workbench, 'Chains');
    const whole = panel.getByRole('listitem').filter({ hasText: 'Logger' });
    // A ring buffer that can overflow may lose an item, which then never arrives.
    await expect(whole).toContainText('not bounded');
    await page.getByRole('tab', { name: /^Ring buffers/ }).click();
    await rings.getByRole('button', { name: 'Apply the least capacity of log' }).click();
    await page.getByRole('tab', { name: /^Chains/ }).click();
    for (const label of ['Reaction', 'Data age']) {
      const bar = whole.locator('.design-bar').filter({ hasText: label });
      await expect(bar).toContainText(/\d(\.\d+)?\sm?s/);
      const width = await bar.locator('.design-bar-track > span').evaluate((element) => element.clientWidth);
      expect(width).toBeGreaterThan(40);
    }
    await whole.getByRole('button', { name: /^Why/ }).click();
    await expect(whole.locator('.steps > li').nth(1)).toBeVisible();
  });

  test('an interrupt shows the delay of its handler, or why there is no bound', async ({ page, workbench }) => {
    const panel = await openDesign(workbench, 'Interrupts');
    const row = panel.getByRole('listitem').filter({ hasText: 'pressed' });
    await expect(row.locator('strong')).toHaveText(/^\d+(\.\d+)?\sms$/);
    await row.getByRole('button', { name: 'Why: the delay of pressed' }).click();
    await expect(row.locator('.steps .katex').first()).toBeVisible();
    await row.getByRole('button', { name: 'pressed', exact: true }).click();
    const budget = page.getByTestId('inspector').getByRole('region', { name: 'I/O budget' });
    await budget.getByRole('textbox', { name: /Budget$/ }).fill('0 ms');
    await budget.getByRole('textbox', { name: /Budget$/ }).press('Enter');
    await expect(row.locator('strong')).toHaveCount(0);
    await expect(row.locator('p').first()).toContainText('budget');
  });
});

test('applying a priority order is one undoable step', async ({ page, workbench }) => {
  await (await workbench.sketchChoice('Target')).selectOption({ label: 'FreeRTOS' });
  await (await workbench.sketchChoice('Policy')).selectOption({ label: 'Fixed priority' });
  const panel = await openDesign(workbench, 'Priorities');
  const rule = panel.getByRole('listitem').filter({ hasText: 'Audsley’s optimal order' }).first();
  await expect(rule).toContainText('admitted');
  await rule.getByRole('button', { name: 'Apply Audsley’s optimal order' }).click();
  await expect(rule.getByRole('button')).toHaveCount(4);
  await expect(rule.getByRole('button', { name: 'Audsley’s optimal order is in use' })).toBeDisabled();
  await undo(page);
  await expect(rule.getByRole('button', { name: 'Apply Audsley’s optimal order' })).toBeEnabled();
});

test.describe('on four cores', () => {
  test.use({ files: { [SMP]: JSON.stringify(smpSketch) }, serveArguments: ['--sketch', SMP] });

  test('an assignment to cores can be applied, and the meter shows each core', async ({ page, workbench }) => {
    await expect(page.locator('.meter-slot')).toHaveCount(1);
    await expect(page.locator('.meter-seam')).toHaveCount(3);
    const panel = await openDesign(workbench, 'Cores');
    const rule = panel.getByRole('listitem').filter({ hasText: 'Worst fit' });
    await expect(rule.locator('.design-core')).toHaveCount(4);
    await expect(rule).toContainText('admitted');
    await rule.getByRole('button', { name: 'Apply Worst fit' }).click();
    await expect(page.locator('.meter-slot')).toHaveCount(4);
    await expect(workbench.verdict).toContainText('Everything fits');
    await undo(page);
    await expect(page.locator('.meter-slot')).toHaveCount(1);
  });
});

test('the table compares the targets, and another target can be selected in it', async ({ page, workbench }) => {
  await workbench.showPanel('targets');
  const table = page.getByRole('table', { name: 'Targets compared' });
  await expect(table.locator('tbody tr')).toHaveText([
    /^Super-loop/,
    /^Preemptive/,
    /^FreeRTOS/,
    /^Zephyr/,
    /^RTEMS/,
    /^Quest/,
  ]);
  const freertos = page.getByTestId('target-freertos');
  await expect(freertos).toContainText('Response-time analysis');
  await expect(freertos).toContainText(/\d+\s?\d*\sof\s2\s048\sB/);
  await expect(page.getByTestId('target-superloop')).toContainText('Non-preemptive response-time analysis');
  await expect(page.getByTestId('target-rtems')).toContainText('not measured');
  await freertos.getByRole('button', { name: 'Use FreeRTOS' }).click();
  await expect(await workbench.sketchChoice('Target')).toHaveValue('freertos');
  await expect(freertos.getByRole('button', { name: 'FreeRTOS is in use' })).toBeDisabled();
  await undo(page);
  await expect(await workbench.sketchChoice('Target')).toHaveValue('superloop');
});

test.describe('the explanation, at 1280 pixels', () => {
  const tasks = Array.from({ length: 20 }, (_, i) => ({
    name: `Task with a long name number ${i + 1}`,
    periodUs: 10_000 * (i + 1),
    budgetUs: 300 * (i + 1),
  }));
  const long = { polyloop: 1, name: 'long', board: 'uno', target: 'freertos', tasks };
  test.use({
    viewport: { width: 1280, height: 720 },
    files: { [LONG]: JSON.stringify(long) },
    serveArguments: ['--sketch', LONG],
  });

  test('shows every test in its group, and no formula exceeds the width', async ({ page, workbench }) => {
    await expect(workbench.task('Task with a long name number 1')).toBeVisible();
    await page.getByTestId('admission-meter').click();
    const explanation = page.getByTestId('admission-explanation');
    const others = explanation.locator('.methods-group').last();
    await expect(others).toHaveText(/^Does not apply \(\d+\)$/);
    await others.click();
    let formulas = 0;
    const readAll = async () => {
      const tabs = explanation.getByRole('tab');
      const count = await tabs.count();
      expect(count).toBeGreaterThanOrEqual(7);
      for (let index = 0; index < count; index += 1) {
        await tabs.nth(index).click();
        const found = explanation.getByRole('tabpanel').locator('.formula');
        await expect(explanation.getByRole('tabpanel').locator('.steps')).toBeVisible();
        formulas += await found.count();
        await expect
          .poll(() =>
            found.evaluateAll((boxes) =>
              boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent),
            ),
          )
          .toEqual([]);
      }
    };
    await readAll();
    await test.step('nor do the formulas without overheads, with all names', async () => {
      await page.getByRole('switch', { name: /^Without runtime overheads/ }).click();
      await expect(explanation).toContainText('Proved by the Liu–Layland bound');
      await readAll();
    });
    expect(formulas).toBeGreaterThan(0);
  });
});

test.describe('a sketch with too many tasks for one frame', () => {
  const tasks = Array.from({ length: 60 }, (_, i) => ({ name: `N${i + 1}`, periodUs: 100_000, budgetUs: 500 }));
  const many = { polyloop: 1, name: 'many', board: 'uno', target: 'rtems', tasks };
  test.use({ files: { [LONG]: JSON.stringify(many) }, serveArguments: ['--sketch', LONG] });

  test('is analysed in a worker, and the final verdict is that of the newest version', async ({ page, workbench }) => {
    const meter = page.getByTestId('admission-meter');
    await expect(workbench.verdict).toContainText('Everything fits');
    await expect(meter).toHaveAttribute('data-stale', 'false');
    await workbench.task('N30').click();
    await workbench.setField('Budget', '80 ms');
    await expect(workbench.verdict).toContainText('109.5 % of the processor');
    await expect(meter).toHaveAttribute('data-stale', 'false');
    await undo(page);
    await expect(workbench.verdict).toContainText('Everything fits');
    await expect(meter).toHaveAttribute('data-stale', 'false');
  });
});

test('a race runs the sketch on each target that is installed, and its report can be saved', async ({
  page,
  workbench,
}) => {
  await workbench.showPanel('targets');
  const race = page.getByTestId('race');
  await race.getByRole('button', { name: 'Race' }).click();
  await expect(race.getByTestId('racer-superloop')).toHaveAttribute('data-outcome', 'ran', { timeout: 300_000 });
  // Without a kernel, its row says how to get it.
  const freertos = race.getByTestId('racer-freertos');
  if ((await freertos.getAttribute('data-outcome')) !== 'ran')
    await expect(race).toContainText('FreeRTOS, Not installed');
  await expect(race.getByRole('img')).toBeVisible();
  const width = await race.locator('.race-picture').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  expect(width).toBeGreaterThan(100);
  const download = page.waitForEvent('download');
  await race.getByRole('button', { name: 'Save report' }).click();
  expect((await download).suggestedFilename()).toMatch(/-race\.html$/);
});
