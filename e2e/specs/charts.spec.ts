/** The charts: values that the code plots, the times of jobs and the load, on one time axis with the timeline. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { readSketch } from '../../generator/sketch/read.ts';
import { traceFile } from '../../generator/trace/file/trace-file.ts';
import { Bench } from '../../generator/trace/jobs/test-jobs.ts';
import { expect, test } from '../fixtures.ts';
import { picture, pictureFile, takesPictures } from '../pages/picture.ts';

const BODY =
  'static uint16_t k = 0; k++; plot("temperature [°C]", 20 + 5 * sin(k / 8.0)); plot("step", k % 50); for (uint16_t i = 0; i < 40 * (k % 9); i++) { __asm__ volatile(""); }';
const SKETCH = {
  polyloop: 1,
  name: 'x',
  board: 'uno',
  target: 'superloop',
  tasks: [
    { name: 'meter', periodUs: 20_000, budgetUs: 4_000, body: BODY },
    { name: 'a task with quite a long name', periodUs: 50_000, budgetUs: 3_000, body: 'delayMicroseconds(900);' },
  ],
};

test.use({ serveArguments: ['--sketch', 'x.polyloop.json'], files: { 'x.polyloop.json': JSON.stringify(SKETCH) } });

const drawn = (chart: Locator): Promise<string> =>
  chart
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

test('the timeline and the charts of a prediction have one time and one cursor', async ({ page, workbench }) => {
  // Beside the timeline, in the place of the console.
  await page.getByTestId('tab-charts').dragTo(page.getByTestId('tab-problems'));
  await workbench.showPanel('timeline');
  const charts = page.locator('.pl-plots');
  const { timeline } = workbench;
  const load = charts.getByRole('region', { name: 'Processor load' });
  await expect(load).toBeVisible();
  await expect(timeline).toBeVisible();
  await charts.getByRole('button', { name: 'Choose charts' }).click();

  await test.step('the wheel in a chart zooms the timeline, too', async () => {
    const before = await timeline.getAttribute('data-to-ns');
    await load.locator('.u-over').hover();
    await page.mouse.wheel(0, -400);
    await expect(timeline).not.toHaveAttribute('data-to-ns', before ?? '');
  });

  await test.step('the pointer in the timeline moves the cursor of the charts', async () => {
    const cursor = load.locator('.u-cursor-x');
    await page.mouse.move(2, 2);
    await expect(cursor).not.toBeInViewport();
    await timeline.locator('.pl-timeline-plot').hover({ position: { x: 300, y: 60 } });
    await expect(cursor).toBeInViewport();
    await expect(charts.locator('output').first()).toHaveText(/%|–/);
  });

  await test.step('the pointer in a chart shows the jobs at its instant in the timeline', async () => {
    await load.locator('.u-over').hover();
    await expect(page.locator('.pl-timeline-readout')).toBeVisible();
    await page.mouse.move(2, 2);
    await expect(page.locator('.pl-timeline-readout')).toBeHidden();
  });
  if (takesPictures) {
    await load.locator('.u-over').hover();
    await picture(page, 'charts-linked');
  }

  await test.step('charts with a time of their own leave the timeline alone', async () => {
    await charts.getByRole('button', { name: 'Same time as the timeline' }).click();
    const before = await timeline.getAttribute('data-to-ns');
    const picture = await drawn(load);
    await load.locator('.u-over').hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(() => drawn(load)).not.toBe(picture);
    expect(await timeline.getAttribute('data-to-ns')).toBe(before);
  });

  await test.step('a histogram of the response times is shown', async () => {
    const response = charts.getByRole('region', { name: 'meter: response time' });
    await response.getByLabel('Show').selectOption('histogram');
    await expect(response).toHaveAttribute('data-mode', 'histogram');
    await charts.getByRole('button', { name: 'All', exact: true }).click();
    await expect(response.locator('output')).toHaveText(/^\d/);
  });
});

test('values of the program and times of jobs are drawn while it runs', async ({ page, workbench }) => {
  await workbench.showPanel('charts');
  await expect(page.locator('.pl-plots')).toContainText('A prediction does not run the code');
  await workbench.runUntilAlive();
  await workbench.showPanel('charts');
  const charts = page.locator('.pl-plots');
  const temperature = charts.getByRole('region', { name: 'temperature' });
  await expect(charts.locator('.uplot')).toHaveCount(2);
  await expect(charts.getByRole('checkbox', { name: 'temperature' })).toBeChecked();
  // The unit of the name is beside the value.
  await expect(temperature.locator('output')).toHaveText(/^[12]\d(\.\d+)?\u00a0°C$/);
  await charts.getByRole('group', { name: 'Response time' }).getByRole('checkbox', { name: 'meter' }).check();
  await expect(charts.locator('.uplot')).toHaveCount(3);

  await test.step('paused charts stay as they are, and the program goes on', async () => {
    await charts.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(0, 0);
    const before = await drawn(temperature);
    const now = await page.getByTestId('board-time').textContent();
    await expect(page.getByTestId('board-time')).not.toHaveText(now ?? '');
    expect(await drawn(temperature)).toBe(before);
    await charts.getByRole('button', { name: 'Live' }).click();
    await expect.poll(() => drawn(temperature)).not.toBe(before);
  });

  await test.step('a value has limits, and shares the chart of another', async () => {
    await temperature.getByRole('button', { name: 'Settings of temperature' }).click();
    await page.getByLabel('Most wanted').fill('22');
    await page.keyboard.press('Escape');
    await charts.getByRole('button', { name: 'Settings of step' }).click();
    await page.getByLabel('Unit', { exact: true }).fill('%');
    await page.getByLabel('Draw in the chart of').selectOption({ index: 1 });
    await expect(charts.locator('.uplot')).toHaveCount(2);
    await expect(temperature.locator('output')).toHaveCount(2);
    // A second axis for the second unit.
    await page.keyboard.press('Escape');
    await expect(temperature.locator('.u-axis')).toHaveCount(3);
  });
  if (takesPictures) {
    await temperature.locator('.u-over').hover();
    await picture(page, 'charts');
  }

  await test.step('the charts are saved as a picture', async () => {
    const download = page.waitForEvent('download');
    await charts.getByRole('button', { name: 'Save a picture (PNG)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('x-charts.png');
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    // Width and height of the header, in pixels.
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(300);
    expect(bytes.readUInt32BE(20)).toBeGreaterThan(300);
  });
  await workbench.stop();
});

test('the trace of a file is shown, and saved as a picture', async ({ page, workbench }) => {
  const open = async (buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Open a trace…' }).click();
    await (await chooser).setFiles({ name: 'student.pltrace', mimeType: 'application/octet-stream', buffer });
  };
  await open(Buffer.from('{"polyloopTrace":1,"source":"x"}\n\0'));
  await expect(page.getByText('student.pltrace: The header of the trace is damaged')).toBeVisible();
  const { timeline } = workbench;
  await expect(timeline).toHaveAttribute('data-shows', 'predicted');

  const bench = new Bench().play([0, 'boot'], [0, 'release', 0], [1, 'start', 0], [3, 'complete', 0]);
  const read = readSketch(JSON.stringify(SKETCH));
  if (!read.ok) throw new Error('The sketch of this test has errors.');
  const origin = { source: 'board', sketch: read.sketch } as const;
  await open(Buffer.concat([...traceFile({ store: bench.store, jobs: bench.jobs, origin })]));
  await expect(timeline).toHaveAttribute('data-shows', 'measured');
  await expect(timeline).toHaveAttribute('data-all-jobs', '1');
  const download = page.waitForEvent('download');
  await timeline.getByRole('button', { name: 'Save a picture (PNG)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('x-timeline.png');
  if (takesPictures) await file.saveAs(pictureFile('timeline-picture'));
  expect(
    readFileSync(await file.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test('drawings of the prediction and of a trace show the part that the timeline shows', async ({ page, workbench }) => {
  const { timeline } = workbench;
  const exported = async (label: string) => {
    const download = page.waitForEvent('download');
    await workbench.fromMenu('File', 'Export', label);
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  /** The first and the last number of a drawing's axis. Unit: ms. */
  const axisOf = (svg: string): readonly number[] => {
    const unit = { s: 1e3, ms: 1, µs: 1e-3 }[/t \[(s|ms|µs)\]/.exec(svg)?.[1] ?? ''] ?? Number.NaN;
    const numbers = [...svg.matchAll(/text-anchor="middle"[^>]*>([\d.]+)</g)].map(
      ([, number]) => Number(number) * unit,
    );
    return [numbers.at(0) ?? -1, numbers.at(-1) ?? -1];
  };
  const zoomedIn = async () => {
    const before = await timeline.getAttribute('data-to-ns');
    await timeline.locator('.pl-timeline-plot').hover({ position: { x: 700, y: 60 } });
    for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -400);
    await expect(timeline).not.toHaveAttribute('data-to-ns', before ?? '');
    await page.mouse.move(2, 2);
    const [from, to] = [await workbench.timelineNumber('from-ns'), await workbench.timelineNumber('to-ns')];
    return [from / 1e6, to / 1e6] as const;
  };
  const isWithin = ([first = -1, last = -1]: readonly number[], [from, to]: readonly [number, number]) => {
    expect(first).toBeGreaterThanOrEqual(from);
    expect(last).toBeLessThanOrEqual(to);
    // A step of the axis is at most a quarter of the shown time.
    expect(last - first).toBeGreaterThan((to - from) / 2);
  };

  await test.step('the prediction', async () => {
    await workbench.showPanel('timeline');
    await expect(timeline).toHaveAttribute('data-shows', 'predicted');
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(10);
    const shown = await zoomedIn();
    const svg = await exported('Drawing of the schedule');
    expect(svg.name).toBe('x-predicted.svg');
    isWithin(axisOf(svg.text), shown);
    expect(svg.text).toContain('>meter</text>');
    const tex = await exported('Drawing for LaTeX');
    expect(tex.name).toBe('x-predicted.tex');
    expect(tex.text).toContain('tikzpicture');
  });

  await test.step('the trace of a file', async () => {
    const bench = new Bench().play([0, 'boot']);
    for (let at = 0; at < 2_000; at += 20)
      bench.play([at, 'release', 0], [at + 1, 'start', 0], [at + 3, 'complete', 0]);
    const read = readSketch(JSON.stringify(SKETCH));
    if (!read.ok) throw new Error('The sketch of this test has errors.');
    const origin = { source: 'board', sketch: read.sketch } as const;
    const buffer = Buffer.concat([...traceFile({ store: bench.store, jobs: bench.jobs, origin })]);
    const chooser = page.waitForEvent('filechooser');
    await workbench.fromMenu('File', 'Open a trace…');
    await (await chooser).setFiles({ name: 'run.pltrace', mimeType: 'application/octet-stream', buffer });
    await expect(timeline).toHaveAttribute('data-shows', 'measured');
    await timeline.getByRole('button', { name: 'Show all (F)' }).click();
    const shown = await zoomedIn();
    expect(shown[0], 'not the start of the trace').toBeGreaterThan(100);
    const svg = await exported('Drawing of the schedule');
    expect(svg.name).toBe('x.svg');
    isWithin(axisOf(svg.text), shown);
    if (takesPictures) writeFileSync(pictureFile('drawing').replace('.png', '.svg'), svg.text);
  });
});

