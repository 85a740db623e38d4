/** The functions that parts need, as C++ that is printed once before the statements of a body. */
import type { Cpp } from '../../cpp.ts';

/** A name with its printer, in the form that `Cpp.helper` takes. */
interface Helper {
  readonly key: string;
  readonly name: string;
  readonly print: (name: string) => string;
}

const use = (cpp: Cpp, { key, name, print }: Helper): string => cpp.prologue.helper(key, name, print) ?? name;

export const turnServo = (cpp: Cpp): string =>
  use(cpp, {
    key: 'servo',
    name: 'turn_servo',
    print: (name) => `// One pulse turns the servo: 544 µs is 0°, and 2400 µs is 180°. A servo needs one every 20 ms.
static const auto ${name} = [](uint8_t pin, int32_t degrees) {
  const unsigned int width = (unsigned int)map(constrain(degrees, 0, 180), 0, 180, 544, 2400);
  digitalWrite(pin, HIGH);
  delayMicroseconds(width);
  digitalWrite(pin, LOW);
};
`,
  });

export const beep = (cpp: Cpp): string =>
  use(cpp, {
    key: 'beep',
    name: 'beep',
    print: (name) => `// tone() never ends a sound of 0 ms.
static const auto ${name} = [](uint8_t pin, unsigned int hertz, int32_t milliseconds) {
  if (milliseconds > 0) tone(pin, hertz, (uint32_t)milliseconds);
};
`,
  });

export const measureDistance = (cpp: Cpp): string =>
  use(cpp, {
    key: 'distance',
    name: 'distance_in_cm',
    print: (
      name,
    ) => `// Sends a pulse and measures its echo: 58 µs for each centimetre, there and back. Without an echo it is 0.
static const auto ${name} = [](uint8_t trigger, uint8_t echo) -> int32_t {
  digitalWrite(trigger, HIGH);
  delayMicroseconds(10);
  digitalWrite(trigger, LOW);
  return (int32_t)(pulseIn(echo, HIGH, 25000) / 58);
};
`,
  });

/**
 * @param segments the pins of the segments a to g
 * @param lit the level that lights them. With LOW the function makes them outputs.
 */
export const showDigit = (cpp: Cpp, key: string, segments: readonly string[], lit: 'HIGH' | 'LOW'): string =>
  use(cpp, {
    key: `digit ${key}`,
    name: 'show_digit',
    print: (name) => `// Lights the segments a to g of a digit from 0 to 9. Any other number leaves all of them dark.
static const auto ${name} = [](int32_t digit) {
  static const uint8_t segments[] = {${segments.join(', ')}};
  static const uint8_t shapes[] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};
  const uint8_t shape = digit < 0 || digit > 9 ? 0 : shapes[digit];
  for (uint8_t i = 0; i < 7; i++) {${lit === 'LOW' ? '\n    pinMode(segments[i], OUTPUT);' : ''}
    digitalWrite(segments[i], ${lit === 'HIGH' ? 'bitRead(shape, i) ? HIGH : LOW' : 'bitRead(shape, i) ? LOW : HIGH'});
  }
};
`,
  });

interface LcdPins {
  readonly rs: string;
  readonly e: string;
  /** Data lines 4 to 7. */
  readonly data: readonly string[];
}

/** Prints a type and its only object. Returns the object's name. */
export const lcd = (cpp: Cpp, key: string, { rs, e, data }: LcdPins): string =>
  use(cpp, {
    key: `lcd ${key}`,
    name: 'lcd',
    print: (name) => `// Drives the LCD with four data lines: the upper half of each byte first.
static struct : Print {
  void half(int bits) {
    digitalWrite(${data[0]}, bitRead(bits, 0) ? HIGH : LOW);
    digitalWrite(${data[1]}, bitRead(bits, 1) ? HIGH : LOW);
    digitalWrite(${data[2]}, bitRead(bits, 2) ? HIGH : LOW);
    digitalWrite(${data[3]}, bitRead(bits, 3) ? HIGH : LOW);
    digitalWrite(${e}, HIGH);
    delayMicroseconds(1);
    digitalWrite(${e}, LOW);
    delayMicroseconds(40);
  }
  void send(uint8_t value, uint8_t level) {
    digitalWrite(${rs}, level);
    half(value >> 4);
    half(value & 15);
  }
  void command(uint8_t value) { send(value, LOW); }
  void begin() {
    delay(50);
    digitalWrite(${rs}, LOW);
    for (uint8_t i = 0; i < 3; i++) {
      half(3);
      delay(5);
    }
    half(2);
    command(0x28);
    command(0x0c);
    command(0x06);
    clear();
  }
  void clear() {
    command(0x01);
    delay(2);
  }
  void setCursor(int32_t column, int32_t row) {
    command((uint8_t)(0x80 + constrain(column, 0, 39) + (row > 0 ? 0x40 : 0)));
  }
  using Print::write;
  size_t write(uint8_t character) override {
    send(character, HIGH);
    return 1;
  }
} ${name};
`,
  });

/** Prints the colours of the strip's LEDs and the function that sends them. Returns the object's name. */
export const strip = (cpp: Cpp, key: string, pin: string, pixels: number): string =>
  use(cpp, {
    key: `strip ${key}`,
    name: 'strip',
    print: (
      name,
    ) => `// The colours of the LEDs, and their transmission: 24 bits of 1.25 µs for each LED, with interrupts off.
static struct {
  uint8_t colours[${3 * pixels}];
  void set(int32_t led, int32_t red, int32_t green, int32_t blue) {
    if (led < 1 || led > ${pixels}) return;
    uint8_t *colour = &colours[3 * (uint8_t)(led - 1)];
    colour[0] = (uint8_t)constrain(green, 0, 255);
    colour[1] = (uint8_t)constrain(red, 0, 255);
    colour[2] = (uint8_t)constrain(blue, 0, 255);
  }
  void fill(int32_t red, int32_t green, int32_t blue) {
    for (int32_t led = 1; led <= ${pixels}; led++) set(led, red, green, blue);
  }
  void show() {
#ifdef __AVR__
    volatile uint8_t *port = portOutputRegister(digitalPinToPort(${pin}));
    const uint8_t state = SREG;
    cli();
    const uint8_t high = (uint8_t)(*port | digitalPinToBitMask(${pin}));
    const uint8_t low = (uint8_t)(*port & ~digitalPinToBitMask(${pin}));
    for (uint8_t value : colours) {
      uint8_t bits = 8;
      uint8_t next = low;
      asm volatile(
          "1: st %a[port], %[high]\\n\\tsbrc %[value], 7\\n\\tmov %[next], %[high]\\n\\tlsl %[value]\\n\\tnop\\n\\t"
          "st %a[port], %[next]\\n\\tmov %[next], %[low]\\n\\tnop\\n\\tnop\\n\\tnop\\n\\tnop\\n\\tnop\\n\\t"
          "st %a[port], %[low]\\n\\tdec %[bits]\\n\\tbrne 1b"
          : [value] "+&r"(value), [bits] "+&r"(bits), [next] "+&r"(next)
          : [port] "e"(port), [high] "r"(high), [low] "r"(low));
    }
    SREG = state;
    delayMicroseconds(60);
#endif
  }
} ${name};
`,
  });
