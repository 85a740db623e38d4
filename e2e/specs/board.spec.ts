/**
 * A button, a potentiometer and the console: from the user's input through the firmware and back.
 */
import { expect, test } from '../fixtures.ts';

const FILE = 'desk.polyloop.json';
const DESK = {
  polyloop: 1,
  name: 'desk',
  board: 'uno',
  target: 'superloop',
  tasks: [
    {
      name: 'button',
      periodUs: 20_000,
      budgetUs: 1000,
      setup: 'pinMode(2, INPUT_PULLUP);',
      body: 'static int last = -1;\nconst int now = digitalRead(2);\nif (now != last) {\n  Serial.print("button ");\n  Serial.println(now);\n  last = now;\n}',
    },
    {
      name: 'knob',
      periodUs: 50_000,
      budgetUs: 1500,
      body: 'static int last = -1;\nconst int now = analogRead(A0);\nif (now != last) {\n  Serial.print("knob ");\n  Serial.println(now);\n  last = now;\n}',
    },
    {
      name: 'echo',
      periodUs: 30_000,
      budgetUs: 2000,
      setup: 'pinMode(13, OUTPUT);',
      body: "while (Serial.available() > 0) {\n  const char letter = Serial.read();\n  if (letter == '1') digitalWrite(13, HIGH);\n  if (letter == '\\n') Serial.println(\"heard a line\");\n  else Serial.write(letter + 1);\n}",
    },
  ],
  parts: [
    { name: 'bell', kind: 'button', pins: { a: '2' } },
    { name: 'dial', kind: 'potentiometer', pins: { wiper: 'A0' } },
    { name: 'lamp', kind: 'led', pins: { anode: '13' } },
  ],
};

test.use({ files: { [FILE]: JSON.stringify(DESK) }, serveArguments: ['--sketch', FILE] });

test('user input reaches the program, and the program responds', async ({ page, workbench }) => {
  const printed = page.getByTestId('console-output');
  const lastLine = (start: string) => printed.getByText(new RegExp(`^${start} `)).last();
  const show = (panel: string) => workbench.showPanel(panel);
  await expect(workbench.task('button')).toBeVisible();
  await workbench.runUntilAlive();

  await test.step('a button: low while it is held', async () => {
    await show('console');
    await expect(lastLine('button')).toHaveText('button 1');
    await show('board');
    const button = page.getByRole('button', { name: 'Press bell' });
    await button.hover();
    await page.mouse.down();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTestId('pin-2')).toContainText('low');
    await page.mouse.up();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByTestId('pin-2')).toContainText('high');
    await show('console');
    await expect(printed.getByText(/^button \d$/)).toHaveText(['button 1', 'button 0', 'button 1']);
  });

  await test.step('a potentiometer, operated by keys', async () => {
    await expect(lastLine('knob')).toHaveText('knob 0');
    await show('board');
    const dial = page.getByRole('slider', { name: 'Turn dial' });
    await dial.focus();
    await page.keyboard.press('End');
    await expect(page.getByTestId('part-dial')).toContainText('5.00 V');
    await show('console');
    await expect(lastLine('knob')).toHaveText('knob 1023');
    await show('board');
    await dial.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    const volts = Number.parseFloat((await page.getByTestId('part-dial').getByRole('status').textContent()) ?? '');
    expect(volts).toBeGreaterThan(0);
    await show('console');
    await expect(lastLine('knob')).toHaveText(`knob ${Math.floor((volts / 5) * 1024)}`);
  });

  await test.step('a line for the program', async () => {
    await show('board');
    await expect(page.getByRole('img', { name: 'lamp is dark' })).toBeVisible();
    await show('console');
    await page.getByLabel('Line to send to the program').fill('HAL 1');
    await page.keyboard.press('Enter');
    await expect(printed.getByText('HAL 1', { exact: true })).toBeVisible();
    await expect(printed.getByText(/^IBM!2heard a line$/)).toBeVisible();
    await show('board');
    await expect(page.getByRole('img', { name: 'lamp is lit' })).toBeVisible();
  });

  await test.step('a stopped board accepts no input', async () => {
    await workbench.stop();
    await expect(page.getByRole('button', { name: 'Press bell' })).toBeDisabled();
    await show('console');
    await expect(page.getByLabel('Line to send to the program')).toBeDisabled();
  });
});
