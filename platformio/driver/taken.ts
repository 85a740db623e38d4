/**
 * Resources that Polyloop's runtime and Arduino's core use exclusively, with explanations for
 * sketches and libraries that also use them. Vectors are those of the ATmega328P (data sheet
 * DS40002061B, table 12-6), with avr-libc's numbers.
 */
import { tr } from '../../generator/words/tr.ts';

interface TakenVector {
  readonly number: number;
  /** The name for ISR(), without `_vect`. */
  readonly name: string;
  readonly owner: () => string;
  readonly instead: () => string;
  /** Libraries that are known to use the vector. */
  readonly libraries: readonly string[];
}

const TIMER1 = {
  owner: () => tr`Polyloop's runtime, which releases the jobs with timer 1`,
  instead: () =>
    tr`Use timer 2, or a task with a period. A library that needs timer 1, such as TimerOne, cannot be used on this board; one that uses timer 2, such as ServoTimer2, can. For Servo there is one that shares the timer: add arduino-libraries/Servo to the libraries of the sketch.`,
  libraries: ['Servo', 'TimerOne', 'Timer1'],
};
const PIN_CHANGE = {
  owner: () => tr`the sketch's interrupts on pins`,
  instead: () =>
    tr`Draw one more interrupt for the pin instead. A library that needs this interrupt, such as SoftwareSerial, works only if the sketch draws no interrupts on pins other than 2 and 3.`,
  libraries: ['SoftwareSerial', 'PinChangeInterrupt'],
};
const EXTERNAL = {
  owner: () => tr`attachInterrupt() or an interrupt of the sketch`,
  instead: () => tr`Draw the interrupt on the canvas, or use attachInterrupt() alone.`,
  libraries: [],
};
const TIMER0 = {
  owner: () => tr`the kernel's tick, which leaves timer 1 to the servos`,
  instead: () => tr`Use timer 2, or choose the target Super-loop.`,
  libraries: ['Servo'],
};
const TIMER2 = {
  owner: () => tr`tone() or an interrupt of the sketch with the source timer2`,
  instead: () => tr`Choose one of the two.`,
  libraries: ['ServoTimer2', 'MsTimer2', 'IRremote'],
};
const SERIAL = {
  owner: () => tr`the serial line, which carries the program's telemetry`,
  instead: () =>
    tr`Use Serial in the code of the sketch. A library that prints with Serial in its own source file cannot be used. Remove the printing from that file.`,
  libraries: ['HardwareSerial'],
};

const VECTORS: readonly TakenVector[] = [
  { number: 1, name: 'INT0', ...EXTERNAL },
  { number: 2, name: 'INT1', ...EXTERNAL },
  { number: 3, name: 'PCINT0', ...PIN_CHANGE },
  { number: 4, name: 'PCINT1', ...PIN_CHANGE },
  { number: 5, name: 'PCINT2', ...PIN_CHANGE },
  { number: 7, name: 'TIMER2_COMPA', ...TIMER2 },
  { number: 11, name: 'TIMER1_COMPA', ...TIMER1 },
  { number: 12, name: 'TIMER1_COMPB', ...TIMER1 },
  { number: 13, name: 'TIMER1_OVF', ...TIMER1 },
  { number: 14, name: 'TIMER0_COMPA', ...TIMER0 },
  {
    number: 16,
    name: 'TIMER0_OVF',
    owner: () => tr`Arduino's clock: millis() and micros()`,
    instead: () => tr`Use timer 2, or a task with a period.`,
    libraries: [],
  },
  { number: 18, name: 'USART_RX', ...SERIAL },
  { number: 19, name: 'USART_UDRE', ...SERIAL },
  {
    number: 22,
    name: 'EE_READY',
    owner: () => tr`the sketch's interrupts on pins`,
    instead: () => tr`Wait for the EEPROM with eeprom_busy_wait().`,
    libraries: [],
  },
];

function sentenceOf({ name, owner, instead }: TakenVector): string {
  return tr`The interrupt ${name} is defined twice: it belongs to ${owner()}. ${instead()}`;
}

/** The explanation for a symbol that is defined twice; null if the symbol is unknown. */
export function takenSymbol(symbol: string): string | null {
  const number = /^__vector_(\d+)$/.exec(symbol)?.[1];
  const vector = VECTORS.find((each) => String(each.number) === number);
  return vector === undefined ? null : sentenceOf(vector);
}

/**
 * Words in a sketch that may have caused a message of takenSymbol(); empty for any other message.
 */
export function wordsFor(message: string): readonly string[] {
  const vector = VECTORS.find((each) => sentenceOf(each) === message);
  return vector === undefined ? [] : [`${vector.name}_vect`, ...vector.libraries];
}

const HEADERS: Readonly<Record<string, () => string>> = {
  'Servo.h': () => tr`Servo.h is not in the program: add the library arduino-libraries/Servo to those of the sketch.`,
  'TimerOne.h': () =>
    tr`TimerOne.h cannot be used: it needs timer 1, which releases the jobs on the Arduino Uno. Give a task the period instead.`,
  'Arduino_FreeRTOS.h': () =>
    tr`Arduino_FreeRTOS.h cannot be used: Polyloop includes the kernel and starts it. Remove the #include, choose the target FreeRTOS, and draw tasks, resources and channels instead.`,
};

/** The explanation for a missing header; null if the header is unknown. */
export function takenHeader(name: string): string | null {
  return Object.hasOwn(HEADERS, name) ? (HEADERS[name]?.() ?? null) : null;
}

const KERNEL_NAME =
  /^(?:[vxu]+|pv|pc|e)(?:Task|Queue|Semaphore|Timer|EventGroup|StreamBuffer|MessageBuffer)[A-Z]\w*$|^task(?:ENTER|EXIT|YIELD|DISABLE|ENABLE)\w*$/;

/** The alternative to a function of FreeRTOS; null if the name belongs to no such function. */
export function insteadOfKernel(name: string): string | null {
  if (!KERNEL_NAME.test(name)) return null;
  return tr`it belongs to FreeRTOS's interface, which only Polyloop's runtime may use. Draw tasks, resources and channels instead, and give a period to a task that waits.`;
}
