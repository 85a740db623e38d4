import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { libraryCopy } from './library-copy.ts';

test('finds a library of the Arduino IDE by its name in the registry', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'polyloop-home-'));
  const display = path.join(home, 'Arduino', 'libraries', 'LiquidCrystal');
  const strip = path.join(home, 'Documents', 'Arduino', 'libraries', 'Adafruit_NeoPixel');
  const half = path.join(home, 'Arduino', 'libraries', 'Keypad');
  try {
    for (const folder of [display, strip, half]) mkdirSync(folder, { recursive: true });
    for (const folder of [display, strip]) writeFileSync(path.join(folder, 'library.properties'), 'name=x\n');
    expect(await libraryCopy('arduino-libraries/LiquidCrystal', home)).toBe(display);
    expect(await libraryCopy('adafruit/Adafruit NeoPixel', home)).toBe(strip);
    // A folder without library.properties is no library.
    expect(await libraryCopy('Keypad', home)).toBeNull();
    expect(await libraryCopy('Servo', home)).toBeNull();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
