/** The outputs are real: avr-gcc 5.4 through PlatformIO 6.2, GCC 12 and Clang 14, in the C locale. */
import { expect, test } from 'vitest';
import type { Diagnostic } from './build.ts';
import { DiagnosticCollector, parseLine, undefinedName } from './diagnostics.ts';

function collect(output: string): readonly Diagnostic[] {
  const collector = new DiagnosticCollector();
  for (const line of output.split('\n')) collector.add(line);
  return collector.all;
}

const blink = { element: { kind: 'task', name: 'Blink' }, member: 'body', file: null };
const nowhere = { element: null, member: null, line: null, column: null, file: null };

test('errors and warnings in a body', () => {
  const diagnostics = collect(`task:Blink/body: In function 'void blink_body()':
task:Blink/body:2:1: error: expected ',' or ';' before 'digitalWrite'
task:Blink/body:3:13: error: 'undeclared' was not declared in this scope
task:Blink/body:4:5: warning: unused variable 'unused' [-Wunused-variable]
*** [.pio/build/uno/src/main.cpp.o] Error 1
========================== [FAILED] Took 0.31 seconds ==========================`);
  expect(diagnostics).toEqual([
    { ...blink, severity: 'error', message: "expected ',' or ';' before 'digitalWrite'", line: 2, column: 1 },
    { ...blink, severity: 'error', message: "'undeclared' was not declared in this scope", line: 3, column: 13 },
    { ...blink, severity: 'warning', message: "unused variable 'unused' [-Wunused-variable]", line: 4, column: 5 },
  ]);
});

test('a missing header', () => {
  const [diagnostic, ...rest] = collect(`sketch/prelude:2:19: fatal error: Motor.h: No such file or directory

* Looking for Motor.h dependency? Check our library registry!
compilation terminated.
*** [.pio/build/uno/src/main.cpp.o] Error 1`);
  expect(rest).toEqual([]);
  expect(diagnostic).toMatchObject({
    severity: 'error',
    element: { kind: 'sketch', name: '' },
    member: 'prelude',
    line: 2,
  });
  expect(diagnostic?.message).toContain('The header Motor.h was not found');
  expect(parseLine("e.c:1:10: fatal error: 'nope.h' file not found")?.message).toContain('The header nope.h');
  expect(parseLine('a.cpp:1:10: fatal error: LiquidCrystal.h: No such file or directory')?.message).toContain(
    'It belongs to the library arduino-libraries/LiquidCrystal',
  );
});

test('an error before compilation', () => {
  const line = 'task:Blink/body:3:2: error: #error "this brace is never closed"';
  expect(parseLine(line)).toEqual({
    ...blink,
    severity: 'error',
    message: 'this brace is never closed',
    line: 3,
    column: 2,
  });
});

test('an error inside a macro is about the line that uses the macro', () => {
  const diagnostics = collect(`src/main.cpp:2:23: error: 'nothing_here' was not declared in this scope
 #define BAD(x) ((x) + nothing_here)
                       ^
task:Blink/body:1:29: note: in expansion of macro 'BAD'`);
  expect(diagnostics).toEqual([
    { ...blink, severity: 'error', message: "'nothing_here' was not declared in this scope", line: 1, column: 29 },
  ]);
});

test('a message of a header is reported once at each use', () => {
  const complaint = `lib/polyloop/src/board.h:44:59: error: call to 'no_pin' declared with attribute error: no such pin
lib/polyloop/src/Arduino.h:147:29: note: in expansion of macro 'CHECK_PIN'`;
  const diagnostics = collect(`${complaint}
task:Blink/body:1:1: note: in expansion of macro 'pinMode'
${complaint}
task:Blink/body:3:1: note: in expansion of macro 'pinMode'
${complaint}
task:Blink/body:3:1: note: in expansion of macro 'pinMode'
lib/other.h:2:1: error: oops
lib/other.h:9:1: note: in expansion of macro 'OTHER'`);
  expect(
    diagnostics.map(({ severity, element, line, file, message }) => [severity, element?.name ?? file, line, message]),
  ).toEqual([
    ['error', 'Blink', 1, 'no such pin'],
    ['error', 'Blink', 3, 'no such pin'],
    ['error', 'lib/other.h', 2, 'oops'],
    ['note', 'lib/other.h', 9, "in expansion of macro 'OTHER'"],
  ]);
});

test.each([
  [
    "<artificial>:(.text.startup+0xa2): undefined reference to `missing_function(int)'",
    'missing_function(int)',
    'missing_function',
  ],
  ["a.c:(.text.startup+0x6): undefined reference to `missing'", 'missing', 'missing'],
  ["src/main.cpp:12: undefined reference to `Motor::go(int) const'", 'Motor::go(int) const', 'go'],
  ['ld.lld: error: undefined symbol: missing', 'missing', 'missing'],
])('a function that is defined nowhere: %s', (line, symbol, name) => {
  const [diagnostic] = collect(
    `/tmp/ccVWOlVe.ltrans0.ltrans.o: In function \`main':\n${line}\ncollect2: error: ld returned 1 exit status`,
  );
  expect(diagnostic?.message).toBe(
    `\`${symbol}\` is used but defined nowhere: its name is misspelt, or the library that has it is missing.`,
  );
  expect(diagnostic && undefinedName(diagnostic)).toBe(name);
});

