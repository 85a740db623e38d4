/**
 * Arduino's functions: table I of the Qduino paper (Cheng, Li, West, RTSS 2015), which repeats
 * Arduino's language reference. Each has a C++ expression that is true if the function works.
 */

export interface ArduinoFunction {
  readonly name: string;
  /** The body of a function that returns bool, on one line. */
  readonly check: string;
}

const fn = (name: string, check: string): ArduinoFunction => ({ name, check });
const expression = (name: string, check: string): ArduinoFunction => fn(name, `return ${check};`);

/** Code that the checks share. */
export const PRELUDE = `
#if defined(__arm__)
static const uint8_t DATA = LED0, CLOCK = LED1;
#else
static const uint8_t DATA = 4, CLOCK = 5;
#endif
static volatile double half = 0.5;
static volatile uint8_t calls;
static bool prepared;

static void routine() { calls++; }

static bool near(double value, double wanted) { return fabs(value - wanted) < 1e-5; }

/* Whether interrupts are disabled. */
static bool held()
{
#if defined(__arm__)
  uint32_t mask;
  __asm__ __volatile__("mrs %0, primask" : "=r"(mask));
  return mask != 0;
#elif defined(__AVR__)
  return (SREG & 0x80) == 0;
#else
  attachInterrupt(digitalPinToInterrupt(3), routine, RISING);
  calls = 0;
  digitalWrite(3, LOW);
  digitalWrite(3, HIGH);
  return calls == 0;
#endif
}

static void report(const char *name, bool works)
{
  Serial.print(name);
  Serial.println(works ? " works" : " fails");
  Serial.flush();
}
`;

export const SETUP = 'prepared = true;';

export const FUNCTIONS: readonly ArduinoFunction[] = [
  expression('setup', 'prepared'),
  expression('loop', 'true'),
  fn(
    'pinMode',
    'pinMode(DATA, OUTPUT); pinMode(CLOCK, OUTPUT); digitalWrite(DATA, HIGH); return digitalRead(DATA) == HIGH;',
  ),
  fn('digitalWrite', 'digitalWrite(DATA, LOW); return digitalRead(DATA) == LOW;'),
  fn('digitalRead', 'digitalWrite(DATA, HIGH); return digitalRead(DATA) == HIGH;'),
  // The pulses of duty cycle 128/255 are about 1 ms long. If pins are variables, the pin has a
  // constant level instead.
  fn(
    'analogWrite',
    'analogWrite(3, 128); unsigned long us = pulseIn(3, HIGH, 9000); analogWrite(3, 0); return (us == 0 || (us > 900 && us < 1150)) && digitalRead(3) == LOW;',
  ),
  fn('analogRead', 'pinMode(A0, INPUT_PULLUP); return analogRead(A0) > 1000;'),
  fn('analogReference', 'analogReference(DEFAULT); return analogRead(A0) > 1000;'),
  fn('tone', 'tone(8, 1000); unsigned long us = pulseIn(8, HIGH, 9000); return us > 450 && us < 550;'),
  fn('noTone', 'noTone(8); return pulseIn(8, HIGH, 3000) == 0;'),
  fn(
    'shiftOut',
    'shiftOut(DATA, CLOCK, MSBFIRST, 0xA5); return digitalRead(DATA) == HIGH && digitalRead(CLOCK) == LOW;',
  ),
  fn('shiftIn', 'digitalWrite(DATA, HIGH); return shiftIn(DATA, CLOCK, MSBFIRST) == 0xFF;'),
  fn(
    'pulseIn',
    'digitalWrite(DATA, LOW); unsigned long from = micros(); unsigned long us = pulseIn(DATA, HIGH, 2000); return us == 0 && micros() - from >= 1000;',
  ),
  fn('millis', 'unsigned long from = millis(); delay(5); return millis() - from >= 4 && millis() - from <= 7;'),
  fn('micros', 'unsigned long from = micros(); delay(5); return micros() - from >= 4900 && micros() - from <= 6500;'),
  fn('delay', 'unsigned long from = micros(); delay(3); return micros() - from >= 2900;'),
  fn(
    'delayMicroseconds',
    'unsigned long from = micros(); delayMicroseconds(300); return micros() - from >= 290 && micros() - from <= 600;',
  ),
  expression('min', 'min(2, 3) == 2'),
  expression('max', 'max(2, 3) == 3'),
  expression('abs', 'abs(-4) == 4'),
  expression('constrain', 'constrain(7, 0, 5) == 5'),
  expression('map', 'map(5, 0, 10, 100, 200) == 150'),
  expression('pow', 'near(pow(half, 3.0), 0.125)'),
  expression('sqrt', 'near(sqrt(half), 0.7071068)'),
  expression('sin', 'near(sin(half), 0.4794255)'),
  expression('cos', 'near(cos(half), 0.8775826)'),
  expression('tan', 'near(tan(half), 0.5463025)'),
  fn('randomSeed', 'randomSeed(7); long first = random(30000); randomSeed(7); return random(30000) == first;'),
  expression('random', 'random(5, 6) == 5 && random(10) < 10 && random(10) >= 0'),
  expression('lowByte', 'lowByte(0x1234) == 0x34'),
  expression('highByte', 'highByte(0x1234) == 0x12'),
  expression('bitRead', 'bitRead(5, 2) == 1 && bitRead(5, 1) == 0'),
  fn('bitWrite', 'uint8_t b = 1; bitWrite(b, 3, 1); bitWrite(b, 0, 0); return b == 8;'),
  fn('bitSet', 'uint8_t b = 1; bitSet(b, 3); return b == 9;'),
  fn('bitClear', 'uint8_t b = 9; bitClear(b, 3); return b == 1;'),
  expression('bit', 'bit(3) == 8'),
  fn(
    'attachInterrupt',
    'pinMode(2, OUTPUT); digitalWrite(2, LOW); attachInterrupt(digitalPinToInterrupt(2), routine, RISING); calls = 0; digitalWrite(2, HIGH); digitalWrite(2, LOW); return calls == 1;',
  ),
  fn(
    'detachInterrupt',
    'detachInterrupt(digitalPinToInterrupt(2)); calls = 0; digitalWrite(2, HIGH); digitalWrite(2, LOW); return calls == 0;',
  ),
  fn('noInterrupts', 'noInterrupts(); bool off = held(); interrupts(); return off;'),
  fn('interrupts', 'noInterrupts(); interrupts(); return !held();'),
];
