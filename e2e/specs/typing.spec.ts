/**
 * Typed text goes where the focus is. Through every button and every loading state it never edits
 * the drawing, and no key that is meant for an editor is lost.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Served, test } from '../fixtures.ts';
import { cuttableHost } from '../pages/cuttable-host.ts';
import { Workbench } from '../pages/workbench.ts';

const FILE = 'typed.polyloop.json';
const BODY = 'digitalWrite(13, !digitalRead(13));';
const SKETCH = {
  polyloop: 1,
  name: 'typed',
  board: 'uno',
  target: 'superloop',
  tasks: [
    {
      name: 'blink',
      periodUs: 200_000,
      budgetUs: 1000,
      setup: 'pinMode(13, OUTPUT);',
      body: BODY,
      position: { x: 64, y: 64 },
    },
  ],
  parts: [{ name: 'lamp', kind: 'led', pins: { anode: '13' }, position: { x: 352, y: 88 } }],
};

test.use({ files: { [FILE]: JSON.stringify(SKETCH) }, serveArguments: ['--sketch', FILE] });

/** All keys of the drawing, and the keys that edit text. */
const LETTERS = 'the quick brown fox jumps over a lazy dog L T ICBPF ';
const EDITING_KEYS = ['Delete', 'Backspace', 'ControlOrMeta+A', 'ControlOrMeta+X', 'ControlOrMeta+D', 'F2'];

async function typeEverything(page: Page): Promise<void> {
  await page.keyboard.type(LETTERS);
  for (const key of EDITING_KEYS) await page.keyboard.press(key);
}

async function ready(page: Page, served: Served): Promise<Workbench> {
  const given = bytesOf(served);
  await page.goto(served.url);
  const workbench = new Workbench(page);
  await expect(workbench.task('blink')).toBeVisible();
  // Brings the file into the form in which the window writes it.
  await save(workbench);
  await expect.poll(() => bytesOf(served)).not.toBe(given);
  return workbench;
}

async function save({ page }: Workbench): Promise<void> {
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page).not.toHaveTitle(/^•/);
}

const bytesOf = ({ folder }: Served): string => readFileSync(path.join(folder, FILE), 'utf8');

/** Saves, and compares the file with the file before, except for the body of the task. */
async function expectOnlyBody(workbench: Workbench, served: Served, before: string, body: string): Promise<void> {
  await expect
    .poll(async () => {
      await workbench.page.keyboard.press('ControlOrMeta+S');
      return bytesOf(served);
    })
    .toBe(before.replace(JSON.stringify(BODY), JSON.stringify(body)));
}