test('a function that is defined twice', () => {
  const diagnostics = collect(`/usr/bin/ld: /tmp/ccpCj7Py.o: in function \`f':
c.c:(.text+0x0): multiple definition of \`f'; /tmp/cc192jQY.o:b.c:(.text+0x0): first defined here
collect2: error: ld returned 1 exit status`);
  expect(diagnostics).toEqual([{ ...nowhere, severity: 'error', message: '`f` is defined more than once.' }]);
});

test('an interrupt that is defined twice is named, with its owner and a remedy', () => {
  const [diagnostic] = collect(`timer.c.o (symbol from plugin): In function \`pl_port_now':
(.text+0x0): multiple definition of \`__vector_11'
.pio/build/uno/src/main.cpp.o (symbol from plugin):(.text+0x0): first defined here
collect2: error: ld returned 1 exit status`);
  expect(diagnostic?.message).toMatch(
    /^The interrupt TIMER1_COMPA is defined twice: .* releases the jobs with timer 1\. Use timer 2/,
  );
  expect(parseLine("x.o: multiple definition of `__vector_3'")?.message).toMatch(/PCINT0 .*SoftwareSerial/);
  expect(parseLine("x.o: multiple definition of `__vector_18'")?.message).toMatch(/USART_RX .*telemetry/);
});

test.each([
  [
    'sketch/prelude:1:19: fatal error: Servo.h: No such file or directory',
    /^Servo\.h is not in the program: add the library arduino-libraries\/Servo/,
  ],
  ['sketch/prelude:1:1: fatal error: Arduino_FreeRTOS.h: No such file or directory', /choose the target FreeRTOS/],
  ["sketch/prelude:3:1: error: 'xQueuePeek' was not declared in this scope", /^xQueuePeek cannot .*Draw tasks/],
  ["<artificial>:(.text.startup+0xa2): undefined reference to `vTaskDelay'", /^`vTaskDelay` is used .*a period/],
])('an interface that only the runtime may use: %s', (line, message) =>
  expect(parseLine(line)?.message).toMatch(message),
);

test.each([
  [
    "/usr/lib/gcc/avr/5.4.0/../../../avr/bin/ld: address 0x800cc1 of .pio/build/uno/firmware.elf section `.bss' is not within region `data'",
    'RAM',
  ],
  [
    "/usr/lib/gcc/avr/5.4.0/../../../avr/bin/ld: .pio/build/uno/firmware.elf section `.text' will not fit in region `text'",
    'flash',
  ],
  ["ld: region `text' overflowed by 1234 bytes", '1234 bytes too large'],
  ['Error: The program size (40000 bytes) is greater than maximum allowed (32256 bytes)', '40000 of 32256 bytes'],
])('a program that does not fit: %s', (line, words) => {
  const diagnostics = collect(`${line}\n${line}\ncollect2: error: ld returned 1 exit status`);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ ...nowhere, severity: 'error' });
  expect(diagnostics[0]?.message).toContain(words);
});

test('assembly code', () => {
  const diagnostics = collect(`/tmp/ccddrzSk.s: Assembler messages:
/tmp/ccddrzSk.s:137: Error: unknown opcode \`bogus'
lto-wrapper: fatal error: avr-g++ returned 1 exit status
compilation terminated.
/usr/lib/gcc/avr/5.4.0/../../../avr/bin/ld: error: lto-wrapper failed`);
  expect(diagnostics).toEqual([{ ...nowhere, severity: 'error', message: "In assembly code: unknown opcode `bogus'" }]);
});

test('a Windows path is one file name', () => {
  expect(parseLine('C:\\Users\\Ada Lovelace\\p\\src\\main.cpp:7:12: error: oops')).toMatchObject({
    file: 'C:\\Users\\Ada Lovelace\\p\\src\\main.cpp',
    line: 7,
    column: 12,
  });
});

test.each([
  'In file included from src/main.cpp:1:0,',
  '                 from task:Blink/body:3:',
  ' #define BAD(x) ((x) + nothing_here)',
  '    1 | #include "nope.h"',
  'Compiling .pio/build/uno/src/main.cpp.o',
  'HARDWARE: ATMEGA328P 16MHz, 2KB RAM, 31.50KB Flash',
  '1 error generated.',
  '',
])('is no message: %s', (line) => expect(parseLine(line)).toBeNull());

test("a kernel's warnings and their notes are omitted, but not its errors", () => {
  const diagnostics = collect(`lib/freertos/src/portmacro.h:81: warning: "portDONT_DISCARD" redefined
lib/polyloop/src/config.h:91: note: this is the location of the previous definition
lib/freertos/src/tasks.c:3550:54: warning: comparison of unsigned expression in '< 0' is always false [-Wtype-limits]
task:Blink/body:4:5: warning: unused variable 'unused' [-Wunused-variable]
lib/freertos/src/tasks.c:20:1: error: #error "configTICK_TYPE_WIDTH_IN_BITS is not defined"`);
  expect(diagnostics.map(({ severity, element, file }) => [severity, element?.name ?? file])).toEqual([
    ['warning', 'Blink'],
    ['error', 'lib/freertos/src/tasks.c'],
  ]);
});
