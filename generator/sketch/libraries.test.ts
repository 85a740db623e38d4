import { describe, expect, it } from 'vitest';
import { newSketch } from './create.ts';
import { dependencyOf, isSameLibrary, libraryFault } from './libraries.ts';
import type { Library } from './model.ts';
import { checkSketch, readSketch } from './read.ts';
import { writeSketch } from './write.ts';

const library = (over: Partial<Library>): Library => ({ name: 'Servo', version: null, folder: null, ...over });

describe('a library', () => {
  it('is a line of lib_deps', () => {
    expect(dependencyOf(library({}))).toBe('Servo');
    expect(dependencyOf(library({ name: 'arduino-libraries/Servo', version: '^1.2' }))).toBe(
      'arduino-libraries/Servo@^1.2',
    );
    expect(dependencyOf(library({ name: 'a/Own', folder: '/home/me/libs/Own' }))).toBe(
      'Own=symlink:///home/me/libs/Own',
    );
    expect(dependencyOf(library({ folder: 'C:\\libs\\Own' }))).toBe('Servo=symlink://C:/libs/Own');
  });

  it.each([
    ['name', 'Servo'],
    ['name', 'arduino-libraries/LiquidCrystal I2C'],
    ['version', '1.2.1'],
    ['version', '^1.2'],
    ['version', '>=1.0.0, <2.0.0'],
    ['folder', '/home/me/Arduino/libraries/한글 library'],
    ['folder', 'C:\\Users\\me\\libraries\\Servo'],
  ] as const)('accepts %s %j', (member, text) => {
    expect(libraryFault(member, text)).toBeNull();
  });

  it.each([
    ['name', 'Servo\nextra_scripts = evil.py'],
    ['name', 'https://example.com/a.zip'],
    ['name', 'file:///etc'],
    ['name', '../Servo'],
    ['name', 'a/b/c'],
    ['version', 'newest'],
    ['version', '1.0\nextra_scripts = evil.py'],
    ['version', '1.0 ; comment'],
    ['folder', 'libraries/Servo'],
    ['folder', '~/Arduino/libraries/Servo'],
    ['folder', '/libs\nextra_scripts = evil.py'],
    ['folder', '/libs ; comment'],
    ['folder', '/$HOME/libs'],
  ] as const)('does not accept %s %j', (member, text) => {
    expect(libraryFault(member, text)).not.toBeNull();
  });

  it('is kept in the file, and its faults are problems of the file', () => {
    const sketch = newSketch('s', {
      libraries: [library({ version: '1.2.1' }), library({ name: 'Own', folder: '/own' })],
    });
    expect(writeSketch(sketch)).toContain('{"name": "Servo", "version": "1.2.1"}');
    expect(readSketch(writeSketch(sketch))).toMatchObject({ ok: true, sketch });
    const bad = newSketch('s', {
      libraries: [library({ name: '../x' }), library({}), library({}), library({ version: '1', folder: '/x' })],
    });
    expect(checkSketch(bad).map(({ pointer, message, severity }) => `${severity} ${pointer} ${message}`)).toEqual([
      expect.stringMatching(/^error \/libraries\/2\/name .*Servo/),
      expect.stringMatching(/^error \/libraries\/3\/name .*Servo/),
      expect.stringMatching(/^error \/libraries\/0\/name .*expected the name of a library/),
      expect.stringMatching(/^warning \/libraries\/3\/version .*folder/),
    ]);
  });
});

it.each([
  ['Servo', 'arduino-libraries/Servo', true],
  ['arduino-libraries/servo', 'arduino-libraries/Servo', true],
  ['servo', 'Servo', true],
  ['me/Servo', 'arduino-libraries/Servo', false],
  ['Servo', 'arduino-libraries/Stepper', false],
])('%s and %s are the same library: %s', (a, b, same) => {
  expect(isSameLibrary({ name: a }, { name: b })).toBe(same);
  expect(isSameLibrary({ name: b }, { name: a })).toBe(same);
});
