/** The levels of the pins that a task drives, below its lane in the timeline. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { picture, takesPictures } from '../pages/picture.ts';

/** In both themes and two sizes. */
async function pictures(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(500);
      await picture(page, `${name}-${scheme}-${width}`);
    }
  }
}

const FILE = 'lights.polyloop.json';
const LIGHTS = {
  polyloop: 1,
  name: 'lights',
  board: 'uno',
  target: 'superloop',
  tasks: [
    {
      name: 'blink',
      periodUs: 100_000,
      budgetUs: 1000,
      setup: 'pinMode(13, OUTPUT);',
      body: 'digitalWrite(13, !digitalRead(13));',
    },
    {
      name: 'dimmer',
      periodUs: 200_000,
      budgetUs: 1000,
      setup: 'pinMode(5, OUTPUT);',
      body: 'analogWrite(5, 64);',
    },
    {
      name: 'register',
      periodUs: 250_000,
      budgetUs: 1000,
      setup: 'DDRB |= 16;',
      body: 'PORTB ^= 16;',
    },
  ],
  parts: [{ name: 'Lamp', kind: 'led', pins: { anode: '13' }, color: 'green' }],
};

test.use({ files: { [FILE]: JSON.stringify(LIGHTS) }, serveArguments: ['--sketch', FILE] });

test('each task has a row for the pins that its code or its jobs drive', async ({ page, workbench }) => {
  const rows = workbench.timeline.locator('.pl-timeline-label.is-pin');
  await page.getByRole('button', { name: 'Pin levels below the lanes' }).click();
  await expect(workbench.timeline).toContainText('A prediction has no pin levels');
  await expect(rows).toHaveCount(0);

  await workbench.runUntilAlive();
  // Nothing in the code names pin 12: the run shows that a job of “register” changes it.
  await expect(rows).toHaveText([/^Lamp\s*13$/, 'pin 5', 'pin 12']);
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(30);
  await workbench.stop();

  const readout = page.locator('.pl-timeline-readout');
  const point = async (pin: string) => {
    const row = await rows.and(page.locator(`[data-pin="${pin}"]`)).boundingBox();
    const plot = await workbench.timeline.locator('.pl-timeline-plot').boundingBox();
    if (row === null || plot === null) throw new Error('no row');
    await page.mouse.move(plot.x + plot.width * 0.6, row.y + row.height / 2);
  };
  await point('5');
  await expect(readout).toContainText(/pin 5: (high|low), 25 % high at 977 Hz/);
  await point('13');
  await expect(readout).toContainText(/Lamp, pin 13: (high|low) for [\d.]+\sms/);
  await pictures(page, 'pin-rows');

  await page.getByRole('button', { name: 'Pin levels below the lanes' }).click();
  await expect(rows).toHaveCount(0);
});

test('a command shows and hides the rows', async ({ page, workbench }) => {
  const toggle = page.getByRole('button', { name: 'Pin levels below the lanes' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await workbench.command('Timeline: show or hide pin levels below the lanes');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
});
