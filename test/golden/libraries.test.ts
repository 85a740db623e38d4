/** Programs that use libraries: those of the Arduino core, and one in a folder of this computer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Library, Sketch } from '../../generator/sketch/model.ts';
import { buildWithArduinoCli } from '../../platformio/driver/arduino-cli.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { tools } from './compilers.ts';
import { board, generated, Workspace } from './projects.ts';
import { runOnUno } from './traced-run.ts';

const THRICE = {
  'library.properties': 'name=Thrice\nversion=1.0.0\narchitectures=*\n',
  'Thrice.h': '#pragma once\nint thrice(int value);\n',
  'Thrice.cpp': '#include "Thrice.h"\nint thrice(int value) { return 3 * value; }\n',
};

const sketchWith = (libraries: readonly Library[], prelude: string, body: string): Sketch =>
  newSketch('libraries', {
    prelude,
    libraries,
    tasks: [newTask('t', { periodUs: 100_000, budgetUs: 20_000, body })],
  });

const uno = board('uno');

describe('a library', () => {
  const messages = (sketch: Sketch, id: string) => generated(sketch, id).diagnostics.map(({ message }) => message);
  const timerOne = sketchWith([{ name: 'paulstoffregen/TimerOne', version: null, folder: null }], '', '');

  it('is a dependency of the project', () => {
    const sketch = sketchWith(
      [
        { name: 'olikraus/U8g2', version: '^2.36', folder: null },
        { name: 'Own', version: null, folder: '/home/me/Own' },
      ],
      '',
      '',
    );
    const ini = generated(sketch, 'uno').files.get('platformio.ini');
    expect(ini).toMatch(/\nlib_deps =\n {2}olikraus\/U8g2@\^2\.36\n {2}Own=symlink:\/\/\/home\/me\/Own\n$/);
  });

  it('that needs what the runtime uses is refused, with a way out', () => {
    expect(messages(timerOne, 'uno')).toEqual([
      expect.stringContaining('cannot use "paulstoffregen/TimerOne": it needs timer 1'),
    ]);
  });

  it.each(['superloop', 'freertos'] as const)('of Polyloop replaces one that needs timer 1: %s', (target) => {
    const servo = sketchWith([{ name: 'arduino-libraries/Servo', version: null, folder: null }], '', '');
    expect(messages({ ...servo, target }, 'uno')).toEqual([]);
    const inFolder = sketchWith([{ name: 'Servo', version: null, folder: '/home/me/Servo' }], '', '');
    expect(messages({ ...inFolder, target }, 'uno')).toEqual([expect.stringContaining('remove the folder')]);
  });

  it('is refused by a board without Arduino libraries', () => {
    expect(messages(timerOne, 'host')).toEqual([expect.stringContaining('cannot use Arduino libraries')]);
  });
});

describe.skipIf(!tools.pio.installed)('on the Uno', () => {
  const workspace = new Workspace();
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'polyloop 라이브러리 '));
    for (const [name, text] of Object.entries(THRICE)) await writeFile(path.join(folder, name), text);
  });
  afterAll(async () => {
    await workspace.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const thrice = () =>
    sketchWith([{ name: 'Thrice', version: null, folder }], '#include <Thrice.h>', 'Serial.println(thrice(14));');
  const textOf = async (name: string, sketch: Sketch) => {
    const projectDir = await workspace.write(name, generated(sketch, 'uno'));
    const built = await buildWithPio({ projectDir, tools, repeat: true });
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    return (await runOnUno(built.firmware?.path ?? '', 250_000)).text;
  };

  it('a library of the Arduino core needs only its include, also after a build without it', async () => {
    expect(await textOf('core', sketchWith([], '', 'Serial.println(1);'))).toMatch(/^(1\r\n)+$/);
    const stored = sketchWith([], '#include <EEPROM.h>', 'EEPROM.update(3, 42);\nSerial.println(EEPROM.read(3));');
    expect(await textOf('core', stored)).toMatch(/^(42\r\n)+$/);
  });

  it('a library in a folder is compiled, and compiled again when it changes', async () => {
    expect(await textOf('folder', thrice())).toMatch(/^(42\r\n)+$/);
    await writeFile(path.join(folder, 'Thrice.cpp'), THRICE['Thrice.cpp'].replace('3 *', '4 *'));
    expect(await textOf('folder', thrice())).toMatch(/^(56\r\n)+$/);
    await writeFile(path.join(folder, 'Thrice.cpp'), THRICE['Thrice.cpp']);
  });

  it.skipIf(!tools.arduinoCli.installed)('arduino-cli finds the folder', async () => {
    const projectDir = await workspace.write('arduino', generated(thrice(), 'uno'));
    const built = await buildWithArduinoCli({ projectDir, tools, fqbn: uno.fqbn });
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    expect((await runOnUno(built.firmware?.path ?? '', 250_000)).text).toMatch(/^(42\r\n)+$/);
  });
});
