/** What the analysis promised, and what the program did: shown together, with the remedy. */
import { expect, test } from '../fixtures.ts';
import { picture } from '../pages/picture.ts';

const blink = { name: 'blink', periodUs: 200_000, budgetUs: 1_000, body: 'delay(20);' };
const document = { polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [blink] };
test.use({ files: { 'x.polyloop.json': JSON.stringify(document) } });

test.describe('a job that takes longer than its budget', () => {
  test.use({ serveArguments: ['--sketch', 'x.polyloop.json'] });

  test('replaces the verdict at once, and its budget can be set to what was measured', async ({ page, workbench }) => {
    const icon = page.getByTestId('admission-meter').locator('[data-verdict]');
    await expect(icon).toHaveAttribute('data-verdict', 'yes');
    const place = await workbench.timeline.boundingBox();
    await workbench.runUntilAlive();
    await expect(workbench.verdict).toHaveText(/^blink took 20(\.\d+)? ms; it was promised 1 ms\.$/);
    await expect(icon).toHaveAttribute('data-verdict', 'broken');
    const line = page.getByTestId('promise-line');
    await expect(line).toContainText('it was promised 1 ms');
    expect(await workbench.timeline.boundingBox(), 'the line does not move the timeline').toEqual(place);
    const [above, below] = [await line.boundingBox(), await page.locator('.workbench-main').boundingBox()];
    if (above === null || below === null) throw new Error('The line and the panels must be visible.');
    expect(above.y + above.height, 'the line covers no panel').toBeLessThanOrEqual(below.y + 1);
    await picture(page, 'promise-dark');
    await workbench.command('Theme: light');
    await expect(page.getByRole('dialog')).toBeHidden();
    await picture(page, 'promise-light');
    await line.getByRole('button', { name: /^Set budget to 2\d(\.\d)? ms$/ }).click();
    await expect(line).toBeHidden();
    await expect(workbench.task('blink')).toContainText(/takes2\d(\.\d)?\sms/);
    await expect(page.getByTestId('run-badge')).toHaveAttribute('data-earlier', 'true');
    await expect(workbench.timeline).toContainText('from an earlier version of the sketch');
    await picture(page, 'promise-set');
    await workbench.stop();
    await workbench.runUntilAlive();
    await expect(page.getByTestId('run-badge')).toHaveText('No misses');
    await expect(icon).toHaveAttribute('data-verdict', 'yes');
    await expect(page.getByTestId('promise-line')).toBeHidden();
  });

  test('leads to the code', async ({ page, workbench }) => {
    await workbench.runUntilAlive();
    await page.getByTestId('promise-line').getByRole('button', { name: 'Show code' }).click();
    await expect(workbench.editor).toContainText('delay(20)');
  });
});

test.describe('a job that waits for a second, in a task with a budget of a millisecond', () => {
  const waits = { name: 'blink', periodUs: 10_000, budgetUs: 1_000, body: 'delay(1000);' };
  test.use({ files: { 'x.polyloop.json': JSON.stringify({ ...document, tasks: [waits] }) } });
  test.use({ serveArguments: ['--sketch', 'x.polyloop.json'] });

  test('breaks its promise, and its code is not called stuck', async ({ page, workbench }) => {
    const badge = page.getByTestId('run-badge');
    await page.evaluate(() => {
      const seen = new Set<string>();
      const look = () => seen.add(window.document.querySelector('[data-testid="run-badge"]')?.textContent ?? '');
      new MutationObserver(look).observe(window.document.body, { childList: true, subtree: true, characterData: true });
      (window as unknown as { badges: Set<string> }).badges = seen;
    });
    await workbench.runUntilAlive();
    await expect(workbench.verdict).toHaveText(/^blink took 1(\.00\d)? s; it was promised 1 ms\.$/);
    await expect(badge).toHaveText(/misses$/);
    const badges = await page.evaluate(() => [...(window as unknown as { badges: Set<string> }).badges]);
    expect(badges).not.toContain('Hung');
    await page
      .getByTestId('promise-line')
      .getByRole('button', { name: /^Set budget to 1\.\d+ s$/ })
      .click();
    // No period of 10 ms has room for a job of a second.
    await expect(page.getByTestId('admission-meter').locator('[data-verdict]')).toHaveAttribute('data-verdict', 'no');
  });
});
