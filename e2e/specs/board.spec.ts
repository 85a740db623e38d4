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
    {
      name: 'dimmer',
      periodUs: 100_000,
      budgetUs: 1000,
      setup: 'pinMode(5, OUTPUT);',
      body: 'static byte level = 20;\nlevel = level > 220 ? 20 : level + 20;\nanalogWrite(5, level);',
    },
  ],
  parts: [
    { name: 'bell', kind: 'button', pins: { a: '2' } },
    { name: 'dial', kind: 'potentiometer', pins: { wiper: 'A0' } },
    { name: 'lamp', kind: 'led', pins: { anode: '13' } },
    { name: 'dimmed', kind: 'led', pins: { anode: '5' } },
  ],
};

test.use({ files: { [FILE]: JSON.stringify(DESK) }, serveArguments: ['--sketch', FILE] });

test('user input reaches the program, and the program responds', async ({ page, workbench }) => {
  const printed = page.getByTestId('console-output');
  const lastLine = (start: string) => printed.getByText(new RegExp(`^${start} `)).last();
  await expect(workbench.task('button')).toBeVisible();
  await workbench.runUntilAlive();

  await test.step('a button: low while it is held', async () => {
    await expect(lastLine('button')).toHaveText('button 1');
    const button = page.getByTestId('drawn-board').getByRole('button', { name: 'Press bell' });
    await button.hover();
    await page.mouse.down();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTestId('drawn-pin-2')).toHaveAccessibleName(/^Pin 2, input low/);
    await page.mouse.up();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByTestId('drawn-pin-2')).toHaveAccessibleName(/^Pin 2, input high/);
    await expect(printed.getByText(/^button \d$/)).toHaveText(['button 1', 'button 0', 'button 1']);
  });

  await test.step('a potentiometer, operated by keys', async () => {
    const dial = page.getByTestId('drawn-board').getByRole('slider', { name: 'Turn dial' });
    const board = page.getByTestId('drawn-board');
    await expect(lastLine('knob')).toHaveText('knob 512');
    await dial.focus();
    await page.keyboard.press('End');
    await expect(dial).toHaveAttribute('aria-valuetext', '5.00\u00a0V');
    await expect(lastLine('knob')).toHaveText('knob 1023');
    await page.keyboard.press('Home');
    await expect(lastLine('knob')).toHaveText('knob 0');
    await page.keyboard.press('PageUp');
    const percent = Number(await dial.inputValue());
    expect(percent).toBeGreaterThan(0);
    await expect(lastLine('knob')).toHaveText(`knob ${Math.floor((percent / 100) * 1024)}`);
    await expect(board).toBeVisible();
  });

  await test.step('a potentiometer, turned with the pointer', async () => {
    const knob = page.getByTestId('part-dial').locator('.part-knob');
    const box = await knob.boundingBox();
    if (box === null) throw new Error('The dial is not drawn.');
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await page.mouse.move(...at(0.5, 0.1));
    await page.mouse.down();
    await page.mouse.move(...at(0.8, 0.15), { steps: 5 });
    await page.mouse.move(...at(0.95, 0.42), { steps: 5 });
    await page.mouse.up();
    const turned = Number(
      await page.getByTestId('drawn-board').getByRole('slider', { name: 'Turn dial' }).inputValue(),
    );
    expect(turned).toBeGreaterThan(70);
    expect(turned).toBeLessThan(95);
    await expect(lastLine('knob')).toHaveText(`knob ${Math.floor((turned / 100) * 1024)}`);
  });

  await test.step('parts on the canvas are operated as on the board', async () => {
    const bell = page.getByTestId('node-parts-bell').getByRole('button', { name: 'Press bell' });
    await expect(page.getByTestId('node-parts-dial').getByRole('slider')).toHaveValue(
      await page.getByTestId('drawn-board').getByRole('slider', { name: 'Turn dial' }).inputValue(),
    );
    await bell.focus();
    await page.keyboard.down(' ');
    await expect(page.getByTestId('drawn-board').getByRole('button', { name: 'Press bell' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(lastLine('button')).toHaveText('button 0');
    await page.keyboard.up(' ');
    await expect(lastLine('button')).toHaveText('button 1');
  });

  await test.step('an LED is as bright as its program drives it', async () => {
    const dimmed = page.getByRole('img', { name: /^dimmed is lit at/ });
    await expect(dimmed).toBeVisible();
    const before = await dimmed.getAttribute('aria-label');
    await expect(dimmed).not.toHaveAttribute('aria-label', before ?? '');
  });

  await test.step('a line for the program', async () => {
    await expect(page.getByRole('img', { name: 'lamp is dark' })).toBeVisible();
    await expect(page.getByTestId('light-L')).toHaveAttribute('data-lit', 'false');
    await expect(page.getByTestId('light-ON')).toHaveAttribute('data-lit', 'true');
    await page.getByLabel('Line to send to the program').fill('HAL 1');
    await page.keyboard.press('Enter');
    await expect(printed.getByText('HAL 1', { exact: true })).toBeVisible();
    await expect(printed.getByText(/^IBM!2heard a line$/)).toBeVisible();
    await expect(page.getByRole('img', { name: 'lamp is lit' })).toBeVisible();
    await expect(page.getByTestId('light-L')).toHaveAttribute('data-lit', 'true');
  });

  await test.step('the table of pins drives a free input', async () => {
    await page.getByRole('button', { name: 'Show the table of pins' }).click();
    await page.getByRole('button', { name: 'Drive pin 7 high' }).click();
    await expect(page.getByRole('button', { name: 'Drive pin 7 low' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Show the drawing' }).click();
    await expect(page.getByTestId('drawn-board')).toBeVisible();
  });

  await test.step('a stopped board accepts no input', async () => {
    await workbench.stop();
    await expect(page.getByTestId('drawn-board').getByRole('button', { name: 'Press bell' })).toBeDisabled();
    await expect(page.getByLabel('Line to send to the program')).toBeDisabled();
  });
});
