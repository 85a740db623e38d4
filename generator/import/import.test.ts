import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSketch } from '../sketch/read.ts';
import { writeSketch } from '../sketch/write.ts';
import { importSketch, isArduinoSketch } from './import.ts';
import { imported, sketchText, taskWords } from './test-imports.ts';

const EXAMPLES = join(import.meta.dirname, '../../test/import/examples');
const example = (name: string) => imported(readFileSync(join(EXAMPLES, `${name}.ino`), 'utf8'));

describe('an import', () => {
  it.each(['blink', 'blink-without-delay', 'debounce', 'glasshouse', 'sweep'])(
    'gives a valid, admitted sketch: %s',
    (name) => {
      const { sketch, admitted } = example(name);
      expect(readSketch(writeSketch(sketch))).toMatchObject({ ok: true, sketch: { tasks: sketch.tasks } });
      expect(admitted).toBe(true);
    },
  );

  it('splits a long sketch and names what its tasks share', () => {
    const result = example('glasshouse');
    expect(taskWords(result)).toEqual([
      'readClock every 5000 ms',
      'heart every 250 ms',
      'Sample every 100 ms',
      'Pump every 1000 ms',
      'report every 2000 ms',
      'loop always',
    ]);
    expect(result.sketch.interrupts).toMatchObject([
      { name: 'onFlow', pin: '2', mode: 'falling', handlerBudgetUs: 0, body: expect.stringContaining('flowPulses++;') },
    ]);
    expect(result.shared.map(({ name, remedy }) => [name, remedy])).toEqual([
      ['settings', 'channel'],
      ['flowPulses', 'mask'],
      ['pump', 'lock'],
      ['soil', 'channel'],
      ['warmth', 'channel'],
    ]);
    expect(result.includes.map(({ header }) => header)).toEqual(['EEPROM.h', 'Wire.h']);
    // Arduino declares saveSettings() before its first use.
    expect(result.sketch.prelude).toContain('void saveSettings();\n');
    const setups = result.sketch.tasks.filter(({ setup }) => setup !== '');
    expect(setups.map(({ name }) => name)).toEqual(['loop']);
    expect(setups[0]?.setup).not.toContain('attachInterrupt');
  });

  it('gives a setup that only prepares pins to the tasks that use them', () => {
    const declarations = 'const int RED = 13;\n#define GREEN 12\nlong a, b;';
    const loop =
      'if (millis() - a >= 500) { a = millis(); digitalWrite(RED, !digitalRead(RED)); }\nif (millis() - b >= 300) { b = millis(); digitalWrite(GREEN, !digitalRead(GREEN)); }';
    const { sketch } = imported(
      sketchText(declarations, loop, 'pinMode(RED, OUTPUT);\npinMode(12, OUTPUT); // green\nSerial.begin(9600);'),
    );
    expect(sketch.tasks.map(({ setup }) => setup)).toEqual([
      'pinMode(RED, OUTPUT);',
      'pinMode(12, OUTPUT); // green\nSerial.begin(9600);',
    ]);
  });

  it('leaves attachInterrupt() as it is where it is not understood', () => {
    const text = sketchText(
      'int n; void isr() { n++; }',
      'delay(10);',
      'attachInterrupt(digitalPinToInterrupt(2), isr, RISING);\nattachInterrupt(digitalPinToInterrupt(n), isr, RISING);',
    );
    const { sketch, notes } = imported(text);
    expect(sketch.interrupts).toEqual([]);
    expect(sketch.tasks[0]?.setup).toContain('attachInterrupt(digitalPinToInterrupt(2), isr, RISING);');
    expect(notes.map((note) => note.text).join()).toContain('attachInterrupt() stays');
  });

  it('joins the files of a sketch folder', () => {
    const result = importSketch([
      { name: 'b.cpp', text: '#include "b.h"\nint twice(int x) { return 2 * x; }\n' },
      { name: 'b.h', text: '#pragma once\nint twice(int x);\n' },
      {
        name: 'main.ino',
        text: '#include "b.h"\nlong last;\nvoid setup() {}\nvoid loop() {\n  if (millis() - last > 9) { last = millis(); twice(1); }\n}\n',
      },
      { name: 'other.ino', text: 'int other;\n' },
    ]);
    if (!result.ok) throw new Error(result.message);
    expect(result.sketch.name).toBe('main');
    expect(result.sketch.prelude).toBe('int twice(int x);\nint other;\nint twice(int x) { return 2 * x; }');
    expect(result.proposals[0]?.place).toBe('main.ino, line 5');
    expect(result.includes).toEqual([]);
  });

  it('refuses what is not a sketch', () => {
    expect(importSketch([{ name: 'x.ino', text: 'int main() {}' }])).toMatchObject({
      ok: false,
      message: expect.stringContaining('setup()'),
    });
    expect(isArduinoSketch('void setup() {}\nvoid loop() {}')).toBe(true);
    expect(isArduinoSketch('// setup() and loop()')).toBe(false);
    expect(isArduinoSketch('setup(); loop();')).toBe(false);
  });
});

describe("a sketch with Qduino's functions", () => {
  it('keeps C and T, channels, locks and interrupts', () => {
    const text = `#include <polyloop/qduino.h>
#define SENSE 30
CHANNEL(distance, int);
RINGBUF(log, unsigned long, 8);
spinlock_t bus;
void edge() { Serial.println(1); }
void setup() {
  ringbufInit(log, 8);
  spinlockInit(bus);
  interruptsVcpu(2, 50);
  attachInterruptVcpu(2, edge, RISING, 1, 20);
  channelWrite(distance, 100);
}
// Senses.
loop(1, SENSE, 200) {
  spinlockLock(bus);
  channelWrite(distance, analogRead(A0));
  spinlockUnlock(bus);
  ringbufWrite(log, millis());
}
void loop(2, 5, 100)
{
  unsigned long at;
  spinlockLock(bus);
  spinlockUnlock(bus);
  if (channelRead(distance) < 9 && ringbufRead(log, at)) Serial.println(at);
}
`;
    const { dialect, sketch, notes } = imported(text);
    expect(dialect).toBe('qduino');
    expect(notes.map((note) => note.text)).toEqual([]);
    expect(sketch.prelude).toBe('#define SENSE 30');
    expect(sketch.tasks).toMatchObject([
      { name: 'loop 1', budgetUs: 30_000, periodUs: 200_000, body: expect.stringContaining('// Senses.\nbus_lock();') },
      { name: 'loop 2', budgetUs: 5_000, periodUs: 100_000, body: expect.stringContaining('log_read(&at)') },
    ]);
    expect(sketch.tasks[0]?.setup).toBe('distance_write(100);');
    expect(sketch.channels).toMatchObject([
      { name: 'distance', kind: 'four-slot', item: [{ type: 'int16' }], writer: 'loop 1', readers: ['loop 2'] },
      {
        name: 'log',
        kind: 'ring-buffer',
        item: [{ type: 'uint32' }],
        capacity: 8,
        writer: 'loop 1',
        readers: ['loop 2'],
      },
    ]);
    expect(sketch.resources).toMatchObject([{ name: 'bus', users: [{ task: 'loop 1' }, { task: 'loop 2' }] }]);
    expect(sketch.ioServer).toEqual({ budgetUs: 2_000, periodUs: 50_000 });
    expect(sketch.interrupts).toMatchObject([
      { pin: '2', mode: 'rising', handlerBudgetUs: 1_000, handlerPeriodUs: 20_000, body: 'Serial.println(1);' },
    ]);
    expect(readSketch(writeSketch(sketch)).ok).toBe(true);
  });
});
