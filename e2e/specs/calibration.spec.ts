/** The overheads of the virtual Uno are measured from the verdict, which then counts them. */
import { expect, test } from '../fixtures.ts';

const MEASURED = 'overheads measured on the virtual board on';

test('the verdict counts what was measured, until the user goes back', async ({ workbench }) => {
  const { page } = workbench;
  await page.getByTestId('admission-meter').click();
  const explanation = page.getByTestId('admission-explanation');
  await expect(explanation).toContainText('The verdict counts shipped overheads.');
  await explanation.getByRole('button', { name: 'Measure on the board' }).click();
  await expect(explanation.getByRole('status')).toContainText('Program');
  // Each program is built and run, which takes minutes on a busy machine, so each has its own limit.
  for (const next of [2, 3, 4, 5])
    await expect(explanation).toContainText(new RegExp(`Program [${next}-5]|${MEASURED}`));
  await expect(explanation).toContainText(MEASURED);
  await explanation.getByRole('button', { name: 'Use the shipped overheads' }).click();
  await expect(explanation).toContainText('The verdict counts shipped overheads.');
});
