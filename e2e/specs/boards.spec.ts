/** The choice of a board: search, keys, the verdict, and what the sketch's file has then. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';

const FILE = 'least.polyloop.json';
const TASK = { name: 'T1', periodUs: 50_000, budgetUs: 1000 };
const LEAST = { polyloop: 1, name: 'least', board: 'uno', target: 'superloop', tasks: [TASK] };

test.use({ files: { [FILE]: JSON.stringify(LEAST) }, serveArguments: ['--sketch', FILE] });

test('a board of PlatformIO is found by words, judged, and kept in the file', async ({ workbench, served, page }) => {
  await page.getByTestId('inspector').getByLabel('Board').selectOption('More boards…');
  const search = page.getByRole('combobox', { name: 'Search boards' });
  const options = page.getByRole('option');
  await expect(search).toBeFocused();
  await expect(options.first()).toContainText('Arduino Uno');
  await expect(options.first()).toContainText('Virtual board');
  await search.fill('toaster');
  await expect(page.getByText('No board has these words.')).toBeVisible();
  await search.fill('leonardo atmega32u4');
  await expect(options.filter({ hasText: 'Built, not run' }).first()).toContainText('Arduino Leonardo');
  await search.press('ArrowDown');
  await search.press('ArrowUp');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await search.press('Enter');
  await expect(search).toBeHidden();

  await expect(page.getByTestId('inspector').getByLabel('Board')).toHaveValue('leonardo');
  await expect(workbench.verdict).toContainText('Everything fits.');
  await page.getByTestId('admission-meter').click();
  const explanation = page.getByTestId('admission-explanation');
  await expect(explanation).toContainText('overheads of ATmega328P/2560, because none were measured on this board');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeHidden();
  const saved = JSON.parse(readFileSync(path.join(served.folder, FILE), 'utf8'));
  expect(saved).toMatchObject({ board: 'leonardo', boardFacts: { platform: 'atmelavr', usb: expect.any(Array) } });
});
