import { describe, expect, it } from 'vitest';
import { uno } from '../boards/uno/index.ts';
import { allCode } from '../sketch/code/pieces.ts';
import { newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { pinsInCode } from './pins-in-code.ts';
import { wirePart } from './wire.ts';

function sketchWith(body: string, rest: { prelude?: string; setup?: string } = {}): Sketch {
  const { prelude = '', setup = '' } = rest;
  const task = { ...newTask('blink'), setup, body };
  return { ...newSketch('s'), prelude, tasks: [task] };
}
const drivenBy = (body: string, rest: { prelude?: string; setup?: string } = {}) => {
  const sketch = sketchWith(body, rest);
  return [...pinsInCode(sketch, [sketch.tasks[0]?.body ?? '']).driven];
};

describe('the pins in code', () => {
  it.each([
    ['digitalWrite(9, HIGH);', ['9']],
    ['digitalWrite(13, !digitalRead(7));', ['13']],
    ['analogWrite( 6 , x + 1); tone(8, 440);', ['6', '8']],
    ['shiftOut(11, 12, MSBFIRST, v);', ['11', '12']],
    ['digitalWrite(A2, LOW);', ['A2']],
    ['digitalWrite(base + 1, LOW);', []],
    ['// digitalWrite(9, HIGH);\nSerial.println("digitalWrite(9, 1)");', []],
    ['x = analogRead(0); pinMode(4, OUTPUT);', []],
    ["delay(1'000); digitalWrite(9, HIGH); c = 'x';", ['9']],
  ])('%s drives %j', (body, pins) => expect(drivenBy(body)).toEqual(pins));

  it.each([
    'const int LED = 9;',
    'constexpr uint8_t LED = 9;',
    'static const unsigned char LED = 9;',
    'const byte LED{9};',
    '#define LED 9',
  ])('are found through %s', (prelude) => {
    expect(drivenBy('digitalWrite(LED, HIGH);', { prelude })).toEqual(['9']);
  });

  it('are found through the objects of libraries', () => {
    expect(drivenBy('arm.write(90);', { prelude: 'Servo arm;', setup: 'arm.attach(5);' })).toEqual(['5']);
    const prelude = 'LiquidCrystal lcd(12, 11, 5, 4, 3, 2);\nAdafruit_NeoPixel strip(8, 6, NEO_GRB);';
    expect(drivenBy('lcd.print(1);', { prelude })).toEqual(['12', '11', '5', '4', '3', '2']);
    expect(drivenBy('strip.show();', { prelude })).toEqual(['6']);
    expect(drivenBy('x++;', { prelude })).toEqual([]);
  });

  it('include the pins that are read', () => {
    const sketch = sketchWith('v = analogRead(0); w = analogRead(A3); b = digitalRead(7);', {
      setup: 'pinMode(4, 1);',
    });
    expect([...pinsInCode(sketch, allCode(sketch)).named].sort()).toEqual(['4', '7', 'A0', 'A3']);
  });
});

describe('a new part', () => {
  it('does not take a pin that code uses', () => {
    const free = wirePart(newSketch('s'), uno, 'led');
    expect(free).toEqual({ ok: true, pins: { anode: '13' } });
    const used = wirePart(sketchWith('digitalWrite(13, HIGH); digitalWrite(12, LOW);'), uno, 'led');
    expect(used.ok && used.pins.anode).not.toBe('13');
    expect(used.ok && used.pins.anode).not.toBe('12');
  });

  it('takes a pin that code uses when no other pin is left', () => {
    const pins = Array.from({ length: 14 }, (_, n) => `digitalWrite(${n}, 1);`).join('');
    const analog = Array.from({ length: 6 }, (_, n) => `digitalWrite(A${n}, 1);`).join('');
    expect(wirePart(sketchWith(pins + analog), uno, 'led').ok).toBe(true);
  });
});
