/** Sketches that are legal C++ and unlike any example. */
import { describe, expect, it } from 'vitest';
import { withinCpuTime } from '../../test/cpu-time.ts';
import { readSketch } from '../sketch/read.ts';
import { writeSketch } from '../sketch/write.ts';
import { importSketch, isArduinoSketch } from './import.ts';
import { imported, sketchText, taskWords } from './test-imports.ts';

const GUARD = (timer: string, ms: string, code: string) =>
  `if (millis() - ${timer} >= ${ms}) { ${timer} = millis(); ${code} }`;

const balanceOf = (code: string): number => code.split('{').length - code.split('}').length;

describe('an import of a strange sketch', () => {
  it('reads a byte order mark, carriage returns, and a comment that goes on in the next line', () => {
    const loop = 'if (millis() - last >= 500)\n{\n  last = millis();\n  blink(); // t\\\noggle }\n}';
    const text =
      `\ufeff// first\n${sketchText('int kept;\nunsigned long last = 0;\nvoid blink() {}', loop)}`.replaceAll(
        '\n',
        '\r\n',
      );
    const result = imported(text);
    expect(taskWords(result)).toEqual(['every_500ms every 500 ms']);
    expect(result.sketch.tasks[0]?.body).toContain('blink(); // t\\\noggle }');
    expect(result.sketch.prelude).toMatch(/^\/\/ first/);
  });

  it('takes neither code nor preprocessor lines from raw strings', () => {
    const raw = 'const char *page = R"html(\n#define LED 5\nvoid loop() { delay(5); } " )" // )html";';
    const result = imported(
      sketchText(`${raw}\nunsigned long last;`, GUARD('last', '1000UL', 'Serial.println(page);')),
    );
    expect(taskWords(result)).toEqual(['every_1s every 1000 ms']);
    expect(result.sketch.prelude).toContain(raw);
  });

  it('knows names that are not in English', () => {
    const loop = `${GUARD('последний', '300', 'messen();')}\n${GUARD('größe', '500', '온도++;')}`;
    const result = imported(sketchText('unsigned long größe, последний;\nint 온도;\nvoid messen() {}', loop));
    expect(taskWords(result)).toEqual(['последний every 300 ms', 'größe every 500 ms']);
    expect(result.sketch.tasks.map(({ body }) => body)).toEqual(['messen();', '온도++;']);
  });

  it('ends loop() where it ends, although each branch of an #if opens a block', () => {
    const loop = '#ifdef SLOW\n  if (a) {\n#else\n  if (b) {\n#endif\n    run();\n  }';
    const text = `${sketchText('int a, b;\nvoid run() {}', loop)}int after() { return 1; }\n`;
    const { sketch } = imported(text);
    expect(sketch.tasks.map(({ body }) => body)).toEqual([loop]);
    expect(balanceOf(sketch.prelude)).toBe(0);
    expect(sketch.prelude).toContain('int after() { return 1; }');
  });

  it('splits a loop() with preprocessor lines, and leaves no part of it in the shared code', () => {
    const print = '#ifdef DEBUG\nSerial.println(last);\n#else\nrun();\n#endif';
    const loop = `${GUARD('last', '100', `\n${print}\nrun();\n`)}\n#if DEBUG\nrun();\n#endif`;
    const result = imported(sketchText('unsigned long last;\nvoid run() {}', loop));
    expect(taskWords(result)).toEqual(['every_100ms every 100 ms', 'loop always']);
    expect(result.sketch.tasks[0]?.body).toContain(print);
    expect(result.sketch.tasks[1]?.body).toBe('#if DEBUG\nrun();\n#endif');
    expect(result.sketch.prelude).not.toContain('loop');
  });

  it('leaves a check of the time in loop() if its condition or branches depend on the preprocessor', () => {
    const condition = `if (millis() - last >=\n#ifdef FAST\n 5\n#endif\n* 10) { last = millis(); run(); }`;
    const branches = `if (millis() - next >= 50) {\n next = millis(); run();\n#ifdef FAST\n} else {\n#endif\n run(); }`;
    const result = imported(sketchText('unsigned long last, next;\nvoid run() {}', `${condition}\n${branches}`));
    expect(taskWords(result)).toEqual(['loop always']);
    expect(result.sketch.tasks[0]?.body).toContain('} else {');
    expect(result.sketch.prelude).not.toContain('loop');
  });

  it('keeps macros, lambdas, templates, labels, and blocks inside blocks as they are', () => {
    const declarations = [
      '#define EVERY(ms, last) if (millis() - last >= (ms) && ((last = millis()), true))',
      'template <typename T, int N = 3> struct Ring { T items[N]; int n = 0; void put(T t) { items[n++ % N] = t; } };',
      'Ring<int> ring;\nunsigned long slow, fast;',
    ].join('\n');
    const nested = GUARD('slow', '1000', `ring.put(1); ${GUARD('fast', '100', 'ring.put(2);')}`);
    const rest =
      'auto blink = [&](int p) { digitalWrite(p, HIGH); };\nblink(13);\nEVERY(500, fast) { ring.put(3); }\nagain:\nif (ring.n) goto again;';
    const result = imported(sketchText(declarations, `${nested}\n${rest}`));
    expect(result.sketch.prelude).toContain(declarations);
    const bodies = result.sketch.tasks.map(({ body }) => body).join('\n');
    for (const part of [
      'ring.put(1);',
      'ring.put(2);',
      'auto blink = [&]',
      'EVERY(500, fast) { ring.put(3); }',
      'goto again;',
    ])
      expect(bodies).toContain(part);
  });

  it('loses no macro that follows a block', () => {
    const every = '#define EVERY(last, ms) if (millis() - (last) >= (ms) && ((last) += (ms), true))';
    for (const before of [
      GUARD('slow', '300', 'run();'),
      'if (run()) { run(); } else if (run()) { run(); }',
      'while (run()) { run(); }',
    ]) {
      const text = sketchText(
        `${every}\nunsigned long slow, fast;\nbool run() { return false; }`,
        `${before}\nEVERY(fast, 50) { run(); }\nrun();`,
      );
      const bodies = imported(text)
        .sketch.tasks.map(({ body }) => body)
        .join('\n');
      expect(bodies).toContain('EVERY(fast, 50) { run(); }');
    }
  });

  it('says where a sketch nests too deeply to be read', () => {
    const deep = sketchText('', `${'{ if (1) '.repeat(5_000)};${'}'.repeat(5_000)}`);
    expect(isArduinoSketch(deep)).toBe(true);
    expect(importSketch([{ name: 'deep.ino', text: deep }])).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^deep\.ino, line 6: .* Move some of this code into functions/),
    });
  });

  it('reads as much code as a sketch can hold, and says where the limit is', () => {
    const lines = (line: string, count: number) => sketchText('', '') + line.repeat(count);
    expect(imported(lines('// x\n', 200_000)).sketch.prelude).toMatch(/^(\/\/ x\s*)+$/);
    const long = lines('// x\n', 210_000);
    expect(isArduinoSketch(long)).toBe(true);
    expect(importSketch([{ name: 'a.ino', text: long }])).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The sketch has 1050\d\d\d characters, and the import reads at most 1048576\./),
    });
  });

  it('reads thousands of functions in a moment', () => {
    const functions = Array.from({ length: 10_000 }, (_, index) => `void f${index}() {} // x\n`).join('');
    withinCpuTime('an import of 10,000 functions', 3_000, () => imported(sketchText(functions, '')));
  });

  it('makes a file that can be read of a thousand blocks', () => {
    const numbers = Array.from({ length: 1_100 }, (_, index) => index);
    const timers = numbers.map((index) => `unsigned long at${index};`).join('\n');
    const loop = numbers.map((index) => GUARD(`at${index}`, String(index + 10), `digitalWrite(${index % 13}, HIGH);`));
    const { sketch, notes } = imported(sketchText(timers, loop.join('\n')));
    expect(readSketch(writeSketch(sketch)).ok).toBe(true);
    expect(sketch.tasks).toHaveLength(101);
    expect(notes.filter(({ text }) => text.includes('at most 100 tasks'))).toHaveLength(1_000);
    expect(sketch.tasks.at(-1)?.body).toContain('at1099 = millis();');
  });

  it('keeps each line of the shared code on a line of its own', () => {
    const text = `#define FAST 50\nunsigned long last; int x; // counts\nunsigned long next; int y;\n${sketchText('', `${GUARD('last', 'FAST', 'x++;')}\n${GUARD('next', '70', 'y++;')}`)}`;
    const { sketch } = imported(text);
    expect(sketch.prelude).toMatch(/^#define FAST 50\nint x; \/\/ counts\n\s*int y;$/m);
  });

  it.each([
    ['50 + 50', 'T * 2', 150],
    ['(50 + 50)', 'T * 2', 200],
    ['50 + 50 // ms', '2 * T', 150],
    ['A + 50', 'T * 2 /* ms */', 130],
  ])('replaces a macro by its text, as the preprocessor does: %s in %s', (define, interval, periodMs) => {
    const declarations = `#define A 30\n#define T ${define}\nunsigned long last;\nint x;`;
    expect(taskWords(imported(sketchText(declarations, GUARD('last', interval, 'x++;'))))).toEqual([
      `${periodMs % 1000 === 0 ? `every_${periodMs / 1000}s` : `every_${periodMs}ms`} every ${periodMs} ms`,
    ]);
  });

  it('ends with macros that double each other', () => {
    const macros = Array.from({ length: 40 }, (_, index) => `#define M${index} M${index + 1} + M${index + 1}`);
    const result = imported(
      sketchText([...macros, '#define M40 M0', 'unsigned long last;'].join('\n'), GUARD('last', 'M0', 'run();')),
    );
    expect(taskWords(result)).toEqual(['loop always']);
  });

  it('takes no variable for a timer that loop() makes anew in each run', () => {
    const loop = `unsigned long last = 0;\n${GUARD('last', '100', 'run();')}`;
    const result = imported(sketchText('unsigned long last;\nvoid run() {}', loop));
    expect(taskWords(result)).toEqual(['loop always']);
    expect(result.sketch.tasks[0]?.body).toContain('last = millis();');
  });
});
