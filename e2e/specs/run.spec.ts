/** Runs: misses are shown, the user controls the time, and a reloaded window finds its program. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';
import { Workbench } from '../pages/workbench.ts';

/** Parses `800 ms · × 1.0`, `12.5 s` or `1:05.2`. */
async function boardSeconds({ page }: Workbench): Promise<number> {
  const text = (await page.getByTestId('board-time').textContent()) ?? '';
  const clock = /^(\d+):(\d+(?:\.\d+)?)/.exec(text);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2]);
  const [, number = '', unit = ''] = /^([\d.]+)\s(ms|s)/.exec(text) ?? [];
  return Number(number) / (unit === 'ms' ? 1000 : 1);
}

test.describe('an overloaded sketch', () => {
  test.use({ serveArguments: ['--template', 'overload'] });

  test('runs, and its misses are on the timeline', async ({ page, workbench }) => {
    await expect(workbench.verdict).not.toContainText('Everything fits');
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-misses')).toBeGreaterThan(5);
    await expect.poll(() => workbench.timelineNumber('misses')).toBeGreaterThan(0);
    await expect(workbench.timeline).toContainText(/\d missed/);
    const steady = async () => (await workbench.jobs('steady')).map(({ deadline }) => deadline);
    await expect.poll(steady).toContain('missed');
    expect((await workbench.jobs('greedy')).map(({ deadline }) => deadline)).not.toContain('missed');
    const remedy = page.getByTestId('remedy').getByText(/^(steady|greedy) (takes ≤|every|due in)/);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(remedy.filter({ visible: true }), 'a narrow strip says what Apply changes').toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    // M starts from the centre of the view, which shows two seconds.
    await expect.poll(() => boardSeconds(workbench)).toBeGreaterThan(3);
    await workbench.stop();

    await test.step('the M key goes from miss to miss', async () => {
      await workbench.timeline.focus();
      await page.keyboard.press('Home');
      const seen = new Set<number>();
      for (let press = 0; press < 3; press += 1) {
        const before = await workbench.timelineNumber('from-ns');
        await page.keyboard.press('m');
        await expect.poll(() => workbench.timelineNumber('from-ns')).not.toBe(before);
        await expect.poll(() => workbench.timelineNumber('misses')).toBeGreaterThan(0);
        seen.add(await workbench.timelineNumber('from-ns'));
      }
      expect(seen.size).toBe(3);
      const last = await workbench.timelineNumber('from-ns');
      await page.keyboard.press('Shift+M');
      await expect.poll(() => workbench.timelineNumber('from-ns')).toBeLessThan(last);
    });
  });
});

test('Run and Stop are in the same place, and a double click presses one of them', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();
  const run = await page.getByTestId('run').boundingBox();
  await page.getByTestId('run').dblclick();
  await expect(page.getByTestId('board-time')).toBeVisible();
  const { x = 0, width = 0 } = run ?? {};
  const stop = await page.getByTestId('stop').boundingBox();
  expect(Math.abs((stop?.x ?? 0) - x)).toBeLessThan(1);
  expect(Math.abs((stop?.width ?? 0) - width)).toBeLessThan(1);
  const help = await workbench.button('Help').boundingBox();
  expect((help?.x ?? 0) - x - width, 'what changes beside Run moves neither of them').toBeLessThan(20);
  await expect(page.getByTestId('admission-explanation'), 'the verdict is not under the pointer').toBeHidden();
  await page.getByTestId('stop').dblclick();
  await expect(page.getByTestId('run')).toBeVisible();
});

test('a run is paused, slowed, sped up and stopped', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();
  await workbench.runUntilAlive();
  await expect.poll(() => boardSeconds(workbench)).toBeGreaterThan(0.3);

  await test.step('while paused, the board’s time does not advance', async () => {
    await workbench.button('Pause').click();
    await expect(workbench.button('Resume')).toBeVisible();
    const text = (await page.getByTestId('board-time').textContent()) ?? '';
    // Long enough for a running board to advance.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(page.getByTestId('board-time')).toHaveText(text);
  });

  await test.step('it resumes at the selected speed', async () => {
    await workbench.choice('Speed').selectOption('0.1');
    await workbench.button('Resume').click();
    await expect(page.getByTestId('board-time')).toContainText(/× 0\.(0[5-9]|1[0-5]?)/);
  });

  await test.step('or as fast as possible', async () => {
    await workbench.choice('Speed').selectOption('max');
    const before = await boardSeconds(workbench);
    await expect.poll(() => boardSeconds(workbench)).toBeGreaterThan(before + 4);
  });

  await test.step('after a stop, the recording stays', async () => {
    await workbench.stop();
    await expect(page.getByTestId('board-time')).toBeHidden();
    expect(await workbench.timelineNumber('all-jobs')).toBeGreaterThan(40);
    expect(await workbench.timelineNumber('all-misses')).toBe(0);
  });

  await test.step('a second run starts a new recording', async () => {
    await workbench.button('Run').waitFor();
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
    await workbench.stop();
  });
});

