import { expect, it } from 'vitest';
import { inProportion } from '../../../test/counted-work.ts';
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
  // Directives that make directives.
  ['asm(".irep c, incbin\\n.\\\\c \\"/etc/passwd\\"\\n.endr");', '.irep'],
  ['asm(".irepc c, n\\n.i\\\\c\\\\()cbin \\"/etc/passwd\\"\\n.endr");', '.irepc'],
  ['asm(".mri 1\\n include /etc/passwd");', '.mri'],
  // A directive between two comments for the strings together, and outside of them for each.
  ['const char *a = "/*";\nasm(".incbin \\"/etc/passwd\\"");\nconst char *b = "*/";', '.incbin'],
  // GCC writes an operand, nothing, or one of two dialects in the middle of a name.
  ['extern "C" int incbin;\nasm(".%c0 \\"/etc/passwd\\"" :: "i"(&incbin));', '.%'],
  ['extern "C" int x asm(".inc");\nvoid f() { asm("%c0bin \\"/etc/passwd\\"" :: "i"(&x)); }', '%c0b'],
  ['extern "C" int x asm(".inc");\nvoid f() { asm("%c[x]%c1 \\"/etc/passwd\\"" :: [x] "i"(&x)); }', '%c[x]%'],
  ['void f() { asm(".inc%!bin \\"/etc/passwd\\"" ::); }', '.inc%'],
  ['asm(".inc{bin|x} \\"/etc/passwd\\"" ::);', '.inc{'],
  ['asm("{x|.inc}bin \\"/etc/passwd\\"" ::);', '.inc}'],
  ['asm(".in\\\\cbin \\"/etc/passwd\\"");', '.in\\'],
  ['asm("\\N{FULL STOP}incbin \\"/etc/passwd\\"");', 'asm'],
  ['asm(".\\N{LATIN SMALL LETTER I}ncbin \\"/etc/passwd\\"");', 'asm'],
  ['asm("\\x{2e}inc\\o{142}in \\"/etc/passwd\\"");', '.incbin'],
  ['asm(R"(.inc{bin|x} "/etc/passwd")" ::);', '.inc{'],
  // Code that can be read in two ways.
  ['#define X(x) #x\nint a = 1\'000;\nasm(X(.inc) "bin \\"/etc/passwd\\"");', 'asm'],
  ['#define X(x) #x\nint a = 1\'000;\nasm // (\n(X(.inc) "bin \\"/etc/passwd\\"");', 'asm'],
  ['#define X(x) \\\n #x\nasm(X(.inc) "bin \\"/etc/passwd\\"");', 'asm'],
  ['#define A asm\n#define X(x) #x\nint a = 1\'000;\nA(X(.inc) "bin \\"/etc/passwd\\"");', 'asm'],
  // No comment and no string begins in the name of a header.
  ['#if __has_include(<x/*>)\n#endif\n#include "/dev/zero"\n// */', '/dev/zero'],
  ['#if __has_include /* ( */ (<x//>)\n#endif\n#include "/dev/zero"', '/dev/zero'],
  ['#include <it"s>\n#include "/dev/zero"\nint a; // "', '/dev/zero'],
  // Strings of attributes.
  ['#define X(x) #x\n__attribute__((section("x\\n" X(.inc) "bin \\"/etc/passwd\\"\\n#"))) int a = 1;', 'section'],
  ['__section("x\\n" __STRING(.inc) "bin \\"/etc/passwd\\"\\n#") int a = 1;', '__section'],
  ['Z_GENERIC_SECTION(x;.incbin "/etc/passwd") int a = 1;', '.incbin'],
  ['__ASM(".inc" __STRING(bin) " \\"/etc/passwd\\"");', '__ASM'],
  ['#pragma GCC dependency "/etc/passwd"', 'dependency'],
  ['_Pragma("GCC dependency \\"/etc/passwd\\"")', 'dependency'],
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
  'asm("nop");\nSerial.printf("%d.%d\\\\n", a, b);',
  'asm volatile("L_%=: sbiw %A0, 1\\n\\tbrne L_%=\\n\\trjmp .+2" : "+w"(n));',
  'asm(".ascii \\"v1.0\\\\0\\"\\n.LC%=: %~call f\\n.balign 2" ::);',
  'asm volatile // waits\n  ("nop" /* one */ "\\n" // two\n   "nop");',
  '#define TWICE(a) \\\n  a; \\\n  a\n// The asm of old boards.\nTWICE(x);',
  "int a = 1'000;\n// The asm of old boards.",
  '#include <Servo.h> // don\'t move\n#include "a.h"',
  '#define ASM(x) x\nint y = ASM(3);',
  '__attribute__((section(".noinit"), used)) int a;',
  'void section(int x);\nvoid f() { section(a); }',
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
    'asm("."//\n',
    '__has_include(<',
    'section(/*',
    '.{',
    'asm(". . . ")',
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

it('does work in proportion to the code, however deep its #if are nested', () => {
  const name = '#include "/etc/passwd"\n';
  inProportion(1000, (depth) => foreignFile('#if A\n#include <a.h>\n'.repeat(depth) + '#endif\n'.repeat(depth)));
  expect(foreignFile('#if A\n'.repeat(100_000) + name + '#endif\n'.repeat(100_000))).toContain('/etc/passwd');
});
