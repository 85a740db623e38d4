import { describe, expect, it } from 'vitest';
import { remedyFor, withRemedy } from './remedies.ts';
import type { Imported } from './result.ts';
import { imported, sketchText } from './test-imports.ts';

const every = (timer: string, ms: number, code: string) =>
  `if (millis() - ${timer} >= ${ms}) { ${timer} = millis(); ${code} }`;
const sharing = (declaration: string, write: string, read: string, more = ''): Imported =>
  imported(
    sketchText(
      `${declaration}\nunsigned long writing, reading;\n${more}`,
      `${every('writing', 50, write)}\n${every('reading', 70, read)}`,
    ),
  );
const [WRITER, READER] = ['writing', 'reading'];

function remedied({ sketch, shared }: Imported) {
  const [first] = shared;
  if (first === undefined) throw new Error('Nothing is shared.');
  return { remedy: remedyFor(sketch, first), sketch: withRemedy(sketch, first) };
}

describe('the remedy for a shared variable', () => {
  it('is a channel for a number with one writer', () => {
    const { remedy, sketch } = remedied(sharing('int soil = 3;', 'soil = analogRead(A0);', 'Serial.println(soil);'));
    expect(remedy).toBe('channel');
    expect(sketch.channels).toMatchObject([
      { name: 'soil', writer: WRITER, readers: [READER], item: [{ type: 'int16' }] },
    ]);
    expect(sketch.tasks.map(({ body }) => body)).toEqual([
      'soil = analogRead(A0);\nsoil_write((int16_t)soil);',
      'static int16_t soil = 3;\nsoil_read(&soil);\nSerial.println(soil);',
    ]);
  });

  it.each([
    ['two tasks write it', sharing('int n;', 'n++;', 'n--;')],
    ['a job of the writer can end before', sharing('int n;', 'if (n > 3) return;\nn++;', 'Serial.println(n);')],
    [
      'a reader uses it through a function',
      sharing('int n;', 'n++;', 'print();', 'void print() { Serial.println(n); }'),
    ],
    ['it is an array', sharing('int n[3];', 'n[0]++;', 'Serial.println(n[0]);')],
    ['its first value is computed', sharing('int n = analogRead(A0);', 'n++;', 'Serial.println(n);')],
  ])('is a lock if %s', (_, result) => {
    const { remedy, sketch } = remedied(result);
    expect(remedy).toBe('lock');
    expect(sketch.resources).toMatchObject([{ name: 'n', users: [{ task: WRITER }, { task: READER }] }]);
    for (const { body } of sketch.tasks) expect(body).toMatch(/^n_guard n_held;\n/);
  });

  it('is left to the user if an interrupt shares the variable', () => {
    const text =
      'volatile int n;\nvoid on() { n++; }\nvoid setup() { attachInterrupt(0, on, RISING); }\nvoid loop() { delay(5); Serial.println(n); }\n';
    const result = imported(text);
    expect(remedied(result)).toEqual({ remedy: null, sketch: result.sketch });
  });
});
