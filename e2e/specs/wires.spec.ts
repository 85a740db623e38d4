/**
 * Wires that are refused while they are drawn, live numbers on cards and wires, and cards that are
 * readable from far away.
 */
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
  await expect(page.getByLabel('log reads channel value1')).toHaveCount(1);
  await workbench.connect('log', 'bus');
  await expect(page.getByLabel('log locks resource bus')).toHaveCount(1);
  await hold(workbench, 'log', workbench.task('sense'));
  await expect(tip(workbench)).toHaveText('A new channel from "log" to "sense".');
  await page.mouse.up();
  await expect(workbench.channel('value2')).toBeVisible();
  await expect(wires).toHaveCount(6);
});

test('cards and wires show the bounds, and the measured numbers beside them', async ({ page, workbench }) => {
  const response = workbench.task('act').locator('.task-response');
  const fill = workbench.channel('value1').locator('.channel-fill');
  const boxes = async () => [
    await workbench.task('act').boundingBox(),
    await workbench.channel('value1').boundingBox(),
  ];
  await expect(response).toContainText(/^done in [\d.]+ \/ 50\sms\sR$/);
  await expect(fill).toHaveText('≤ 3 of 4');
  await expect(page.locator('.wire-age')).toHaveText(/^Data that act has from value1 is at most .* old\.≤ [\d.]+\sms$/);
  const before = await boxes();
  await workbench.runUntilAlive();
  await expect(response.locator('.task-measured')).toHaveText(/^max [\d.]+\s(µs|ms)$/);
  await expect(response.locator('.task-measured'), 'it fits beside the bound').toBeInViewport({ ratio: 0.9 });
  await expect(response.locator('.task-response-words > span').first()).toHaveText(/^≤ [\d.]+\sms\sR$/);
  expect(await boxes(), 'nothing moves when numbers appear').toEqual(before);
  await workbench.stop();
  await expect(response.locator('.task-measured')).toHaveAttribute('data-earlier', 'false');
  await workbench.task('act').click();
  await workbench.setField('Period', '60 ms');
  await expect(workbench.task('act')).toContainText('60 ms');
  await expect(response.locator('.task-measured')).toHaveAttribute('data-earlier', 'true');
});

/** Thirty tasks without positions, so that the window lays them out. */
function thirty(wired: boolean): string {
  const name = (index: number) => `task ${index + 1}`;
  const tasks = Array.from({ length: 30 }, (_, index) => {
    return { name: name(index), periodUs: 50_000 + 5_000 * index, budgetUs: 500 };
  });
  const channels = Array.from({ length: wired ? 15 : 0 }, (_, index) => {
    const item = [{ name: 'value', type: 'int16' }];
    return { name: `value ${index + 1}`, kind: 'four-slot', item, writer: name(index), reader: name(index + 15) };
  });
  return JSON.stringify({ polyloop: 1, name: 'thirty', board: 'host', target: 'freertos', tasks, channels });
}

for (const wired of [false, true]) {
  test.describe(`thirty ${wired ? 'wired' : 'independent'} tasks`, () => {
    test.use({
      files: { 'thirty.polyloop.json': thirty(wired) },
      serveArguments: ['--sketch', 'thirty.polyloop.json'],
      viewport: { width: 1280, height: 720 },
    });

    test('are readable when all are in view, and have their details nearer', async ({ page, workbench }) => {
      await expect(page.locator('.task-card')).toHaveCount(30);
      await expect(page.locator('.flow')).toHaveAttribute('data-zoom', 'far');
      const canvas = await page.getByTestId('canvas').boundingBox();
      const names = await page.locator('.task-card .node-name').evaluateAll((found) =>
        found.map((name) => {
          const box = name.getBoundingClientRect();
          const scale = box.width / (name as HTMLElement).offsetWidth;
          return {
            letters: Number.parseFloat(getComputedStyle(name).fontSize) * scale,
            isWhole: name.scrollWidth <= name.clientWidth,
            left: box.left,
            right: box.right,
            top: box.top,
            bottom: box.bottom,
          };
        }),
      );
      for (const { letters, isWhole, left, right, top, bottom } of names) {
        expect(letters).toBeGreaterThanOrEqual(11);
        expect(isWhole, 'no name is cut').toBe(true);
        expect(left).toBeGreaterThanOrEqual(canvas?.x ?? 0);
        expect(right).toBeLessThanOrEqual((canvas?.x ?? 0) + (canvas?.width ?? 0));
        expect(top).toBeGreaterThanOrEqual(canvas?.y ?? 0);
        expect(bottom).toBeLessThanOrEqual((canvas?.y ?? 0) + (canvas?.height ?? 0));
      }
      await expect(page.locator('.task-card .response-bar')).toHaveCount(30);
      await expect(page.locator('.task-figures')).toHaveCount(0);
      await page.getByRole('button', { name: /show at 100 %$/ }).click();
      await expect(page.locator('.flow')).toHaveAttribute('data-zoom', 'near');
      await expect(page.locator('.task-figures').first()).toBeVisible();
      await workbench.command('Show the whole sketch');
      await expect(page.locator('.task-figures')).toHaveCount(0);
    });
  });
}
