/**
 * The predicted timeline: available before any build, live while a slider moves, and never mistaken
 * for a measurement.
 */
import { expect, test } from '../fixtures.ts';

const task = (name: string, periodMs: number, budgetMs: number, more: object = {}) => ({
  name,
  periodUs: periodMs * 1000,
  budgetUs: budgetMs * 1000,
  ...more,
});
/** Uses a board without measured overheads, so that the figures match the textbook's. */
const sketch = (more: object, tasks: readonly object[]) =>
  JSON.stringify({ polyloop: 1, name: 'three', board: 'host', target: 'freertos', tasks, ...more });

// Burns and Wellings: R = 3, 6, 20.
const THREE = [task('quick', 7, 3), task('middle', 12, 3), task('long', 20, 5)];
const ON_FREERTOS = {
  files: { 'three.polyloop.json': sketch({}, THREE) },
  serveArguments: ['--sketch', 'three.polyloop.json'],
};

test.describe('before any run', () => {
  test('every job of two hyperperiods is shown and marked as predicted', async ({ workbench }) => {
    await expect(workbench.timeline).toHaveAttribute('data-shows', 'predicted');
    // Jobs of 100, 250 and 500 ms in twice 0 to 1 s, including the last instant.
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBe(11 + 10 + 5 + 4 + 3 + 2);
    await expect(workbench.shows('Predicted')).toHaveAttribute('aria-pressed', 'true');
    await expect(workbench.shows('Measured')).toBeDisabled();
    expect(await workbench.readTimeline('slow', 60)).toContain('predicted');
  });
});

