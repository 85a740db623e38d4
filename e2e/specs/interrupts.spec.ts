/** An interrupt from its creation to its lane on the timeline, on the virtual Uno. */
import { expect, test } from '../fixtures.ts';

const FILE = 'door.polyloop.json';
const DOOR = {
  polyloop: 1,
  name: 'door',
  board: 'uno',
  target: 'superloop',
  tasks: [
    {
      name: 'beat',
      periodUs: 50_000,
      budgetUs: 2000,
      setup: 'pinMode(2, INPUT_PULLUP);\npinMode(13, OUTPUT);',
      body: 'digitalWrite(13, !digitalRead(13));',
    },
  ],
  parts: [{ name: 'bell', kind: 'button', pins: { a: '2' } }],
};

test.use({ files: { [FILE]: JSON.stringify(DOOR) }, serveArguments: ['--sketch', FILE] });

test('an interrupt can be added, runs its handler, and has its own lane', async ({ page, workbench }) => {
  const inspector = page.getByTestId('inspector');
  const node = page.getByTestId('node-interrupts-Interrupt1');
  await expect(workbench.task('beat')).toBeVisible();

  await test.step('a command adds it on a pin of the board with an interrupt line of its own', async () => {
    await workbench.command('Add interrupt');
    await expect(node).toContainText('pin 2 · rising');
    await expect(inspector.getByRole('heading', { name: 'Interrupt', exact: true })).toBeVisible();
  });

  await test.step('the list contains the edges that the pin supports', async () => {
    const fires = inspector.getByRole('combobox', { name: 'Fires on' });
    await expect(fires.getByRole('option')).toHaveText(['Rising edge', 'Falling edge', 'Any change', 'Low level']);
    await inspector.getByRole('combobox', { name: 'Comes from' }).selectOption({ label: 'pin 4 (PCINT20)' });
    await expect(fires.getByRole('option')).toHaveText(['Rising edge', 'Falling edge', 'Any change']);
    await inspector.getByRole('combobox', { name: 'Comes from' }).selectOption({ label: 'Timer 2, compare match A' });
    await expect(fires).toBeHidden();
    await inspector.getByRole('combobox', { name: 'Comes from' }).selectOption({ label: 'pin 2 (INT0)' });
    await fires.selectOption({ label: 'Falling edge' });
    await expect(node).toContainText('pin 2 · falling');
  });

  await test.step('its code runs in a job of a handler', async () => {
    await expect(inspector.getByRole('combobox', { name: 'Runs', exact: true })).toHaveValue('handler');
    await inspector.getByRole('button', { name: 'Open the code' }).click();
    await workbench.writeCode('static int rings = 0;\nSerial.print("ring ");\nSerial.println(++rings);');
  });

  await workbench.runUntilAlive();

  await test.step('each press is one interrupt, and one job', async () => {
    await workbench.showPanel('board');
    const bell = page.getByTestId('drawn-board').getByRole('button', { name: 'Press bell' });
    for (let ring = 1; ring <= 2; ring += 1) {
      await bell.hover();
      await page.mouse.down();
      await expect(page.getByTestId('drawn-pin-2')).toHaveAccessibleName(/^Pin 2, input low/);
      await page.mouse.up();
      await expect(page.getByTestId('drawn-pin-2')).toHaveAccessibleName(/^Pin 2, input high/);
    }
    await workbench.showPanel('console');
    await expect(page.getByTestId('console-output').getByText(/^ring \d$/)).toHaveText(['ring 1', 'ring 2']);
  });

  await test.step('the timeline shows both, the statistics count them', async () => {
    await workbench.showPanel('timeline');
    await expect(workbench.timeline.getByTitle('Interrupt Interrupt1')).toBeVisible();
    await expect.poll(async () => (await workbench.interrupt('Interrupt1'))?.times).toBe(2);
    await expect.poll(async () => (await workbench.jobs('Interrupt1')).length).toBe(2);
    await workbench.showPanel('statistics');
    const row = page.getByTestId('interrupt-statistics').getByRole('row', { name: /^Interrupt1/ });
    await expect(row.getByRole('cell').first()).toHaveText('2');
  });
  await workbench.stop();
});

test('a budget of 0 masks an interrupt permanently', async ({ page, workbench }) => {
  const inspector = page.getByTestId('inspector');
  await workbench.command('Add interrupt');
  await inspector.getByRole('combobox', { name: 'Fires on' }).selectOption({ label: 'Falling edge' });
  const io = inspector.getByRole('region', { name: 'I/O budget' });
  await io.getByRole('textbox', { name: /Budget$/ }).fill('0');
  await io.getByRole('textbox', { name: /Budget$/ }).press('Enter');
  await expect(io).toContainText('never delivered');
  await workbench.runUntilAlive();
  await workbench.showPanel('board');
  await page.getByTestId('drawn-board').getByRole('button', { name: 'Press bell' }).hover();
  await page.mouse.down();
  await expect(page.getByTestId('drawn-pin-2')).toHaveAccessibleName(/^Pin 2, input low/);
  await page.mouse.up();
  await workbench.showPanel('timeline');
  await expect.poll(() => workbench.interrupt('Interrupt1')).toEqual({ times: 0, masked: 1 });
  await workbench.stop();
});

test('a task can be connected to a resource only at its lock port', async ({ page, workbench }) => {
  await workbench.command('Add resource');
  await workbench.task('beat').hover();
  await workbench.connect('beat', 'Lock1');
  const lock = page.getByTestId('node-resources-Lock1');
  await expect(lock).toContainText('1 user');
  await lock.click();
  const inspector = page.getByTestId('inspector');
  await expect(inspector.getByRole('checkbox', { name: 'beat' })).toBeChecked();
  await expect(inspector).toContainText('Lock1_lock()');
  await workbench.setField('holds it for', '250 us');
  await expect(workbench.field('holds it for')).toHaveValue(/^250\sµs$/);
  await lock.click();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(lock).toContainText('no users yet');
});
