import { describe, expect, it } from 'vitest';
import { imported, sketchText, taskWords } from '../test-imports.ts';

/** Each form of a guard: declarations, loop, and the period of the task. */
const FORMS: readonly (readonly [string, string, string, number])[] = [
  ['a constant', 'unsigned long last;', 'if (millis() - last >= 500) { last = millis(); f(); }', 500],
  ['>', 'unsigned long last;', 'if (millis() - last > 500) { last = millis(); f(); }', 500],
  ['parentheses', 'unsigned long last;', 'if ((millis() - last) >= (500)) { last = millis(); f(); }', 500],
  ['a cast', 'unsigned long last;', 'if ((unsigned long)(millis() - last) >= 500UL) { last = millis(); f(); }', 500],
  ['a flipped comparison', 'unsigned long last;', 'if (500 <= millis() - last) { last = millis(); f(); }', 500],
  [
    '#define',
    '#define EACH (2 * 250)\nunsigned long last;',
    'if (millis() - last >= EACH) { last = millis(); f(); }',
    500,
  ],
  ['const', 'const long each = 500;\nlong last;', 'if (millis() - last >= each) { last = millis(); f(); }', 500],
  [
    'a variable that never changes',
    'int each = 500, x;\nlong last;',
    'if (millis() - last > each) { last = millis(); f(); }',
    500,
  ],
  ['a local time', 'long last;', 'unsigned long now = millis();\nif (now - last >= 500) { last = now; f(); }', 500],
  ['a global time', 'unsigned long now, last;', 'now = millis();\nif (now - last >= 500) { last = now; f(); }', 500],
  ['a sum', 'long last;', 'if (millis() >= last + 500) { last = millis(); f(); }', 500],
  ['the next time', 'long next;', 'if (millis() >= next) { next = millis() + 500; f(); }', 500],
  ['the next time, added to', 'long next;', 'if (millis() > next) { next += 500; f(); }', 500],
  ['the sign of a difference', 'long next;', 'if ((long)(millis() - next) >= 0) { next += 500; f(); }', 500],
  ['no drift', 'long last;', 'if (millis() - last >= 500) { last += 500; f(); }', 500],
  ['a reset at the end', 'long last;', 'if (millis() - last >= 500) { f(); last = millis(); }', 500],
  ['micros()', 'long last;', 'if (micros() - last >= 2500) { last = micros(); f(); }', 2.5],
  [
    'a static variable',
    '',
    'static unsigned long last = 0;\nif (millis() - last >= 500) { last = millis(); f(); }',
    500,
  ],
  [
    'a structure',
    'struct T { long last; int each; };\nT t = {0, 500};',
    'if (millis() - t.last >= t.each) { t.last = millis(); f(); }',
    500,
  ],
  [
    'an array',
    'long last[2]; const int each[] = {100, 500};',
    'if (millis() - last[1] >= each[1]) { last[1] = millis(); f(); }',
    500,
  ],
  [
    'an array of structures',
    'struct { long last; int each; } t[2] = {{0, 100}, {0, 500}};',
    'if (millis() - t[1].last >= t[1].each) { t[1].last = millis(); f(); }',
    500,
  ],
  ['an early return', 'long last;', 'if (millis() - last < 500) return;\nlast = millis();\nf();', 500],
];