test.describe('while a slider moves', () => {
  test('the schedule follows, frames continue, and the first miss is one click away', async ({ page, workbench }) => {
    await workbench.task('slow').click();
    await expect.poll(() => workbench.timelineNumber('events')).toBeGreaterThan(0);
    // Waits until the slider is in view and has stopped moving.
    await workbench.slider('Budget').hover();
    const box = await workbench.slider('Budget').boundingBox();
    if (box === null) throw new Error('The slider of the budget is not shown.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.evaluate(() => {
      const times: number[] = [];
      const frame = (now: number) => {
        times.push(now);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      Object.assign(window, { frameTimes: times });
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    const seen = new Set<string>();
    for (let step = 1; step <= 60; step++) {
      await page.mouse.move(x + step, y);
      seen.add((await workbench.timeline.getAttribute('data-misses')) ?? '');
    }
    await expect.poll(() => workbench.timelineNumber('misses')).toBeGreaterThan(0);
    const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
    await page.mouse.up();
    // How long a frame takes is measured by bench:canvas. Here it counts that the window keeps drawing.
    expect(times.length, 'frames continue while the user holds the thumb').toBeGreaterThan(10);
    expect(seen.size, 'the schedule changed while the user held the thumb').toBeGreaterThan(1);
    await page.getByRole('button', { name: /\d+ missed$/ }).click();
    await expect.poll(() => workbench.timelineNumber('misses')).toBeGreaterThan(0);
    await test.step('undo restores a schedule without misses', async () => {
      await page.keyboard.press('ControlOrMeta+Z');
      await expect.poll(() => workbench.timelineNumber('all-misses')).toBe(0);
    });
  });
});

test.describe('under the pointer', () => {
  test.use(ON_FREERTOS);

  test('the chart shows why a task does not run, its busy period and its critical instant', async ({ workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    // T1 0–3, T2 3–6, T3 6–7, T1 7–10, T3 10–12, T2 12–14, T1 14–17, T2 17–18, T3 18–20.
    await expect.poll(() => workbench.readTimeline('long', 8)).toContain('long preempted by quick: higher priority');
    expect(await workbench.readTimeline('long', 8)).toMatch(/Busy period: 0 (µs|ns|s) to 20\.000 ms, 20 ms/);
    expect(await workbench.readTimeline('middle', 13)).toContain('Busy period: 12.000 ms to 18.000 ms, 6 ms');
    expect(await workbench.readTimeline('long', 4)).toContain('long has to wait for middle: higher priority');
    expect(await workbench.readTimeline('long', 0.05)).toContain('Critical instant');
    await (await workbench.sketchChoice('Policy')).selectOption({ label: 'Earliest deadline' });
    await expect.poll(() => workbench.readTimeline('middle', 8)).not.toContain('higher priority');
    expect(await workbench.readTimeline('long', 2)).toMatch(
      /long has to wait for quick: earlier deadline, 7\.0 ms before 20\.0 ms/,
    );
  });
});

test.describe('what a job spent its time on', () => {
  test.use(ON_FREERTOS);

  test('is shown under the pointer, and in the card of a job beside its bound', async ({ page, workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    const waits = 'It waited 15 ms: 9 ms for 3 jobs of quick, 6 ms for 2 jobs of middle.';
    await expect.poll(() => workbench.readTimeline('long', 11)).toContain(waits);
    const hovered = page.locator('.pl-timeline-readout .pl-explained-bar');
    await expect(hovered).toHaveCount(2);
    await page.mouse.down();
    await page.mouse.up();
    const card = page.getByRole('dialog', { name: 'What this job spent its time on' });
    await expect(card).toContainText('long responded in 20\u00a0ms (job 0). Its bound is 20\u00a0ms.');
    await expect(card).toContainText('Bound by: Response-time analysis.');
    const rows = card.getByRole('row');
    await expect(rows).toHaveText([
      /Spent on/,
      /quick9\sms9\sms9\sms/,
      /middle6\sms6\sms6\sms/,
      /its own execution5\sms5\sms5\sms/,
    ]);
    const widths = (bar: number) =>
      card
        .locator('.pl-explained-bar')
        .nth(bar)
        .locator('> span')
        .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).style.width));
    expect(await widths(0)).toEqual(['45%', '30%', '25%']);
    expect(await widths(1)).toEqual(await widths(0));
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  });
});

test.describe('a card with a lot of text', () => {
  const tasks = [task('quick and everywhere', 7.123, 3), task('long, and often preempted', 120.456, 50.789)];
  test.use({
    files: { 'wide.polyloop.json': sketch({}, tasks) },
    serveArguments: ['--sketch', 'wide.polyloop.json'],
  });

  test('stays inside the window at any pointer position', async ({ workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    const shownMs = (await workbench.timelineNumber('to-ns')) / 1e6;
    for (let share = 0.4; share < 0.8; share += 0.02) {
      const text = await workbench.readTimeline('long, and', share * shownMs);
      expect(text, 'that is what readTimeline looks after').toContain('quick and');
    }
  });
});

test.describe('step by step', () => {
  test.use(ON_FREERTOS);

  test('each event is shown with its reason, and the schedule can be played and paused', async ({
    page,
    workbench,
  }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    const caption = page.getByTestId('timeline-step');
    const step = page.getByRole('button', { name: 'Next event (.)' });
    await step.click();
    await expect(caption).toContainText('quick is released');
    const reported: string[] = [];
    for (let i = 0; i < 14; i++) {
      await step.click();
      reported.push((await caption.textContent()) ?? '');
    }
    expect(reported.join('\n')).toContain('long is preempted by quick: higher priority');
    expect(reported.join('\n')).toContain('middle completes');
    await page.getByRole('button', { name: 'Previous event (,)' }).click();
    await expect(caption).toHaveText(reported.at(-2) ?? '');
    const before = await workbench.timelineNumber('playhead-ns');
    await workbench.timeline.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => workbench.timelineNumber('playhead-ns')).toBeGreaterThan(before);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play (Space)' })).toBeVisible();
    // The result of the last step of the playhead is drawn in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const paused = await workbench.timelineNumber('playhead-ns');
    await page.waitForTimeout(200);
    expect(await workbench.timelineNumber('playhead-ns')).toBe(paused);
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await expect(workbench.timeline).toHaveAttribute('data-playhead-ns', '');
  });
});

test.describe('options', () => {
  const uniform = { shape: 'uniform', leastUs: 100, mostUs: 3000 };
  test.use({
    files: { 'three.polyloop.json': sketch({}, [task('quick', 7, 3, { execution: uniform }), ...THREE.slice(1)]) },
    serveArguments: ['--sketch', 'three.polyloop.json'],
  });

  test('seed, length, phases and execution times can be selected', async ({ page, workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    const execution = async () => (await workbench.readTimeline('quick', 2)).match(/quick.*\n?.*/)?.[0];
    const first = await execution();
    await page.getByRole('button', { name: 'Options of the prediction' }).click();
    const menu = page.getByRole('dialog', { name: 'Options of the prediction' });
    await menu.getByRole('textbox', { name: 'Seed' }).fill('2');
    await menu.getByRole('textbox', { name: 'Seed' }).press('Enter');
    await menu.getByRole('textbox', { name: 'Length' }).fill('100 ms');
    await menu.getByRole('textbox', { name: 'Length' }).press('Enter');
    // From 0 to 100 ms: 15 jobs of 7 ms, 9 of 12 ms, 6 of 20 ms.
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBe(15 + 9 + 6);
    await page.keyboard.press('Escape');
    await expect.poll(execution).not.toBe(first);
    await page.getByRole('button', { name: 'Options of the prediction' }).click();
    await menu.getByRole('combobox', { name: 'Jobs take' }).selectOption({ label: 'their whole budgets' });
    await page.keyboard.press('Escape');
    await expect.poll(() => workbench.readTimeline('quick', 2)).toMatch(/3(\.\d+)? ms \/ 3 ms/);
  });
});

test.describe('several cores', () => {
  const seven = ([500, 500, 100, 400, 100, 1000, 1000] as const).map((periodMs, i) =>
    task(`T${i + 1}`, periodMs, periodMs * 0.4, { core: i % 2 === 0 ? 0 : 2 }),
  );
  test.use({
    files: {
      'four.polyloop.json': sketch({ target: 'rtems', cores: 4, clusterCores: 2 }, seven),
    },
    serveArguments: ['--sketch', 'four.polyloop.json'],
  });

  test('are groups of lanes, each core with a row of its own', async ({ workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    await expect(workbench.timeline.locator('.pl-timeline-label.is-group')).toHaveText(['Cores 0–1', 'Cores 2–3']);
    await expect(workbench.timeline.locator('.pl-timeline-label.is-core')).toHaveText([
      'core 0',
      'core 1',
      'core 2',
      'core 3',
    ]);
    await expect(workbench.timeline.locator('button.pl-timeline-label')).toHaveCount(7);
  });

  test('use a scheduler that implements the policy', async ({ page, workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
    const button = page.getByRole('button', { name: 'Options of the prediction' });
    const schedulers = page.getByRole('dialog').getByRole('combobox', { name: 'Scheduler' });
    await button.click();
    await schedulers.selectOption({ label: 'RTEMS Simple' });
    await page.keyboard.press('Escape');
    await (await workbench.sketchChoice('Policy')).selectOption({ label: 'Earliest deadline' });
    await button.click();
    await expect(schedulers.locator('option')).toHaveText(['the most urgent tasks run', 'RTEMS EDF']);
    await expect(schedulers).toHaveValue('priority');
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(20);
  });
});

test('a run is shown as measured, and later edits as predicted', async ({ page, workbench }) => {
  await workbench.runUntilAlive();
  await expect(workbench.timeline).toHaveAttribute('data-shows', 'measured');
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(5);
  const outlines = page.getByRole('button', { name: 'Predicted jobs below the measured ones' });
  await expect(outlines).toHaveAttribute('aria-pressed', 'true');
  await workbench.shows('Predicted').click();
  await expect(workbench.timeline).toHaveAttribute('data-shows', 'predicted');
  await workbench.shows('Measured').click();
  await workbench.stop();
  await workbench.task('slow').click();
  await workbench.setField('Budget', '60 ms');
  await expect(workbench.timeline).toHaveAttribute('data-shows', 'predicted');
  await expect(workbench.shows('Measured')).toBeEnabled();
});