test('the timeline is moved by wheel and keys', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();
  await workbench.runUntilAlive();
  await workbench.choice('Speed').selectOption('max');
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(60);
  await workbench.stop();
  const width = async () => (await workbench.timelineNumber('to-ns')) - (await workbench.timelineNumber('from-ns'));
  const from = () => workbench.timelineNumber('from-ns');
  const box = await workbench.timeline.boundingBox();
  if (box === null) throw new Error('The timeline is not shown.');
  await workbench.timeline.focus();
  await page.keyboard.press('f');
  await expect.poll(from).toBeLessThanOrEqual(0);
  const all = await width();

  await test.step('the wheel zooms to the pointer', async () => {
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4);
    await page.mouse.wheel(0, -600);
    await expect.poll(width).toBeLessThan(all / 2);
    const near = await width();
    await page.mouse.wheel(0, 200);
    await expect.poll(width).toBeGreaterThan(near);
  });

  await test.step('with Shift it pans', async () => {
    const [before, wide] = [await from(), await width()];
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 150);
    await page.keyboard.up('Shift');
    await expect.poll(from).toBeGreaterThan(before);
    expect(Math.abs((await width()) / wide - 1)).toBeLessThan(0.001);
  });

  await test.step('keys zoom and pan', async () => {
    const wide = await width();
    await page.keyboard.press('w');
    await expect.poll(width).toBeLessThan(wide);
    const before = await from();
    await page.keyboard.press('ArrowRight');
    await expect.poll(from).toBeGreaterThan(before);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('a');
    await expect.poll(from).toBeLessThan(before);
    const near = await width();
    await page.keyboard.press('s');
    await expect.poll(width).toBeGreaterThan(near);
  });

  await test.step('a drag moves it', async () => {
    const before = await from();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6 + 120, box.y + box.height * 0.4, { steps: 6 });
    await page.mouse.up();
    await expect.poll(from).toBeLessThan(before);
  });

  await test.step('F shows everything, L the newest event', async () => {
    await page.keyboard.press('f');
    await expect.poll(width).toBeGreaterThanOrEqual(all);
    await page.keyboard.press('w');
    await page.keyboard.press('w');
    await page.keyboard.press('Home');
    await expect.poll(from).toBeLessThanOrEqual(0);
    await page.keyboard.press('l');
    await expect.poll(from).toBeGreaterThan(0);
  });
});

test.describe('a build without the plan of an earlier one', () => {
  // It takes seconds, so it can be cancelled.
  const plans = mkdtempSync(path.join(tmpdir(), 'polyloop-plans-'));
  test.use({ environment: { POLYLOOP_PLANS: plans } });
  test.afterAll(() => rmSync(plans, { recursive: true, force: true }));

  test('can be cancelled, and the next one succeeds', async ({ page, workbench }) => {
    await expect(workbench.task('fast')).toBeVisible();
    await workbench.run();
    await workbench.button('Cancel the build').click();
    await expect(page.getByTestId('run')).toBeVisible();
    await expect(page.getByTestId('board-time')).toBeHidden();
    await expect(page.getByText('The build was cancelled')).toBeVisible();
    await workbench.runUntilAlive();
    await workbench.stop();
  });
});

test('a reloaded window finds its program running', async ({ page, workbench }) => {
  await workbench.task('slow').click();
  await workbench.setField('Budget', '52 ms');
  await workbench.runUntilAlive();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(8);
  const before = await boardSeconds(workbench);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByTestId('board-time')).toBeVisible();
  await expect(workbench.task('slow'), 'unsaved changes are still there').toContainText('52 ms');
  await expect.poll(() => boardSeconds(workbench)).toBeGreaterThan(before);
  await workbench.showPanel('timeline');
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(8);
  // The jobs are counted from the start of the program, not from the reload.
  await expect.poll(async () => (await workbench.jobs('fast')).at(-1)?.number ?? 0).toBeGreaterThan(2);
  await workbench.stop();
});

test('a duplicate of the window has a run of its own, and each finds its own again', async ({ page, workbench }) => {
  await workbench.runUntilAlive();
  const opened = page.waitForEvent('popup');
  // The browser copies the storage of the window, as it does for a duplicated tab.
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  const other = new Workbench(copy);
  await expect(copy.locator('.workbench[aria-busy="false"]')).toBeVisible();
  await other.runUntilAlive();
  const goesOn = async (window: Workbench) => {
    const before = await boardSeconds(window);
    await expect.poll(() => boardSeconds(window)).toBeGreaterThan(before);
  };
  await test.step('both programs run', async () => {
    await goesOn(workbench);
    await goesOn(other);
  });
  await test.step('each window finds its own program after a reload', async () => {
    for (const window of [workbench, other]) {
      const before = await boardSeconds(window);
      await window.page.reload();
      await expect(window.page.getByTestId('board-time')).toBeVisible();
      await expect.poll(() => boardSeconds(window)).toBeGreaterThan(before);
    }
    await workbench.stop();
    await goesOn(other);
    await other.stop();
  });
});

test.describe('a sketch that needs preemption', () => {
  test.use({ serveArguments: ['--template', 'urgent-and-long'] });

  test('a refused sketch fits with one click, and its urgent jobs run on top of the long one', async ({
    page,
    workbench,
  }) => {
    await test.step('the super-loop refuses it, and the verdict offers preemption', async () => {
      await expect(workbench.verdict).toContainText('Everything fits');
      await (await workbench.sketchChoice('Target')).selectOption({ label: 'Super-loop' });
      await expect(workbench.verdict).not.toContainText('Everything fits');
      await page.getByRole('button', { name: 'Apply: Target Preemptive would fit' }).click();
      await expect(workbench.verdict).toContainText('Everything fits');
    });

    await test.step('the program keeps what the analysis promised', async () => {
      await workbench.runUntilAlive();
      const jobsOf = async (task: string) => (await workbench.jobs(task)).filter(({ deadline }) => deadline !== '');
      await expect.poll(async () => (await jobsOf('long')).length).toBeGreaterThan(3);
      await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(80);
      // The table has the newest jobs.
      expect((await jobsOf('urgent')).map(({ deadline }) => deadline)).not.toContain('missed');
      expect(await workbench.timelineNumber('all-misses')).toBe(0);
      // A job of 45 ms is interrupted by each release of a task of 10 ms.
      const [, interrupted] = await jobsOf('long');
      expect(interrupted?.pauses).toBeGreaterThanOrEqual(3);
      await workbench.stop();
    });
  });
});
