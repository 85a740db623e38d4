/**
 * The functions and constants of the Arduino core that bodies use, with their signatures. Source:
 * the Arduino language reference and Arduino.h of the AVR core 1.8.
 */
import { tr } from '../../../../generator/words/tr.ts';
export interface ArduinoName {
  readonly name: string;
  readonly signature: string;
  readonly about: string;
  /** Default: a function. */
  readonly kind?: NameKind;
  /** What completion inserts instead of the name, with `$1` … `$0` for the caret. */
  readonly snippet?: string;
}

export type NameKind = 'function' | 'constant' | 'variable' | 'type' | 'field' | 'snippet';

type Row = readonly [name: string, signature: string, about: string];

const FUNCTIONS: readonly Row[] = [
  ['pinMode', 'void pinMode(uint8_t pin, uint8_t mode)', tr`INPUT, OUTPUT or INPUT_PULLUP.`],
  ['digitalWrite', 'void digitalWrite(uint8_t pin, uint8_t value)', tr`HIGH or LOW.`],
  ['digitalRead', 'int digitalRead(uint8_t pin)', tr`HIGH or LOW.`],
  ['analogRead', 'int analogRead(uint8_t pin)', tr`0 to 1023; takes about 112 µs on an Uno.`],
  ['analogWrite', 'void analogWrite(uint8_t pin, int value)', tr`Duty cycle, 0 to 255, on pins marked ~.`],
  ['analogReference', 'void analogReference(uint8_t mode)', tr`DEFAULT, INTERNAL or EXTERNAL.`],
  ['millis', 'unsigned long millis()', tr`Milliseconds since the start; wraps after 50 days.`],
  ['micros', 'unsigned long micros()', tr`Microseconds since the start, in steps of 4 on an Uno.`],
  ['delay', 'void delay(unsigned long ms)', tr`Busy-waits, which counts against the budget.`],
  ['delayMicroseconds', 'void delayMicroseconds(unsigned int us)', tr`Busy-waits, which counts against the budget.`],
  ['tone', 'void tone(uint8_t pin, unsigned int hertz, unsigned long ms = 0)', tr`A square wave.`],
  ['noTone', 'void noTone(uint8_t pin)', tr`Ends tone().`],
  [
    'pulseIn',
    'unsigned long pulseIn(uint8_t pin, uint8_t level, unsigned long timeoutUs = 1000000)',
    tr`Waits for a pulse; µs, 0 after the time-out.`,
  ],
  [
    'pulseInLong',
    'unsigned long pulseInLong(uint8_t pin, uint8_t level, unsigned long timeoutUs = 1000000)',
    tr`Like pulseIn, for long pulses.`,
  ],
  ['shiftIn', 'uint8_t shiftIn(uint8_t dataPin, uint8_t clockPin, uint8_t order)', tr`LSBFIRST or MSBFIRST.`],
  [
    'shiftOut',
    'void shiftOut(uint8_t dataPin, uint8_t clockPin, uint8_t order, uint8_t value)',
    tr`LSBFIRST or MSBFIRST.`,
  ],
  [
    'map',
    'long map(long x, long fromLow, long fromHigh, long toLow, long toHigh)',
    tr`Maps x from one range to another.`,
  ],
  ['constrain', 'constrain(x, low, high)', tr`x, limited to low…high.`],
  ['min', 'min(a, b)', tr`The smaller.`],
  ['max', 'max(a, b)', tr`The larger.`],
  ['abs', 'abs(x)', tr`The absolute value.`],
  ['sq', 'sq(x)', 'x · x.'],
  ['pow', 'double pow(double base, double exponent)', tr`Slow without floating-point hardware.`],
  ['sqrt', 'double sqrt(double x)', tr`Slow without floating-point hardware.`],
  ['sin', 'double sin(double radians)', tr`Slow without floating-point hardware.`],
  ['cos', 'double cos(double radians)', tr`Slow without floating-point hardware.`],
  ['tan', 'double tan(double radians)', tr`Slow without floating-point hardware.`],
  ['random', 'long random(long high)', tr`0 ≤ result < high.`],
  ['random', 'long random(long low, long high)', tr`low ≤ result < high.`],
  ['randomSeed', 'void randomSeed(unsigned long seed)', tr`The same seed gives the same sequence.`],
  ['bitRead', 'bitRead(value, bit)', tr`One bit, 0 or 1.`],
  ['bitSet', 'bitSet(value, bit)', tr`Sets one bit to 1.`],
  ['bitClear', 'bitClear(value, bit)', tr`Sets one bit to 0.`],
  ['bitWrite', 'bitWrite(value, bit, to)', tr`Sets one bit to 0 or 1.`],
  ['bit', 'bit(n)', tr`2 to the n.`],
  ['lowByte', 'uint8_t lowByte(value)', tr`The lowest eight bits.`],
  ['highByte', 'uint8_t highByte(value)', tr`The eight bits above them.`],
  ['Serial.print', 'size_t Serial.print(value)', tr`Prints to the console.`],
  ['Serial.println', 'size_t Serial.println(value)', tr`Prints a line to the console.`],
  ['Serial.write', 'size_t Serial.write(uint8_t byte)', tr`Sends one byte to the console.`],
  ['Serial.available', 'int Serial.available()', tr`Number of received bytes that have not been read.`],
  ['Serial.read', 'int Serial.read()', tr`The next byte, or −1.`],
  ['Serial.peek', 'int Serial.peek()', tr`The next byte, which stays in the buffer, or −1.`],
  ['Serial.parseInt', 'long Serial.parseInt()', tr`The next number in the received text. Waits for it.`],
];

const CONSTANTS: readonly Row[] = [
  ['HIGH', 'HIGH', tr`The supply voltage.`],
  ['LOW', 'LOW', tr`Ground.`],
  ['INPUT', 'INPUT', tr`For pinMode: high impedance.`],
  ['OUTPUT', 'OUTPUT', tr`For pinMode.`],
  ['INPUT_PULLUP', 'INPUT_PULLUP', tr`For pinMode: an input that is high when nothing is connected.`],
  ['LED_BUILTIN', 'LED_BUILTIN', tr`The pin of the board’s own LED; 13 on an Uno.`],
  ['PI', 'PI', '3.14159…'],
];

const named = ([name, signature, about]: Row): ArduinoName => ({ name, signature, about });
const constant = (row: Row): ArduinoName => ({ ...named(row), kind: 'constant' });

export const ARDUINO_FUNCTIONS: readonly ArduinoName[] = FUNCTIONS.map(named);
export const ARDUINO_CONSTANTS: readonly ArduinoName[] = CONSTANTS.map(constant);

/** The functions with a pin as their first argument. */
export const PIN_FUNCTIONS: ReadonlySet<string> = new Set(
  FUNCTIONS.filter(([, signature]) => /\(uint8_t (?:pin|dataPin)\b/.test(signature)).map(([name]) => name),
);