/** Holds back the code editor until the returned function is called. */
async function holdEditor(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/body-editor[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const plainEditor = (page: Page) => page.getByRole('textbox', { name: 'Body of blink' });

test('typing on any button changes nothing', async ({ page, served }) => {
  const workbench = await ready(page, served);
  const before = bytesOf(served);
  await workbench.task('blink').click();
  const targets = page.locator('button, [role="tab"], [role="slider"], [role="tabpanel"], canvas, h2, footer, header');
  const count = await targets.count();
  expect(count).toBeGreaterThan(30);
  for (let index = 0; index < count; index += 1) {
    const target = targets.nth(index);
    const name = await target.evaluate((element) => {
      if (!element.checkVisibility() || element.closest('.canvas, [role="combobox"]') !== null) return null;
      if (!(element instanceof HTMLElement)) return null;
      element.focus();
      if (document.activeElement !== element) return null;
      return `${element.tagName} ${element.className} ${element.ariaLabel ?? element.textContent}`;
    });
    if (name === null) continue;
    // A space presses a button.
    await page.keyboard.type(LETTERS.replaceAll(' ', ''));
    for (const key of EDITING_KEYS) await page.keyboard.press(key);
    expect.soft(await page.title(), name).toBe('typed – Polyloop');
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await typeEverything(page);
  await page.keyboard.press('Enter');
  expect(bytesOf(served)).toBe(before);
  await save(workbench);
  expect(bytesOf(served)).toBe(before);
});

test('the drawing takes its keys after a click on it', async ({ page, served }) => {
  const workbench = await ready(page, served);
  const cards = page.locator('.react-flow__node[data-id^="tasks:"]');
  await page.getByTestId('canvas').click({ position: { x: 20, y: 20 } });
  await page.keyboard.press('t');
  await expect(cards).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(1);
  await page.keyboard.press('t');
  await expect(cards, 'the drawing keeps the focus when its card is deleted').toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(cards).toHaveCount(1);
  await page.keyboard.press('t');
  await expect(cards).toHaveCount(2);
  await workbench.add('Task');
  await expect(cards).toHaveCount(3);
  await page.keyboard.press('Delete');
  await expect(cards, 'a new card has the focus of the drawing').toHaveCount(2);
});

test.describe('while the code editor is loading', () => {
  test('all keys write code, and the code editor continues at the caret', async ({ page, served }) => {
    const release = await holdEditor(page);
    const workbench = await ready(page, served);
    const before = bytesOf(served);
    await workbench.task('blink').click();
    await page.keyboard.press('Enter');
    // Without a wait for the editor.
    await page.keyboard.type(LETTERS);
    await expect(plainEditor(page)).toBeFocused();
    await expect(page.getByText('Loading the editor…')).toBeVisible();
    await expect(plainEditor(page)).toHaveValue(LETTERS + BODY);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Delete');
    await expect(plainEditor(page)).toHaveValue(`${LETTERS}  ${BODY.slice(1)}`);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+X');
    await expect(plainEditor(page)).toHaveValue('');
    release();
    // The code editor takes over in the middle of this text.
    const text = 'tick '.repeat(200);
    await page.keyboard.type(text);
    await expect(page.locator('.monaco-editor').first()).toBeVisible();
    await expect(plainEditor(page).and(page.locator('.plain-code'))).toHaveCount(0);
    await page.keyboard.type('end ');
    await expectOnlyBody(workbench, served, before, `${text}end `);
  });

  test('a field that the user goes to keeps the focus', async ({ page, served }) => {
    const release = await holdEditor(page);
    const workbench = await ready(page, served);
    const before = bytesOf(served);
    await workbench.task('blink').dblclick();
    await expect(plainEditor(page)).toBeFocused();
    await workbench.field('Period').fill('');
    await page.keyboard.type('250');
    release();
    await expect(page.locator('.plain-code')).toHaveCount(0);
    await page.keyboard.type(' ms');
    await expect(workbench.field('Period')).toHaveValue('250 ms');
    await page.keyboard.press('Escape');
    await expectOnlyBody(workbench, served, before, BODY);
  });

  test('another panel does not edit the drawing, and the editor does not take its focus', async ({ page, served }) => {
    const release = await holdEditor(page);
    const workbench = await ready(page, served);
    const before = bytesOf(served);
    await workbench.task('blink').dblclick();
    await expect(plainEditor(page)).toBeFocused();
    for (const panel of ['canvas', 'design', 'timeline', 'problems', 'console']) {
      await workbench.showPanel(panel);
      await typeEverything(page);
    }
    release();
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('body-editor'))),
      )
      .toBe(true);
    await typeEverything(page);
    await page.keyboard.press('Enter');
    await expectOnlyBody(workbench, served, before, BODY);
    await page.locator('.dock-tab', { hasText: 'blink' }).click();
    await expect(page.locator('.monaco-editor').first()).toBeVisible();
  });

  test('a code editor that cannot be loaded leaves a field to write in, and is loaded again', async ({
    page,
    served,
  }) => {
    await page.route(/body-editor[^/]*\.js/, (route) => route.abort());
    const workbench = await ready(page, served);
    const before = bytesOf(served);
    await workbench.task('blink').dblclick();
    await expect(page.getByText('The code editor could not be loaded.')).toBeVisible();
    await plainEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(LETTERS);
    await page.unroute(/body-editor[^/]*\.js/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.plain-code')).toHaveCount(0);
    await expectOnlyBody(workbench, served, before, LETTERS);
  });
});

test('an open editor takes the keys at once when its code is opened again', async ({ page, served }) => {
  const workbench = await ready(page, served);
  const before = bytesOf(served);
  await workbench.openBody('blink');
  await expect(page.locator('.plain-code')).toHaveCount(0);
  await workbench.showPanel('canvas');
  await workbench.task('blink').click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('tick ');
  await expectOnlyBody(workbench, served, before, `tick ${BODY}`);
});

test('a file dialog that is still loading takes the keys, and Escape cancels it', async ({ page, served }) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/file-picker[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  const workbench = await ready(page, served);
  const before = bytesOf(served);
  await workbench.task('blink').click();
  const loading = page.waitForRequest(/file-picker[^/]*\.js/);
  await page.keyboard.press('ControlOrMeta+O');
  await loading;
  await typeEverything(page);
  await page.keyboard.press('Escape');
  const loaded = page.waitForResponse(/file-picker[^/]*\.js/);
  release();
  await (await loaded).finished();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(bytesOf(served)).toBe(before);
  await page.keyboard.press('ControlOrMeta+O');
  await expect(workbench.dialog('Open a sketch')).toBeVisible();
});

test('a dialog takes the keys as soon as it is asked for', async ({ page, served }) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/documentation[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  const workbench = await ready(page, served);
  const before = bytesOf(served);
  await workbench.task('blink').click();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('theme: tclbpf');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toHaveValue('theme: tclbpf');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+O');
  await typeEverything(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await workbench.fromMenu('Help', 'Documentation');
  await typeEverything(page);
  await expect(workbench.dialog('Documentation')).toContainText('Loading the pages…');
  release();
  await expect(workbench.dialog('Documentation').getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await save(workbench);
  expect(bytesOf(served)).toBe(before);
});

test('text reaches the code while the host is lost', async ({ page, served }) => {
  const host = await cuttableHost(page);
  const workbench = await ready(page, served);
  const before = bytesOf(served);
  await workbench.task('blink').click();
  host.cut();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await again.focus();
  await page.keyboard.type(LETTERS.replaceAll(' ', ''));
  for (const key of EDITING_KEYS) await page.keyboard.press(key);
  await expect(page).toHaveTitle('typed – Polyloop');
  await workbench.task('blink').dblclick();
  await page.keyboard.type('tick ');
  host.restore();
  // The window connects again by itself.
  await expect(again).toBeHidden();
  await expectOnlyBody(workbench, served, before, `tick ${BODY}`);
});
