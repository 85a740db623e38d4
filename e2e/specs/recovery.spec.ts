/** Nothing unsaved is lost when the host or the window is killed. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { expect, test } from '../fixtures.ts';
import { Workbench } from '../pages/workbench.ts';
import { serve } from '../serve.ts';

async function shown(page: Page, url: string): Promise<Workbench> {
  await page.goto(url);
  await expect(page.locator('.workbench[aria-busy="false"]')).toBeVisible();
  return new Workbench(page);
}

async function setBudget(workbench: Workbench, budget: string): Promise<void> {
  await workbench.showPanel('canvas');
  await workbench.task('blink').click();
  await workbench.setField('Budget', budget);
}

test('an open window saves after a restart of the host, and the next window restores what it did not save', async ({
  context,
}) => {
  test.skip(process.platform !== 'linux', 'elsewhere a restarted host has another address');
  const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-e2e-'));
  const file = path.join(folder, 'mine.polyloop.json');
  const task = newTask('blink', { periodUs: 100_000, budgetUs: 1000 });
  writeFileSync(file, writeSketch(newSketch('mine', { tasks: [task] })));
  const kept = path.join(folder, '.polyloop-home', 'config', 'recovery');
  /** What the host keeps. */
  const texts = () => {
    const names = existsSync(kept) ? readdirSync(kept) : [];
    return names.filter((name) => name.endsWith('.json')).map((name) => readFileSync(path.join(kept, name), 'utf8'));
  };
  const start = () => serve(folder, ['--sketch', file]);
  let host = await start();
  try {
    const { url } = host;
    const page = await context.newPage();
    const workbench = await shown(page, url);
    await host.kill();
    await setBudget(workbench, '2 ms');
    host = await start();
    expect(host.url).toBe(url);
    await expect.poll(() => texts().join()).toContain('2000');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('2000');
    await setBudget(workbench, '3 ms');
    await expect.poll(() => texts().join()).toContain('3000');
    await page.close({ runBeforeUnload: false });
    await host.kill();
    host = await start();
    const next = await context.newPage();
    const again = await shown(next, host.url);
    const dialog = again.dialog('Restore unsaved changes?');
    await expect(dialog).toContainText('mine.polyloop.json');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(next.getByRole('img', { name: 'Unsaved changes' }).first()).toBeVisible();
    // In the tab of the file, which was open without changes.
    await expect(next.getByRole('tab', { name: 'mine' })).toHaveCount(0);
    await next.keyboard.press('Control+s');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('3000');
    await expect.poll(texts).toEqual([]);
  } finally {
    await host.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
