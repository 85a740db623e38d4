import { describe, expect, it } from 'vitest';
import { imported, sketchText, taskWords } from './test-imports.ts';

const bodyOf = (loop: string, declarations = '') => imported(sketchText(declarations, loop)).sketch.tasks[0]?.body;

describe('delay() in loop', () => {
  it('is the period if it is the last statement', () => {
    const result = imported(sketchText('', 'Serial.println(analogRead(A0));\ndelay(250); // a pause'));
    expect(taskWords(result)).toEqual(['loop every 250 ms']);
    expect(result.sketch.tasks[0]?.body).toBe('Serial.println(analogRead(A0));');
    expect(result.proposals[0]?.explanation).toContain('becomes the period');
  });

  it('cuts the code into jobs elsewhere', () => {
    const result = imported(
      sketchText('', 'digitalWrite(13, HIGH);\ndelay(200);\ndigitalWrite(13, LOW);\ndelay(800);'),
    );
    expect(taskWords(result)).toEqual(['loop every 200 ms']);
    expect(result.sketch.tasks[0]?.body).toBe(`static uint8_t step = 0;
static uint16_t pause = 0;
switch (step) {
  case 0:
  again:
    digitalWrite(13, HIGH);
    { step = 1; return; case 1:; } // delay(200);
    digitalWrite(13, LOW);
    { pause = 4; step = 2; return; case 2: if (--pause > 0) return; } // delay(800);
}
if (step != 0) { // loop() again
  step = 0;
  goto again;
}`);
  });

  it('keeps the values of variables between jobs', () => {
    const body = bodyOf(
      'const int v = analogRead(A0);\nfor (int i = 0, n = v; i < n; i++) {\n  if (v) delay(20);\n  int own = i;\n  f(own);\n}\nif (v > 3) return;\ndelay(10);',
      'void f(int) {}',
    );
    expect(body).toContain('static int v;');
    expect(body).toContain('static int i;\nstatic int n;');
    expect(body).toContain('v = analogRead(A0);');
    expect(body).toContain('for (i = 0, n = v; i < n; i++) {');
    expect(body).toContain('int own = i;');
    expect(body).not.toContain('static int own');
    expect(body).toContain('if (v > 3) goto ended;');
    expect(body).toContain('}\nended:\nif (step != 0) {');
  });

  it('uses names that the sketch does not use', () => {
    expect(bodyOf('step++;\ndelay(10);\nf();\ndelay(10);', 'int step; void f() {}')).toContain(
      'static uint8_t step_ = 0;',
    );
  });

  it('hides no code behind a comment', () => {
    expect(bodyOf('f(); delay(10); f(); delay(10);', 'void f() {}')).toContain('/* delay(10); */ f();');
  });

  it('stays in the code if it is short beside others', () => {
    const result = imported(sketchText('', 'digitalWrite(3, HIGH);\ndelay(2);\ndigitalWrite(3, LOW);\ndelay(100);'));
    expect(taskWords(result)).toEqual(['loop every 100 ms']);
    expect(result.sketch.tasks[0]?.body).toContain('delay(2);');
  });

  it.each([
    ['an unknown length', 'delay(analogRead(A0));'],
    ['a switch', 'switch (f()) { case 1: delay(10); f(); }\nf();'],
    ['an object', 'String s = g();\ndelay(10);\nSerial.println(s);\ndelay(10);'],
    ['no common period', 'f();\ndelay(100);\nf();\ndelay(301);'],
    ['two types of one name', 'for (int i = 0; i < 3; i++) delay(10);\nfor (byte i = 0; i < 3; i++) delay(10);'],
  ])('stays with the reason: %s', (_what, loop) => {
    const result = imported(sketchText('int f() { return 1; }\nString g() { return ""; }', loop));
    expect(taskWords(result)).toEqual(['loop always']);
    expect(result.sketch.tasks[0]?.body).toBe(loop);
    expect(result.notes.find(({ kind }) => kind === 'kept')?.text).toContain('keeps its delays');
  });

  it('is part of the budget of a block', () => {
    const result = imported(
      sketchText('long last;', 'if (millis() - last >= 500) { last = millis(); f(); delay(20); }'),
    );
    expect(result.sketch.tasks[0]?.budgetUs).toBeGreaterThan(20_000);
    expect(result.notes.map(({ text }) => text).join()).toContain('delay(20) stays');
  });
});