test.describe('an interrupt storm', () => {
  const STORM = {
    ...{ polyloop: 1, name: 'storm', board: 'uno', target: 'superloop' },
    tasks: [{ name: 'beat', periodUs: 100_000, budgetUs: 1_000 }],
    interrupts: [
      {
        ...{ name: 'edge', pin: '2', mode: 'rising', bottomHalfUs: 10, ioBudgetUs: 5_000, ioPeriodUs: 10_000 },
        ...{ handlerBudgetUs: 0, handlerPeriodUs: 20_000, body: 'static uint8_t n; n++;' },
      },
    ],
    parts: [{ name: 'Rate', kind: 'signal-generator', pins: { output: '2' }, rateHz: 1_000 }],
  };
  test.use({ files: { 'x.polyloop.json': JSON.stringify(STORM) }, settings: { welcomed: true, detail: 'full' } });

  test('is not taken for the few deliveries that the board records', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await workbench.showPanel('charts');
    const charts = page.locator('.pl-plots');
    await charts.getByRole('group', { name: 'Interrupts' }).getByRole('checkbox', { name: 'edge' }).check();
    const rate = charts.getByRole('region', { name: 'edge: deliveries' });
    // The newest window is not complete yet.
    await expect(rate.locator('output')).toHaveText(/^≥\u00a0\d+(\.\d+)?\u00a0\/s$/);
    await rate.scrollIntoViewIfNeeded();
    await picture(page, 'charts-storm');

    await workbench.showPanel('profile');
    const delivered = page.getByTestId('profile').locator('tr[data-interrupt="edge"] td').first();
    // The virtual board counts them: many more than the 128 of each second that are recorded.
    await expect(delivered).toHaveText(/^\d/);
    const seconds = async () => Number((await page.getByTestId('board-time').textContent())?.match(/[\d.]+/)?.[0]);
    await expect.poll(seconds).toBeGreaterThan(2);
    await expect.poll(async () => Number((await delivered.textContent())?.replace(/\D/g, ''))).toBeGreaterThan(1_000);
    await delivered.scrollIntoViewIfNeeded();
    await picture(page, 'profile-storm');
    await workbench.stop();
  });
});
