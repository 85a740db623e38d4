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

  await test.step('a card is dragged on the canvas while the program runs', async () => {
    const card = page.getByTestId('node-parts-bell');
    const before = await card.boundingBox();
    if (before === null) throw new Error('The card of the bell is not shown.');
    // The name, because the picture presses the button.
    const name = await card.getByText('bell', { exact: true }).boundingBox();
    if (name === null) throw new Error('The card of the bell has no name.');
    const [x, y] = [name.x + name.width / 2, name.y + name.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 40, { steps: 12 });
    await page.mouse.up();
    const after = await card.boundingBox();
    expect(Math.round((after?.x ?? 0) - before.x)).toBeGreaterThan(60);
    await expect(page.getByTestId('earlier-run')).toHaveCount(0);
    await expect(page.getByTestId('stop')).toBeVisible();
    // The dragged part still reaches the program.
    await card.getByRole('button', { name: 'Press bell' }).hover();
    await page.mouse.down();
    await expect(lastLine('button')).toHaveText('button 0');
    await page.mouse.up();
    await expect(lastLine('button')).toHaveText('button 1');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => Math.round((await card.boundingBox())?.x ?? 0)).toBe(Math.round(before.x));
    await expect(page.getByTestId('stop')).toBeVisible();
  });

  await test.step('a potentiometer on the canvas, turned with the pointer', async () => {
    const card = page.getByTestId('node-parts-dial');
    const place = await card.boundingBox();
    const knob = await card.locator('.part-small-knob').boundingBox();
    if (knob === null) throw new Error('The dial is not drawn on the canvas.');
    const at = (x: number, y: number) => [knob.x + knob.width * x, knob.y + knob.height * y] as const;
    await page.mouse.move(...at(0.5, 0.1));
    await page.mouse.down();
    await page.mouse.move(...at(0.2, 0.15), { steps: 5 });
    await page.mouse.move(...at(0.05, 0.42), { steps: 5 });
    await page.mouse.up();
    const turned = Number(await card.getByRole('slider', { name: 'Turn dial' }).inputValue());
    expect(turned).toBeLessThan(40);
    await expect(lastLine('knob')).toHaveText(`knob ${Math.floor((turned / 100) * 1024)}`);
    expect(await card.boundingBox(), 'the card stays where it is').toEqual(place);
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

const BEEP = 'beep.polyloop.json';
test.describe('a buzzer', () => {
  test.use({
    files: {
      [BEEP]: JSON.stringify({
        polyloop: 1,
        name: 'beep',
        board: 'uno',
        target: 'superloop',
        tasks: [
          {
            name: 'siren',
            periodUs: 500_000,
            budgetUs: 1000,
            body: 'static bool high = false;\nhigh = !high;\ntone(8, high ? 880 : 440);',
          },
        ],
        parts: [{ name: 'horn', kind: 'buzzer', pins: { signal: '8' } }],
      }),
    },
    serveArguments: ['--sketch', BEEP],
  });

  test('sounds with the frequency of its pin while the user wants to hear it', async ({ page, workbench }) => {
    await page.evaluate(() => {
      // Records the tones that the window plays. They are played all the same.
      const { OscillatorNode: Tone } = window;
      window.OscillatorNode = class extends Tone {
        constructor(audio: BaseAudioContext, options?: OscillatorOptions) {
          super(audio, options);
          const note = (change: string) => {
            document.documentElement.dataset.tones += ` ${change}${Math.round(options?.frequency ?? 0)}`;
          };
          note('+');
          this.addEventListener('ended', () => note('-'));
        }
      };
      document.documentElement.dataset.tones = '';
    });
    const tones = async () => ((await page.locator('html').getAttribute('data-tones')) ?? '').trim().split(' ');
    /** Tones that have begun and not ended. */
    const sounding = async () => {
      const all = await tones();
      return all.filter((each) => each.startsWith('+')).length - all.filter((each) => each.startsWith('-')).length;
    };
    await workbench.runUntilAlive();
    await expect(page.getByRole('img', { name: /^horn sounds/ })).toBeVisible();
    expect(await tones(), 'it is silent at first').toEqual(['']);
    await page.getByRole('button', { name: 'Let the buzzer sound' }).click();
    // The pin's frequency is measured from its edges, with the resolution of the chip's timer.
    await expect.poll(async () => (await tones()).filter((each) => /^\+4[34]\d$/.test(each)).length).toBeGreaterThan(1);
    await expect.poll(async () => (await tones()).filter((each) => /^\+8[78]\d$/.test(each)).length).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Mute the buzzer' }).click();
    await expect.poll(sounding).toBe(0);
    const muted = (await tones()).length;
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(12);
    expect((await tones()).length, 'no tone begins while it is muted').toBe(muted);
    await page.getByRole('button', { name: 'Let the buzzer sound' }).click();
    await expect.poll(sounding).toBeGreaterThan(0);
    await workbench.stop();
    await expect.poll(sounding, { message: 'the tone ends with the run' }).toBe(0);
  });
});
