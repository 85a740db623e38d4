#include "Servo.h"

#include <Arduino.h>
#include <avr/interrupt.h>

static_assert(F_CPU == 16000000UL, "Timer 1 counts two ticks in a microsecond.");

namespace {

constexpr uint16_t TICKS_PER_US = 2;
constexpr uint16_t FRAME_TICKS = REFRESH_INTERVAL * TICKS_PER_US;
/* A compare match needs this time to be set before it comes. */
constexpr uint16_t LEAST_TICKS = 16;
constexpr int LARGEST_ANGLE = 180;
constexpr int SMALLEST_WIDTH = 200;

struct Channel {
  volatile uint8_t *port;
  uint8_t mask;
  bool active;
  uint16_t ticks;
};

Channel channels[MAX_SERVOS];
uint8_t count;

/* The servo that has its pulse. With `count`: the pause of the frame. */
uint8_t current;
uint16_t frame;

/* Ends a pulse and begins the next one. Returns the time until the next call. Unit: ticks. */
inline uint16_t step(uint16_t due)
{
  if (current < count) {
    const Channel &ended = channels[current];
    if (ended.active) {
      *ended.port &= static_cast<uint8_t>(~ended.mask);
    }
    current++;
  } else {
    current = 0;
    frame = due;
  }
  if (current < count) {
    const Channel &begun = channels[current];
    if (begun.active) {
      *begun.port |= begun.mask;
    }
    return begun.ticks;
  }
  const uint16_t elapsed = static_cast<uint16_t>(due - frame);
  return elapsed > FRAME_TICKS - LEAST_TICKS ? LEAST_TICKS : static_cast<uint16_t>(FRAME_TICKS - elapsed);
}

}  // namespace

/* The runtime credits these interrupts to the body that they interrupt. */
extern "C" {
volatile uint8_t pl_servo_interrupts;
}

ISR(TIMER1_COMPB_vect)
{
  const uint16_t due = OCR1B;
  const uint16_t now = TCNT1;
  const uint16_t wait = step(due);
  /* A pulse begins now. The pause is counted from its due time, so that frames do not drift. */
  const uint16_t next = static_cast<uint16_t>((current < count ? now : due) + wait);
  const uint16_t passed = static_cast<uint16_t>(TCNT1 - due);
  OCR1B = static_cast<uint16_t>(next - due) < static_cast<uint16_t>(passed + LEAST_TICKS)
              ? static_cast<uint16_t>(TCNT1 + LEAST_TICKS)
              : next;
  pl_servo_interrupts = static_cast<uint8_t>(pl_servo_interrupts + 1);
}

Servo::Servo() : index(INVALID_SERVO), least_us(MIN_PULSE_WIDTH), most_us(MAX_PULSE_WIDTH)
{
  if (count == MAX_SERVOS) {
    return;
  }
  index = count;
  channels[index].ticks = DEFAULT_PULSE_WIDTH * TICKS_PER_US;
  count++;
}

uint8_t Servo::attach(int pin)
{
  return attach(pin, MIN_PULSE_WIDTH, MAX_PULSE_WIDTH);
}

uint8_t Servo::attach(int pin, int least, int most)
{
  if (index == INVALID_SERVO) {
    return INVALID_SERVO;
  }
  const uint8_t number = static_cast<uint8_t>(pin);
  pinMode(number, OUTPUT);
  least_us = static_cast<int16_t>(least);
  most_us = static_cast<int16_t>(most);
  const uint8_t state = SREG;
  cli();
  Channel &own = channels[index];
  own.port = portOutputRegister(digitalPinToPort(number));
  own.mask = digitalPinToBitMask(number);
  own.active = true;
  if ((TIMSK1 & _BV(OCIE1B)) == 0) {
    current = count;
    frame = static_cast<uint16_t>(TCNT1 - FRAME_TICKS);
    OCR1B = static_cast<uint16_t>(TCNT1 + LEAST_TICKS);
    TIFR1 = _BV(OCF1B);
    TIMSK1 |= _BV(OCIE1B);
  }
  SREG = state;
  return index;
}

void Servo::detach()
{
  if (index == INVALID_SERVO) {
    return;
  }
  const uint8_t state = SREG;
  cli();
  Channel &own = channels[index];
  /* A pulse that has begun ends here. */
  if (own.active && current == index) {
    *own.port &= static_cast<uint8_t>(~own.mask);
  }
  own.active = false;
  SREG = state;
}

void Servo::write(int value)
{
  if (value >= SMALLEST_WIDTH) {
    writeMicroseconds(value);
    return;
  }
  const int angle = constrain(value, 0, LARGEST_ANGLE);
  writeMicroseconds(static_cast<int>(map(angle, 0, LARGEST_ANGLE, least_us, most_us)));
}

void Servo::writeMicroseconds(int value)
{
  if (index == INVALID_SERVO) {
    return;
  }
  const uint16_t ticks = static_cast<uint16_t>(constrain(value, least_us, most_us)) * TICKS_PER_US;
  const uint8_t state = SREG;
  cli();
  channels[index].ticks = ticks;
  SREG = state;
}

int Servo::read()
{
  return static_cast<int>(map(readMicroseconds() + 1, least_us, most_us, 0, LARGEST_ANGLE));
}

int Servo::readMicroseconds()
{
  if (index == INVALID_SERVO) {
    return 0;
  }
  const uint8_t state = SREG;
  cli();
  const uint16_t ticks = channels[index].ticks;
  SREG = state;
  return static_cast<int>(ticks / TICKS_PER_US);
}

bool Servo::attached()
{
  return index != INVALID_SERVO && channels[index].active;
}
