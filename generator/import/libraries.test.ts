import { expect, it } from 'vitest';
import { newSketch } from '../sketch/create.ts';
import { addImported } from './add-imported.ts';
import { imported, sketchText } from './test-imports.ts';

const HEADERS =
  '#include <EEPROM.h>\n#include <avr/wdt.h>\n#include <LiquidCrystal.h>\n#include <Rare.h>\n#include "LiquidCrystal.h"\n#include <constructor>\n';

it('lists the libraries of known headers, and says which ones are not known', () => {
  const { sketch, notes } = imported(sketchText(HEADERS, 'delay(100);'));
  expect(sketch.libraries).toEqual([{ name: 'arduino-libraries/LiquidCrystal', version: null, folder: null }]);
  expect(notes.filter(({ kind }) => kind === 'library').map(({ place, text }) => `${place}: ${text}`)).toEqual([
    expect.stringMatching(/^line 3: <LiquidCrystal.h> belongs to the library arduino-libraries\/LiquidCrystal/),
    'line 4: <Rare.h> belongs to a library. Add the library to those of the sketch.',
    expect.stringMatching(/^line 5: "LiquidCrystal.h" is not part of the import/),
    'line 6: <constructor> belongs to a library. Add the library to those of the sketch.',
  ]);
});

it('adds libraries to a sketch that has some, each once', () => {
  const own = { name: 'arduino-libraries/LiquidCrystal', version: '1.0.7', folder: null };
  const text = sketchText('#include <LiquidCrystal.h>\n#include <Keypad.h>\n', 'delay(100);');
  const added = addImported(newSketch('s', { libraries: [own] }), imported(text).sketch);
  expect(added.ok && added.sketch.libraries).toEqual([own, { name: 'chris--a/Keypad', version: null, folder: null }]);
});
