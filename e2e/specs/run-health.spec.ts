/**
 * Programs that do not work: the window reports this and the cause, while they run and afterwards.
 */
import { expect, test } from '../fixtures.ts';
import { picture } from '../pages/picture.ts';
import type { Workbench } from '../pages/workbench.ts';

const NAME = 'a control loop with quite a long name';
const second = { name: 'beat', periodUs: 50_000, budgetUs: 3_000, body: 'digitalWrite(13, !digitalRead(13));' };

function sketch(code: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { prelude = '', ...own } = code;
  const first = { name: NAME, periodUs: 20_000, budgetUs: 3_000, body: '', ...own };
  const document = { polyloop: 1, name: 'x', board: 'uno', target: 'superloop', prelude, tasks: [first, second] };
  return { 'x.polyloop.json': JSON.stringify(document) };
}

/**
 * Expects the same badge and sentence while the program runs and after it was stopped, then checks
 * the panels.
 */
async function expectDead(workbench: Workbench, badge: string | RegExp, sentence: RegExp): Promise<void> {
  const { page } = workbench;
  const shown = page.getByTestId('run-badge');
  await expect(shown).toHaveAttribute('data-health', 'failed');
  await expect(shown).toHaveText(badge);
  await expect(page.getByTestId('run-banner')).toContainText(sentence);
}

async function stopIfRunning({ page }: Workbench): Promise<void> {
  const stop = page.getByTestId('stop');
  if (await stop.isVisible()) await stop.click();
  await expect(page.getByTestId('run')).toBeVisible();
}

test.use({ serveArguments: ['--sketch', 'x.polyloop.json'] });

test.describe('a program that switches its transmitter off', () => {
  test.use({ files: sketch({ setup: 'UCSR0B = 0;' }) });

  test('is reported as silent, and no panel suggests pressing Run', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await expectDead(workbench, 'No telemetry yet', /UCSR0B/);
    await expect(workbench.timeline).toContainText(/then nothing/);
    await expect(workbench.timeline).not.toContainText('Press Run');
    await picture(page, 'silent-live');
    await stopIfRunning(workbench);
    await expectDead(workbench, 'No telemetry', /UCSR0B/);
    await expect(workbench.timeline).toContainText(/then nothing/);
    await workbench.showPanel('statistics');
    const row = page.getByTestId('statistics').locator(`tr[data-task="${NAME}"]`);
    await expect(row).toHaveAttribute('data-owed', /\d+/);
    await picture(page, 'silent-statistics');
    await page.getByTestId('run-banner').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByTestId('run-banner')).toBeHidden();
    await expect(page.getByTestId('run-badge')).toHaveText('No telemetry');
  });
});

test.describe('a program that hangs with interrupts off', () => {
  test.use({ files: sketch({ body: 'static unsigned n; if (++n == 10) { noInterrupts(); while (1); }' }) });

  test('is reported as hung, with the code in which it hangs', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await expectDead(workbench, 'Hung', new RegExp(`sent nothing since.*body of "${NAME}"`));
    await workbench.command('Theme: light');
    await expect(page.getByRole('dialog')).toBeHidden();
    await picture(page, 'hung-light');
    await stopIfRunning(workbench);
    await expectDead(workbench, 'Hung', /Interrupts have been off/);
    await workbench.showPanel('console');
    await expect(page.getByTestId('console-output')).toContainText('sent nothing');
  });
});

test.describe('a program that the watchdog resets repeatedly', () => {
  test.use({
    files: sketch({
      prelude: '#include <avr/wdt.h>',
      body: 'static unsigned n; if (++n == 10) { wdt_enable(WDTO_15MS); while (1); }',
    }),
  });

  test('is reported to reset, with the watchdog as the cause', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await expectDead(workbench, 'Resets', /started again.*watchdog reset the chip/);
    await picture(page, 'reset-live');
    await stopIfRunning(workbench);
    await expectDead(workbench, 'Resets', /started again/);
  });
});

test.describe('a program with a stack that leaves RAM', () => {
  test.use({
    files: sketch({
      prelude:
        'static __attribute__((noinline)) int deep(int n) { volatile char b[64]; b[0] = n; return deep(n + 1) + b[0]; }',
      body: 'static volatile int sink; static unsigned n; if (++n == 10) sink = deep(1);',
    }),
  });

  test('has a stack overflow, which ends the run', async ({ page, workbench }) => {
    await workbench.run();
    await expectDead(workbench, 'Stack overflow', new RegExp(`body of "${NAME}"`));
    await expect(page.getByTestId('run')).toBeVisible();
    await picture(page, 'stack-overflow');
  });
});

test.describe('a program that works', () => {
  test.use({ files: sketch({}) });

  test('has a badge for that, and a new run clears earlier findings', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await expect(page.getByTestId('run-badge')).toHaveAttribute('data-health', 'ok');
    await expect(page.getByTestId('run-badge')).toHaveText('No misses');
    await expect(page.getByTestId('run-banner')).toBeHidden();
    await picture(page, 'healthy');
    await workbench.stop();
    await expect(page.getByTestId('run-badge')).toHaveText('No misses');
  });
});
