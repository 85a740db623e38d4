import { expect, it } from 'vitest';
import { newSketch, newTask } from '../create.ts';
import { foreignFile, foreignFiles } from './foreign-files.ts';

it.each([
  ['#include "/dev/zero"', '/dev/zero'],
  ['  # include </etc/passwd>', '/etc/passwd'],
  ['int a;\n#include "../../secret.h"', '../../secret.h'],
  ['#include "lib\\..\\..\\x.h"', '..'],
  ['#include "C:/x.h"', 'C:/x.h'],
  ['#inc\\\nlude "/dev/zero"', '/dev/zero'],
  ['/* a */ #include /* b */ "/dev/zero"', '/dev/zero'],
  ['%:include "/dev/zero"', '/dev/zero'],
  ['#define F "/dev/zero"\n#include F', '"F"'],
  ['#embed "key.pem"', 'key.pem'],
  ['asm(".incbin \\"/etc/passwd\\"");', '.incbin'],
  ['__asm__ volatile(".inc" /* x */ "bin \\"/etc/passwd\\"");', '.incbin'],
  ['asm("\\x2eincbin \\"/etc/passwd\\"");', '.incbin'],
  ['asm(R"(.include "/etc/passwd")");', '.include'],
])('refuses %j by name', (code, name) => {
  expect(foreignFile(code)).toContain(name);
});

it.each([
  '#include <avr/io.h>\n#include "Servo.h"',
  '// #include "/dev/zero"\n/*\n#include "/dev/zero"\n*/',
  'Serial.print("\\n#include \\"/dev/zero\\"");',
  'asm("nop"); // .incbin',
  'Serial.print(".incbin");',
  '#define include 1',
])('accepts %j', (code) => {
  expect(foreignFile(code)).toBeNull();
});

it('names the piece of code', () => {
  const task = newTask('T1', { setup: '#include "/dev/zero"' });
  expect(foreignFiles(newSketch('s', { tasks: [newTask('T0'), task] }))).toMatchObject([
    { pointer: '/tasks/1/setup', severity: 'error' },
  ]);
});
