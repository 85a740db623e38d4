/** Bodies of blocks: built with the mouse, and with the keyboard alone. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readSketch } from '../../generator/sketch/read.ts';
import { expect, test } from '../fixtures.ts';
import { BlocksPage } from '../pages/blocks.ts';

const FILE = 'desk.polyloop.json';
const DESK = {
  polyloop: 1,
  name: 'desk',
  board: 'uno',
  target: 'superloop',
  tasks: [],
  parts: [
    { name: 'Button', kind: 'button', pins: { a: '2' } },
    { name: 'LED', kind: 'led', pins: { anode: '13' } },
    { name: 'Knob', kind: 'potentiometer', pins: { wiper: 'A0' } },
    { name: 'Dimmed', kind: 'led', pins: { anode: '6' } },
  ],
};

test.use({
  files: { [FILE]: JSON.stringify(DESK) },
  serveArguments: ['--sketch', FILE],
  settings: { welcomed: true, detail: 'simple' },
});

test('a button and a knob are built from blocks alone and run, and code and blocks keep each other', async ({
  page,
  workbench,
  served,
}) => {
  const blocks = new BlocksPage(page);

  await test.step('the button switches the LED', async () => {
    await workbench.add('Task');
    await workbench.button('Open the blocks').click();
    await blocks.isReady();
    await blocks.intoBody('Parts', 'led_set');
    await expect(blocks.code).toContainText('digitalWrite(13, true ? HIGH : LOW);');
    await blocks.drag('Parts', 'button', blocks.blocks('truth'), { x: 2, y: 4 });
    await expect(blocks.code).toContainText('digitalRead(2) == LOW ? HIGH : LOW');
  });

  await test.step('the knob sets the brightness', async () => {
    await workbench.showPanel('canvas');
    await workbench.add('Task');
    await workbench.button('Open the blocks').click();
    await blocks.isReady();
    await blocks.intoBody('Parts', 'led_brightness');
    await blocks.drag('Math', 'map', blocks.blocks('number'), { x: 2, y: 4 });
    await blocks.drag('Parts', 'knob', blocks.blocks('number'), { x: 2, y: 4 });
    await expect(blocks.code).toContainText('analogRead(A0)');
    await expect(blocks.code).toContainText('analogWrite(6');
  });

  await test.step('undo takes one gesture back', async () => {
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(blocks.code).not.toContainText('analogRead(A0)');
    await expect(blocks.code).toContainText('analogWrite(6');
    await page.getByRole('button', { name: /^Redo/ }).click();
    await expect(blocks.code).toContainText('analogRead(A0)');
  });

  await test.step('it runs, and the board follows the button and the knob', async () => {
    await workbench.runUntilAlive();
    const board = page.getByTestId('drawn-board');
    const button = board.getByRole('button', { name: 'Press Button' });
    await button.hover();
    await page.mouse.down();
    await expect(page.getByTestId('drawn-pin-13')).toHaveAccessibleName(/^Pin 13, output high/);
    await page.mouse.up();
    await expect(page.getByTestId('drawn-pin-13')).toHaveAccessibleName(/^Pin 13, output low/);
    const knob = board.getByRole('slider', { name: 'Turn Knob' });
    await knob.focus();
    await page.keyboard.press('Home');
    await expect(board.getByRole('img', { name: /^Dimmed is dark/ })).toBeVisible();
    await page.keyboard.press('End');
    await expect(board.getByRole('img', { name: /^Dimmed is lit/ })).toBeVisible();
    await workbench.stop();
  });

  await test.step('printed code is locked until the blocks are set aside', async () => {
    await blocks.look('Code').click();
    await expect(workbench.editor).toBeVisible();
    await workbench.editor.click();
    await page.keyboard.type('x');
    await expect(workbench.editor).not.toContainText('xanalog');
    await workbench.button('Edit the code').click();
    await workbench.writeCode('analogWrite(6, 7);');
    await expect(page.getByRole('note')).toContainText('The blocks of this code are set aside');
  });

  await test.step('back to the blocks, and back to the typed code', async () => {
    await workbench.button('Back to blocks').click();
    await expect(blocks.code).toContainText('analogRead(A0)');
    await blocks.look('Code').click();
    await workbench.button('Back to my code').click();
    await expect(workbench.editor).toContainText('analogWrite(6, 7);');
    await blocks.look('Blocks').click();
    await expect(blocks.code).toContainText('analogRead(A0)');
  });

  await test.step('the file has the blocks and the code', async () => {
    await page.keyboard.press('ControlOrMeta+S');
    await expect
      .poll(() => {
        const read = readSketch(readFileSync(path.join(served.folder, FILE), 'utf8'));
        return read.ok ? read.sketch.tasks.map(({ blocks: built }) => built?.body?.typed) : [];
      })
      .toEqual([undefined, 'analogWrite(6, 7);']);
  });
});

test('a body of ten blocks is built with the keyboard alone', async ({ page, workbench }) => {
  const blocks = new BlocksPage(page);
  await workbench.add('Task');
  await workbench.button('Open the blocks').focus();
  await page.keyboard.press('Enter');
  await blocks.isReady();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // Each puts the first block of the category below the block with the focus.
  for (let count = 1; count <= 10; count++) {
    await press('t');
    await expect(blocks.view.locator('.blocklyToolboxCategoryContainer.blocklyActiveFocus')).toBeVisible();
    await press('ArrowRight');
    await expect(blocks.view.locator('.blocklyFlyout .blocklyActiveFocus')).toBeVisible();
    await press('Enter');
    await expect(blocks.view.locator('.blocklyFlyout .blocklyActiveFocus')).toHaveCount(0);
    await expect(blocks.view.locator('.blocklyActiveFocus')).toBeVisible();
    await press('Enter');
    await expect(blocks.code.locator('.printed-line', { hasText: 'pinMode(13, OUTPUT);' })).toHaveCount(count);
  }
  // A browser blurs an element that moves in the document. The next key is for the blocks nevertheless.
  await page.evaluate(() => (document.activeElement as SVGElement).blur());
  await expect(blocks.view.locator('.blocklyActiveFocus')).toBeVisible();
  // Each block is one step of undo, and the keys stay in the blocks.
  await press('ControlOrMeta+Z');
  await expect(blocks.blocks('pin_mode')).toHaveCount(9);
  await press('ControlOrMeta+Shift+Z');
  await expect(blocks.blocks('pin_mode')).toHaveCount(10);
  await press('Delete');
  await expect(blocks.blocks('pin_mode')).toHaveCount(9);
  await press('ControlOrMeta+Z');
  await expect(blocks.blocks('pin_mode')).toHaveCount(10);
});

test('the first paint loads neither Blockly nor the code editor', async ({ page, workbench }) => {
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''));
  const large = /blocks-view|block-workspace|body-editor|sprites|take-blocks/;
  expect((await loaded()).filter((name) => large.test(name))).toEqual([]);
  await workbench.add('Task');
  await workbench.button('Open the blocks').click();
  await new BlocksPage(page).isReady();
  expect((await loaded()).some((name) => name.startsWith('blocks-view'))).toBe(true);
  expect((await loaded()).some((name) => name.startsWith('body-editor'))).toBe(false);
});
