/** A real board on a serial port, as the bench Uno of test/bench-uno: chosen, written, run, and unplugged. */
import type { Page } from '@playwright/test';
import { BenchUno, missingForBench } from '../../test/bench-uno/bench.ts';
import { expect, test } from '../fixtures.ts';
import { Workbench } from '../pages/workbench.ts';

const missing = missingForBench();
test.skip(missing !== null, `not installed, so nothing of this was tried: ${missing}`);

/** Names the port in the settings, and chooses it beside Run. */
async function chooseBench(page: Page, workbench: Workbench, bench: BenchUno): Promise<void> {
  await workbench.button('Settings').click();
  const dialog = workbench.dialog('Settings');
  await dialog.getByLabel('Another serial port').fill(bench.port);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await chooseNamed(page, bench);
}

/** Chooses the port that the settings name. */
async function chooseNamed(page: Page, bench: BenchUno): Promise<void> {
  await page.getByRole('button', { name: /^Run on:/ }).click();
  await page.getByRole('menuitem', { name: `Unknown board at port ${bench.port}` }).click();
  await expect(page.getByRole('button', { name: /^Run on:/ })).toContainText(bench.port);
}

const MOST_ATTEMPTS = 5;

/**
 * Runs until the program sends telemetry. Again if the upload fails: the boot loader waits for a second of real time,
 * which can be too short on a busy computer.
 */
async function runOnBench(page: Page, workbench: Workbench): Promise<void> {
  const state = async () => {
    if ((await workbench.button('Run').count()) > 0) return 'ended';
    if ((await page.getByTestId('board-time').count()) === 0) return 'starting';
    return (await workbench.timelineNumber('events')) > 20 ? 'alive' : 'starting';
  };
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await workbench.button('Run').click();
    await expect(page.getByTestId('stop')).toBeVisible();
    await expect.poll(state).not.toBe('starting');
    if ((await state()) === 'alive') return;
  }
  throw new Error(`The board did not run: ${await page.locator('.notices').textContent()}`);
}

test('a program is written into a real board and watched there, until the cable is pulled', async ({
  page,
  workbench,
}) => {
  const bench = await BenchUno.start();
  try {
    await test.step('a port that the system does not list is named in the settings, and chosen beside Run', () =>
      chooseBench(page, workbench, bench));
    await test.step('a cable that is pulled during the upload is said to be, and the next Run works', async () => {
      await workbench.button('Run').click();
      await expect(page.locator('.run-step')).toContainText(/Connecting|Writing|Comparing/);
      await bench.pull();
      await expect(page.locator('.notices')).toContainText(
        /connection to the board on .* was lost|There is no port|does not answer/,
      );
      await expect(workbench.button('Run')).toBeVisible();
      await bench.plugIn();
    });
    await test.step('its jobs are on the timeline when the program runs', async () => {
      await runOnBench(page, workbench);
      await expect(page.locator('.run-step')).toHaveCount(0);
      await expect(workbench.button('Pause')).toHaveCount(0);
    });
    await test.step('a lost board is reported as lost, not as a crash of the program', async () => {
      await bench.pull();
      await expect(page.getByTestId('run-badge')).toContainText('Disconnected');
      await expect(workbench.button('Run')).toBeVisible();
    });
    await test.step('plugged in again, the board runs again, and Stop frees the port', async () => {
      await bench.plugIn();
      await runOnBench(page, workbench);
      await workbench.stop();
      await expect(workbench.button('Run')).toBeVisible();
    });
  } finally {
    await bench.stop();
  }
});

test('of two windows with one port, the second is told what to do', async ({ page, workbench, context, served }) => {
  const bench = await BenchUno.start();
  try {
    await chooseBench(page, workbench, bench);
    await runOnBench(page, workbench);
    const other = await context.newPage();
    await other.goto(served.url);
    await expect(other.locator('.workbench[aria-busy="false"]')).toBeVisible();
    const second = new Workbench(other);
    await chooseNamed(other, bench);
    await second.button('Run').click();
    await expect(other.locator('.notices')).toContainText('Another tab or window of Polyloop uses the port');
    // The first run goes on.
    const before = await workbench.timelineNumber('events');
    await expect.poll(() => workbench.timelineNumber('events')).toBeGreaterThan(before);
    await workbench.stop();
    await test.step('after the stop, the second runs, and goes on while the first is told', async () => {
      await runOnBench(other, second);
      await workbench.button('Run').click();
      await expect(page.locator('.notices')).toContainText('Another tab or window of Polyloop uses the port');
      await expect(workbench.button('Run')).toBeVisible();
      const soFar = await second.timelineNumber('events');
      await expect.poll(() => second.timelineNumber('events')).toBeGreaterThan(soFar + 100);
      await expect(other.getByTestId('run-badge')).not.toContainText('Disconnected');
      await second.stop();
    });
    await test.step('after that stop, the first runs again', async () => {
      await runOnBench(page, workbench);
      await workbench.stop();
    });
  } finally {
    await bench.stop();
  }
});

const TALKING = {
  ...{ polyloop: 1, name: 'talking', board: 'uno', target: 'superloop' },
  tasks: [
    {
      ...{ name: 'count', periodUs: 50_000, budgetUs: 20_000 },
      body: 'static uint16_t turn; Serial.print("turn "); Serial.println(++turn);',
    },
    { name: 'work', periodUs: 20_000, budgetUs: 5000, body: 'delayMicroseconds(2000);' },
  ],
};

test.describe('the panels', () => {
  test.use({
    settings: { welcomed: true, detail: 'full' },
    files: { 'talking.polyloop.json': JSON.stringify(TALKING) },
    serveArguments: ['--sketch', 'talking.polyloop.json'],
  });

  /** What the panels show after some jobs of a run, without the figures that differ from run to run. */
  async function shown(page: Page, workbench: Workbench, run: () => Promise<void>) {
    await run();
    const profiled = page.getByTestId('profile').locator('tr[data-task]');
    await expect
      .poll(async () => {
        await workbench.showPanel('profile');
        return (await profiled.count()) === 0 ? 0 : Number(await profiled.first().locator('td').first().textContent());
      })
      .toBeGreaterThanOrEqual(20);
    await workbench.stop();
    await workbench.showPanel('profile');
    const profile = await page.getByTestId('profile').locator('th').allTextContents();
    await workbench.showPanel('statistics');
    const statistics = page.getByTestId('statistics');
    await expect(statistics).toHaveAttribute('data-shows', 'measured');
    const heads = await statistics.locator('th').allTextContents();
    const tasks = await statistics.locator('tbody tr td:first-child').allTextContents();
    await workbench.showPanel('console');
    const lines = await page.getByTestId('console-output').locator('> *').allTextContents();
    const said = lines.flatMap((line) => /turn \d+/.exec(line) ?? []);
    return { profile, heads, tasks, said: said.slice(0, 10) };
  }

  test('show the same of a real board as of the virtual one', async ({ page, workbench }) => {
    const bench = await BenchUno.start();
    try {
      const virtual = await shown(page, workbench, () => workbench.runUntilAlive());
      expect(virtual.said).toEqual(Array.from({ length: 10 }, (_, index) => `turn ${index + 1}`));
      await chooseBench(page, workbench, bench);
      expect(await shown(page, workbench, () => runOnBench(page, workbench))).toEqual(virtual);
    } finally {
      await bench.stop();
    }
  });
});
