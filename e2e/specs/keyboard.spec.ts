/** A sketch from nothing to a saved and running program, without a mouse. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { readSketch } from '../../generator/sketch/read.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const MOST_PRESSES = 80;

/** Presses a key until the condition holds, at most as often as a patient user. */
async function pressUntil(page: Page, key: string, holds: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await holds()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_PRESSES} × ${key} do not lead there.`);
}

const hasFocus = (page: Page, selector: string) =>
  page.evaluate((within) => document.activeElement?.closest(within) != null, selector);

const expectFocus = (page: Page, selector: string) => expect.poll(() => hasFocus(page, selector)).toBe(true);

const nodeOf = (name: string): string => `.react-flow__node[data-id="tasks:${name}"]`;

/** Types into a field of the inspector, which Tab leads to. */
async function setField(workbench: Workbench, name: string, text: string): Promise<void> {
  const { page } = workbench;
  const field = workbench.field(name);
  await pressUntil(page, 'Tab', () => field.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function addTask(workbench: Workbench, name: string, first: string): Promise<void> {
  const { page } = workbench;
  await page.keyboard.press('t');
  await expectFocus(page, nodeOf(first));
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: `Name of ${first}` }).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expectFocus(page, nodeOf(name));
}

async function goToTask(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+F');
  await page.getByRole('combobox', { name: 'Find an element' }).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expectFocus(page, nodeOf(name));
}

async function writeBody(workbench: Workbench, name: string, code: string): Promise<void> {
  const { page } = workbench;
  await goToTask(page, name);
  await page.keyboard.press('Enter');
  await expect(workbench.editor).toBeVisible();
  await expectFocus(page, '.monaco-editor');
  await page.keyboard.press('ControlOrMeta+A');
  // Inserted at once, so that the editor does not close brackets by itself.
  await page.keyboard.insertText(code);
  await expect(workbench.editor).toContainText(code.slice(0, 12));
  await pressUntil(page, 'Escape', () => hasFocus(page, '.canvas'));
}

test('a sketch is built, timed, wired, written, run and saved with the keyboard alone', async ({
  page,
  served,
  workbench,
}) => {
  const tasks = page.locator('[data-testid^="node-tasks-"]');
  await expect(tasks).toHaveCount(3);
  await test.step('two tasks are added and named', async () => {
    await page.keyboard.press('ControlOrMeta+Alt+N');
    await expect(tasks).toHaveCount(0);
    await addTask(workbench, 'sense', 'Task1');
    await addTask(workbench, 'blink', 'Task1');
    await expect(tasks).toHaveCount(2);
  });
  await test.step('their values are set in the inspector, and Escape returns to the canvas', async () => {
    await pressUntil(page, 'F6', () => hasFocus(page, '[data-testid="inspector"]'));
    await setField(workbench, 'Period', '200 ms');
    await setField(workbench, 'Budget', '2 ms');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expectFocus(page, nodeOf('blink'));
    await expect(workbench.task('blink')).toContainText('200 ms');
  });
  await test.step('arrows go to the other task, and with Alt they move it', async () => {
    await page.keyboard.press('ArrowLeft');
    if (!(await hasFocus(page, nodeOf('sense')))) await page.keyboard.press('ArrowRight');
    if (!(await hasFocus(page, nodeOf('sense')))) await page.keyboard.press('ArrowUp');
    if (!(await hasFocus(page, nodeOf('sense')))) await page.keyboard.press('ArrowDown');
    await expectFocus(page, nodeOf('sense'));
    const place = () => page.locator(nodeOf('sense')).evaluate((node) => (node as HTMLElement).style.top);
    const before = await place();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(place).not.toBe(before);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(place, 'both steps are one undo').toBe(before);
  });
  await test.step('one writes to the other through a new channel', async () => {
    await goToTask(page, 'sense');
    await page.keyboard.press('w');
    const targets = page.getByRole('listbox', { name: 'Connect sense to' });
    await expect(targets.getByRole('option')).toHaveText([
      'A new channel from "sense" to "blink"',
      'A new channel from "blink" to "sense"',
    ]);
    await page.keyboard.press('Enter');
    await expect(workbench.channel('value1')).toBeVisible();
    await expectFocus(page, nodeOf('sense'));
  });
  await test.step('a bracket goes to the wire, and arrows go along it', async () => {
    await page.keyboard.press(']');
    await expectFocus(page, '.react-flow__edge');
    await page.keyboard.press('ArrowRight');
    await expectFocus(page, '.react-flow__node[data-id="channels:value1"]');
    await page.keyboard.press('[');
    await expectFocus(page, '.react-flow__edge');
    await page.keyboard.press('ArrowRight');
    await expectFocus(page, nodeOf('blink'));
  });
  await test.step('bodies are written', async () => {
    await writeBody(workbench, 'sense', 'int32_t level = analogRead(A0);\nvalue1_write(level);');
    await writeBody(workbench, 'blink', 'int32_t level;\nvalue1_read(&level);\ndigitalWrite(13, !digitalRead(13));');
  });
  await test.step('it runs on the virtual Uno, and stops', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByTestId('board-time')).toBeVisible();
    await expect.poll(async () => (await workbench.jobs('blink')).length).toBeGreaterThan(1);
    expect((await workbench.jobs('sense')).length).toBeGreaterThan(1);
    await page.keyboard.press('ControlOrMeta+.');
    await expect(page.getByTestId('run')).toBeVisible();
  });
  await test.step('it is saved', async () => {
    await page.keyboard.press('ControlOrMeta+S');
    const dialog = page.getByRole('dialog', { name: /save/i });
    const name = dialog.getByLabel('Name');
    await name.waitFor();
    await pressUntil(page, 'Tab', () => name.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const saved = readSketch(readFileSync(path.join(served.folder, 'keys.polyloop.json'), 'utf8'));
    if (!saved.ok) throw new Error(saved.problems.map((problem) => problem.message).join('\n'));
    expect(saved.sketch.tasks).toMatchObject([
      { name: 'sense', body: 'int32_t level = analogRead(A0);\nvalue1_write(level);' },
      { name: 'blink', periodUs: 200_000, budgetUs: 2_000 },
    ]);
    expect(saved.sketch.channels).toMatchObject([{ name: 'value1', writer: 'sense', readers: ['blink'] }]);
  });
});

test('a key acts only where the focus is, and F6 goes through all panels', async ({ page, workbench }) => {
  const tasks = page.locator('[data-testid^="node-tasks-"]');
  await expect(tasks).toHaveCount(3);
  await pressUntil(page, 'F6', () => hasFocus(page, '[data-testid="timeline"]'));
  for (const key of ['t', 'Delete', 'ControlOrMeta+D']) await page.keyboard.press(key);
  await expect(tasks).toHaveCount(3);
  await pressUntil(page, 'Escape', () => hasFocus(page, '.canvas'));
  const seen = new Set<string>();
  await pressUntil(page, 'F6', async () => {
    const part = await page.evaluate(() => {
      const group = document.activeElement?.closest('.dv-groupview, .strip, .rail');
      return group?.querySelector('[data-testid^="tab-"]')?.getAttribute('data-testid') ?? group?.className ?? '';
    });
    const isRound = seen.has(part) && seen.size > 1;
    seen.add(part);
    return isRound;
  });
  expect([...seen].sort()).toEqual(
    ['rail', 'strip', 'tab-board', 'tab-canvas', 'tab-console', 'tab-inspector', 'tab-timeline'].sort(),
  );
  await test.step('an element is selected, grouped and deleted', async () => {
    await page.keyboard.press('Escape');
    await pressUntil(page, 'F6', () => hasFocus(page, '.canvas'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+G');
    await page.getByRole('dialog', { name: 'Group' }).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Everything');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Group Everything, 6 elements/ })).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(tasks).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByRole('button', { name: /^Group Everything, 6 elements/ })).toBeVisible();
  });
  await expect(workbench.verdict).toBeVisible();
});
