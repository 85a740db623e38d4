/** Why a sketch is admitted: the numbers behind the verdict, updated live. */
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

async function openExplanation(workbench: Workbench) {
  await workbench.page.getByTestId('admission-meter').click();
  const explanation = workbench.page.getByTestId('admission-explanation');
  await expect(explanation).toBeVisible();
  return explanation;
}

test('the meter opens the formulas with this sketch’s numbers', async ({ workbench }) => {
  const explanation = await openExplanation(workbench);
  await test.step('each task’s response time and deadline', async () => {
    const rows = explanation.getByRole('table', { name: 'Response times' }).locator('tbody tr');
    await expect(rows).toHaveCount(3);
    for (const [index, deadline] of ['100', '250', '500'].entries()) {
      const row = rows.nth(index);
      await expect(row).toContainText(`${deadline} ms`);
      await expect(row).toHaveAttribute('data-meets', 'true');
      // R has a value, which equals the one on the task's card.
      const response = (await row.locator('td').nth(1).textContent()) ?? '';
      expect(Number.parseFloat(response)).toBeGreaterThan(10);
      const name = ['fast', 'medium', 'slow'][index] ?? '';
      await expect(workbench.task(name)).toContainText(`${Number.parseFloat(response)} / ${deadline} ms`);
    }
  });
  await test.step('the deciding test is open, with its formula typeset and the numbers put in', async () => {
    const chosen = explanation.getByRole('tab', { selected: true });
    await expect(chosen).toContainText(/non-preemptive response-time analysis/i);
    const panel = explanation.getByRole('tabpanel');
    await expect(panel.locator('.katex').first()).toBeVisible();
    for (const name of ['fast', 'medium', 'slow']) await expect(panel).toContainText(name);
    const symbolic = panel.getByTestId('symbolic-formula');
    await expect(symbolic.locator('.katex').first()).toBeVisible();
    await expect(symbolic.getByText('longest blocking by a less urgent task')).toBeVisible();
    // The blocking job starts 1 ns before, which is "just before", not 49999.999.
    await expect(panel).not.toContainText('.999');
    await expect(panel).toContainText(/\d+(\.\d+)? ms/);
  });
  await test.step('without runtime overheads, R consists only of budgets', async () => {
    await explanation.getByRole('switch').click();
    const fast = explanation.getByRole('row').filter({ hasText: 'fast' });
    // The task's own time, plus the longest other job, which has just started.
    await expect(fast).toContainText('60 ms');
    await expect(explanation).toContainText('30 % declared');
    await expect(workbench.page.getByTestId('textbook')).toHaveText(/^As in the textbook/);
  });
});

test('another target uses other tests', async ({ workbench }) => {
  await expect(workbench.verdict).toContainText('Everything fits. Tightest: ');
  await (await workbench.sketchChoice('Target')).selectOption({ label: 'FreeRTOS' });
  await expect(workbench.verdict).toContainText('Everything fits');
  const explanation = await openExplanation(workbench);
  await expect(explanation).toContainText(/Proved by (?!non-preemptive)/);
  const applies = (label: string) => explanation.getByRole('tab', { name: label, exact: true });
  const openOthers = () => explanation.getByText(/^Does not apply/).click();
  await openOthers();
  await expect(applies('Response-time analysis')).toHaveAttribute('data-applies', 'true');
  await expect(applies('Non-preemptive response-time analysis')).toHaveAttribute('data-applies', 'false');
  await workbench.page.keyboard.press('Escape');
  await (await workbench.sketchChoice('Target')).selectOption({ label: 'Super-loop' });
  await openExplanation(workbench);
  await expect(explanation).toContainText('Proved by non-preemptive response-time analysis');
  await openOthers();
  await expect(applies('Response-time analysis')).toHaveAttribute('data-applies', 'false');
  await expect(applies('Non-preemptive response-time analysis')).toHaveAttribute('data-applies', 'true');
});

test('every number follows the slider while it moves', async ({ page, workbench }) => {
  await workbench.task('slow').click();
  // Waits until the slider is in view and has stopped moving.
  await workbench.slider('Budget').hover();
  const thumb = await workbench.slider('Budget').boundingBox();
  if (thumb === null) throw new Error('The slider of the budget is not shown.');
  const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const seen: string[] = [(await workbench.verdict.textContent()) ?? ''];
  const cards: string[] = [(await workbench.task('fast').textContent()) ?? ''];
  for (let pixels = 6; pixels <= 60; pixels += 6) {
    await page.mouse.move(x + pixels, y);
    await expect(workbench.verdict).not.toHaveText(seen.at(-1) ?? '');
    await expect(workbench.task('fast')).not.toHaveText(cards.at(-1) ?? '');
    seen.push((await workbench.verdict.textContent()) ?? '');
    cards.push((await workbench.task('fast').textContent()) ?? '');
  }
  expect(seen.at(0)).toContain('Everything fits');
  expect(seen.at(-1)).not.toContain('Everything fits');
  expect(seen.some((sentence) => sentence.includes('fast misses by'))).toBe(true);
  expect(new Set(seen).size).toBe(seen.length);
  await page.mouse.up();
  await test.step('the whole drag is one step of undo', async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(workbench.verdict).toHaveText(seen[0] ?? '');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(workbench.verdict).toHaveText(seen.at(-1) ?? '');
  });
});
