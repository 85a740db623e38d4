import { expect, it } from 'vitest';
import { withinCpuTime } from '../../../test/cpu-time.ts';
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
  // GCC's white space, and places where the compiler sees no comment.
  ['\f#include "/dev/zero"', '/dev/zero'],
  ['\0#\vinclude "/dev/zero"', '/dev/zero'],
  ['#inc\\\f\nlude "/dev/zero"', '/dev/zero'],
  ['#if 0\n don\'t /*\n#endif\n#include "/dev/zero"\n// */', '/dev/zero'],
  ['const char *s = R"()\\\n" /* )";\n#include "/dev/zero"\n// */', '/dev/zero'],
  ['#define X 1\'a"\' /*"\n#include "/dev/zero"\n// */', '/dev/zero'],
  ['# /* \n */ include "/dev/zero"', '/dev/zero'],
  ['/* " */ #include "/dev/zero"\nconst char *x = "*/";', '/dev/zero'],
  ['#if __has_include("/etc/passwd")\n#endif', '/etc/passwd'],
  ['#define F "/etc/passwd"\n#if __has_include(F)\n#endif', '"F)"'],
  ['#line 1 "/etc/passwd"', '/etc/passwd'],
  ['# 1 "/etc/passwd"', '/etc/passwd'],
  ['asm("\\u002eincbin \\"/etc/passwd\\"");', '.incbin'],
  ['asm(".inc" R"x()x" "bin \\"/etc/passwd\\"");', '.incbin'],
  ['asm(".inc/**/bin \\"/etc/passwd\\"");', '.incbin'],
  ['asm(".macro q a b\\n.\\\\a\\\\b \\"/etc/passwd\\"\\n.endm\\nq inc bin");', '.macro'],
  ['__attribute__((section("x\\n.incbin \\"/etc/passwd\\"\\n#"))) int a = 1;', '.incbin'],
  ['[[gnu::section("x\\n.incbin \\"/etc/passwd\\"\\n#")]] int a = 1;', '.incbin'],
  ['SECTION("x\\n.incbin \\"/etc/passwd\\"\\n#") int a = 1;', '.incbin'],
  ['#define S(x) #x\nasm(S(.inc) "bin \\"/etc/passwd\\"");', 'asm'],
  ['#define ASM asm\n#define S(x) #x\nASM(S(.inc) "bin \\"/etc/passwd\\"");', 'asm'],
  ['#define P(a, b) a##b\nP(as, m)("nop");', '##'],
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
  'asm volatile("sbi %0, 5" : : "I"(_SFR_IO_ADDR(PORTB)) : "memory");',
  'register int x asm("r16");\n#define NOP __asm__ __volatile__("nop\\n\\t" "nop" ::)',
  '#if __has_include(<Servo.h>)\n#include <Servo.h>\n#endif',
  '#define JOIN(a, b) a##b\nint JOIN(x, y) = 1\'000;\n// #include "Servo.h"',
  '__attribute__((packed)) struct S { int a; };\n#line 7 "sketch.ino"',
  'const char *page = R"(<p class="include">"../x"</p>)";',
])('accepts %j', (code) => {
  expect(foreignFile(code)).toBeNull();
});

it('names the piece of code', () => {
  const task = newTask('T1', { setup: '#include "/dev/zero"' });
  expect(foreignFiles(newSketch('s', { tasks: [newTask('T0'), task] }))).toMatchObject([
    { pointer: '/tasks/1/setup', severity: 'error' },
  ]);
});

it('takes linear time for code that is made to take long', () => {
  const length = 100_000;
  const units = [
    '/*',
    'include/*',
    'R"x(',
    '"\n',
    "'",
    'asm(',
    'asm("a"',
    '#include /**/ ',
    '*/include ',
    '\\\n',
    ' \n',
  ];
  // Quadratic time would be minutes.
  withinCpuTime('foreign files', 8_000, () => {
    for (const unit of units) {
      for (const before of ['', 'R"x(']) foreignFile(`${before}${unit.repeat(length / unit.length)}*/`);
    }
  });
});
