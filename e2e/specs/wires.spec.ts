/** Wires on the canvas: refused while they are drawn, and drawn onto an element as well as onto a port. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

const SKETCH = {
  polyloop: 1,
  name: 'wires',
  board: 'uno',
  target: 'superloop',
  tasks: [
    { name: 'sense', periodUs: 20_000, budgetUs: 1_000, position: { x: 0, y: 0 } },
    { name: 'act', periodUs: 50_000, budgetUs: 2_000, position: { x: 480, y: 0 } },
    { name: 'log', periodUs: 100_000, budgetUs: 2_000, position: { x: 480, y: 160 } },
  ],
  channels: [
    {
      name: 'value1',
      kind: 'ring-buffer',
      capacity: 4,
      item: [{ name: 'value', type: 'int16' }],
      writer: 'sense',
      reader: 'act',
      position: { x: 260, y: 16 },
    },
  ],
  resources: [{ name: 'bus', users: [], position: { x: 260, y: 200 } }],
  parts: [{ name: 'Lamp', kind: 'led', pins: { anode: '13' }, position: { x: 0, y: 200 } }],
};

test.use({
  files: { 'wires.polyloop.json': JSON.stringify(SKETCH) },
  serveArguments: ['--sketch', 'wires.polyloop.json'],
});

const tip = (workbench: Workbench): Locator => workbench.page.locator('.wire-tip');

/** Begins a wire at an output, and holds it over an element. */
async function hold(workbench: Workbench, from: string, over: Locator): Promise<void> {
  await workbench.page.getByLabel(`Output of ${from}`, { exact: true }).hover();
  await workbench.page.mouse.down();
  await moveTo(workbench, over);
}

async function moveTo({ page }: Workbench, over: Locator): Promise<void> {
  const box = await over.boundingBox();
  if (box === null) throw new Error('The element is not on the canvas.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
}

test('a wire that is not possible is refused while it is drawn, with the reason', async ({ page, workbench }) => {
  const line = page.locator('.react-flow__connection-path');
  const stroke = () => line.evaluate((path) => getComputedStyle(path).strokeDasharray);
  const wires = page.locator('.react-flow__edge');
  await expect(wires).toHaveCount(2);

  await test.step('a reader that already reads', async () => {
    await hold(workbench, 'value1', workbench.task('act'));
    await expect(tip(workbench)).toHaveText('"act" already reads "value1".');
    await expect(tip(workbench)).toHaveAttribute('data-refused', 'true');
    expect(await stroke(), 'the wire has the refused style').toContain('6');
    await expect(workbench.task('act')).toHaveAttribute('data-wire', 'refused');
  });
  await test.step('the writer cannot read too, and another task can', async () => {
    await moveTo(workbench, workbench.task('sense'));
    await expect(tip(workbench)).toHaveText('"sense" writes "value1" and cannot read it too.');
    await expect(workbench.task('log')).toHaveAttribute('data-wire', 'allowed');
    await moveTo(workbench, workbench.task('log'));
    await expect(tip(workbench)).toHaveText('"log" reads "value1".');
    await expect(tip(workbench)).toHaveAttribute('data-refused', 'false');
    expect(await stroke()).toBe('none');
  });
  await test.step('the pane has no tip, and a refused wire changes nothing', async () => {
    await moveTo(workbench, workbench.task('sense'));
    await page.mouse.up();
    await expect(tip(workbench)).toHaveCount(0);
    await expect(wires).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  });
  await test.step('a task and itself, a part, and a port that refuses', async () => {
    await hold(workbench, 'sense', page.getByTestId('node-parts-Lamp'));
    await expect(tip(workbench)).toContainText('Task "sense" cannot be wired to part "Lamp".');
    await moveTo(workbench, workbench.task('sense'));
    await expect(tip(workbench)).toHaveText('Task "sense" cannot be wired to itself.');
    await moveTo(workbench, page.getByLabel('Input of value1', { exact: true }));
    await expect(tip(workbench)).toHaveText('"sense" already writes "value1".');
    await page.mouse.up();
    await expect(wires).toHaveCount(2);
  });
});

test('a wire ends at a port or anywhere on an element', async ({ page, workbench }) => {
  const wires = page.locator('.react-flow__edge');
  await hold(workbench, 'value1', workbench.task('log'));
  await page.mouse.up();
  await expect(page.getByLabel('log reads value1')).toHaveCount(1);
  await workbench.connect('log', 'bus');
  await expect(page.getByLabel('log locks bus')).toHaveCount(1);
  await hold(workbench, 'log', workbench.task('sense'));
  await expect(tip(workbench)).toHaveText('A new channel from "log" to "sense".');
  await page.mouse.up();
  await expect(workbench.channel('value2')).toBeVisible();
  await expect(wires).toHaveCount(6);
});
