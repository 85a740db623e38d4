/* See arduino_board.h. */
#include "Arduino.h"

#include <stdio.h>

#include "host_arduino.h"

HardwareSerial Serial;

struct Pin {
    int level;
    int mode;
    void (*routine)(void);
    bool pending;
    uint64_t pulse_at; /* unit: ns */
    uint64_t every;    /* 0: no pulses come */
};

static const uint64_t NS_PER_US = 1000;
/* Each reading of the clock takes this long, so a program that only waits makes progress. */
static const uint64_t READING_NS = 250;
/* An interrupt of the core itself: it counts a millisecond, or sends a byte. */
static const uint64_t CORE_NS = 1000;
static const uint64_t MS_NS = 1000 * NS_PER_US;
/* Serial's buffer, and a byte at 500,000 Bd. */
static const uint8_t BUFFER_BYTES = 63;
static const uint64_t BYTE_NS = 20 * NS_PER_US;

static Pin pins[NUM_DIGITAL_PINS];
static uint64_t clock_ns;
static bool masked;
static bool interrupting;
static uint64_t next_ms_ns = MS_NS;
static uint8_t queued; /* bytes in Serial's buffer */
static uint64_t line_free_ns;

static bool meant(const Pin &pin)
{
    return pin.mode == CHANGE || (pin.mode == RISING) == (pin.level == HIGH);
}

static void change(Pin &pin, int level)
{
    if (pin.level != level) {
        pin.level = level;
        pin.pending = pin.pending || (pin.routine != nullptr && meant(pin));
    }
}

/* They take the time of the program. */
static void serve_core()
{
    for (; next_ms_ns <= clock_ns; next_ms_ns += MS_NS) {
        clock_ns += CORE_NS;
    }
    while (queued != 0 && line_free_ns <= clock_ns) {
        clock_ns += CORE_NS;
        line_free_ns = clock_ns + BYTE_NS;
        queued--;
    }
}

/* Interrupts that wait: those of the core, and then the lowest pin first. */
static void serve()
{
    if (!masked && !interrupting) {
        serve_core();
    }
    for (Pin *pin = pins; pin != pins + NUM_DIGITAL_PINS && !masked && !interrupting; pin++) {
        if (pin->pending) {
            pin->pending = false;
            interrupting = true;
            pin->routine();
            interrupting = false;
            pin = pins - 1;
        }
    }
}

static void pass(uint64_t ns)
{
    clock_ns += ns;
    for (Pin &pin : pins) {
        for (; pin.every != 0 && pin.pulse_at <= clock_ns; pin.pulse_at += pin.every) {
            change(pin, HIGH);
            change(pin, LOW);
        }
    }
    serve();
}

void yield(void)
{
    pass(NS_PER_US);
}

uint32_t micros(void)
{
    pass(READING_NS);
    return (uint32_t)(clock_ns / NS_PER_US);
}

uint32_t millis(void)
{
    return micros() / 1000U;
}

void delay(uint32_t ms)
{
    for (; ms != 0; ms--) {
        delayMicroseconds(1000);
    }
}

void delayMicroseconds(uint32_t us)
{
    for (; us != 0; us--) {
        pass(NS_PER_US);
    }
}

void noInterrupts(void)
{
    masked = true;
}

void interrupts(void)
{
    masked = false;
    serve();
}

void attachInterrupt(uint8_t number, void (*routine)(void), int mode)
{
    if (number < NUM_DIGITAL_PINS) {
        pins[number].mode = mode;
        pins[number].pending = false;
        pins[number].routine = routine;
    }
}

void detachInterrupt(uint8_t number)
{
    if (number < NUM_DIGITAL_PINS) {
        pins[number].routine = nullptr;
        pins[number].pending = false;
    }
}

void pinMode(uint8_t, uint8_t)
{
}

void digitalWrite(uint8_t pin, uint8_t level)
{
    if (pin < NUM_DIGITAL_PINS) {
        change(pins[pin], level == LOW ? LOW : HIGH);
        serve();
    }
}

int digitalRead(uint8_t pin)
{
    return pin < NUM_DIGITAL_PINS ? pins[pin].level : LOW;
}

void host_arduino_toggle(uint8_t pin)
{
    digitalWrite(pin, digitalRead(pin) == LOW ? HIGH : LOW);
}

void host_arduino_pass(uint32_t us)
{
    delayMicroseconds(us);
}

void host_arduino_pulse_every(uint8_t pin, uint32_t us)
{
    pins[pin].every = us * NS_PER_US;
    pins[pin].pulse_at = clock_ns + pins[pin].every;
}

int HardwareSerial::availableForWrite()
{
    return BUFFER_BYTES - queued;
}

/* Waits while the buffer is full. With interrupts off, no interrupt would ever make room. */
size_t HardwareSerial::write(const uint8_t *bytes, size_t length)
{
    for (const uint8_t *byte = bytes; byte != bytes + length; byte++) {
        while (queued == BUFFER_BYTES) {
            if (masked || interrupting) {
                abort();
            }
            pass(NS_PER_US);
        }
        queued++;
        (void)putchar(*byte);
    }
    return length;
}

void HardwareSerial::flush()
{
}

int HardwareSerial::available()
{
    return 0;
}

int HardwareSerial::read()
{
    return -1;
}

int HardwareSerial::peek()
{
    return -1;
}