describe('a block that runs once in an interval', () => {
  it.each(FORMS)('is a task: %s', (_form, declarations, loop, ms) => {
    const result = imported(sketchText(`${declarations}\nvoid f() {}`, loop));
    expect(result.sketch.tasks).toHaveLength(1);
    expect(result.sketch.tasks[0]?.periodUs).toBe(ms * 1000);
    expect(result.sketch.tasks[0]?.body).toBe('f();');
    expect(result.notes.filter(({ kind }) => kind === 'kept')).toEqual([]);
  });

  it('can be in a function that only loop calls', () => {
    const text = sketchText(
      'int n;\nlong last;\n// Counts.\nvoid count() { if (millis() - last < 50) return; last = millis(); n++; }',
      'count();',
    );
    const result = imported(text);
    expect(taskWords(result)).toEqual(['count every 50 ms']);
    expect(result.sketch.tasks[0]?.body).toBe('// Counts.\nn++;');
    expect(result.sketch.prelude).not.toContain('count');
  });

  it('leaves its else to loop', () => {
    const result = imported(
      sketchText(
        'long a, b; int n;',
        'if (millis() - a > 9) { a = millis(); n++; } else if (millis() - b >= 20) { b = millis(); n--; } else { n = 0; }',
      ),
    );
    expect(taskWords(result)).toEqual(['a every 9 ms', 'b every 20 ms', 'loop always']);
    expect(result.sketch.tasks[2]?.body).toBe('{ n = 0; }');
  });

  it('starts when the original does', () => {
    const starts = (declarations: string, loop: string, setup = '') =>
      imported(sketchText(declarations, loop, setup)).sketch.tasks[0]?.offsetUs;
    const block = 'if (millis() - last >= 500) { last = millis(); tone(3, 4); }';
    expect(starts('unsigned long last = 0;', block)).toBe(500_000);
    expect(starts('unsigned long last = -500;', block)).toBe(0);
    expect(starts('unsigned long last;', block, 'last = millis();')).toBe(500_000);
    expect(starts('long next;', 'if (millis() >= next) { next += 500; tone(3, 4); }')).toBe(0);
    expect(starts('long next = 300;', 'if (millis() >= next) { next += 500; tone(3, 4); }')).toBe(300_000);
  });

  it('keeps a timer that other code reads', () => {
    const result = imported(
      sketchText(
        'unsigned long last;',
        'unsigned long now = millis();\nif (now - last >= 500) { last = now; f(); }\nSerial.println(last);',
      ),
    );
    expect(result.sketch.tasks[0]?.body).toBe('unsigned long now = millis();\nlast = now; f();');
    expect(result.sketch.prelude).toContain('unsigned long last;');
    expect(result.sketch.tasks[1]?.body).toBe('Serial.println(last);');
  });

  it('gets a copy of what it reads itself, and shares a static variable with loop', () => {
    const loop =
      'static int n = 0;\nconst int by = 2;\nint button = digitalRead(4);\nif (millis() - last >= 50) { last = millis(); if (button) n += by; }\nSerial.println(n);';
    const result = imported(sketchText('long last;', loop));
    expect(result.sketch.tasks[0]?.body).toBe('const int by = 2;\nint button = digitalRead(4);\nif (button) n += by;');
    expect(result.sketch.prelude).toContain('static int n = 0;');
    expect(result.sketch.tasks[1]?.body).toBe('Serial.println(n);');
    expect(result.shared.map(({ name }) => name)).toEqual(['n']);
  });
});

/** What is not a period, with a part of the reason. */
const KEPT: readonly (readonly [string, string, string, string])[] = [
  ['a timeout', 'long since;', 'if (digitalRead(2)) since = millis();\nif (millis() - since > 50) f();', 'timeout'],
  ['a second condition', 'long last;', 'if (on() && millis() - last > 50) { last = millis(); f(); }', 'more than'],
  [
    'an interval that changes',
    'long last; int each = 50;',
    'each = analogRead(A0);\nif (millis() - last > each) { last = millis(); f(); }',
    'not known',
  ],
  [
    'a timer that other code sets',
    'long last;',
    'if (digitalRead(3)) last = 0;\nif (millis() - last > 50) { last = millis(); f(); }',
    'other code sets',
  ],
  [
    'a value of each run',
    'long last;',
    'int v = f() + 1;\nif (millis() - last > 50) { last = millis(); g(v); }\ng(v);',
    'it uses v',
  ],
  [
    'a return before it',
    'long last;',
    'if (f()) return;\nif (millis() - last > 50) { last = millis(); g(1); }',
    'can end before',
  ],
  [
    'a condition before it',
    'long last;',
    'if (f()) { g(1); } else if (millis() - last > 50) { last = millis(); g(2); }',
    'conditions before',
  ],
];

describe('a check of the time that is no period', () => {
  it.each(KEPT)('stays in loop: %s', (_what, declarations, loop, reason) => {
    const result = imported(sketchText(`${declarations}\nint f() { return 0; }\nvoid g(int) {}`, loop));
    expect(taskWords(result)).toEqual(['loop always']);
    expect(result.sketch.tasks[0]?.body).toBe(loop);
    expect(result.notes.find(({ kind }) => kind === 'kept')?.text).toContain(reason);
  });

  it('stays as a whole if preprocessor lines are around it, or the parser does not understand it', () => {
    for (const loop of [
      '#ifdef FAST\nif (millis() - last > 50) { last = millis(); f(); }\n#else\ng(1);\n#endif',
      'EVERY_N_SECONDS(5) { f(); }',
    ]) {
      const result = imported(sketchText('long last; void f() {} void g(int) {}', loop));
      expect(result.sketch.tasks.map(({ body }) => body)).toEqual([loop]);
    }
  });
});

describe('a proposal that is not wanted', () => {
  it('stays in loop, unchanged', () => {
    const loop = 'if (millis() - a >= 50) { a = millis(); f(); }\nif (millis() - b >= 70) { b = millis(); f(); }';
    const text = sketchText('long a, b; void f() {}', loop);
    const [first, second] = imported(text).proposals;
    expect(taskWords(imported(text, { merged: new Set([first?.id ?? '']) }))).toEqual(['b every 70 ms', 'loop always']);
    const whole = imported(text, { merged: new Set([first?.id ?? '', second?.id ?? '']) });
    expect(whole.sketch.tasks.map(({ body }) => body)).toEqual([loop]);
  });
});
