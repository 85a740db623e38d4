/*
 * A rover that avoids collisions: the example of the Qduino paper (Cheng, Li, West, RTSS 2015,
 * listing 1).
 *
 * A sensing loop measures the distance to an obstacle with an ultrasonic sensor and writes it to a
 * four-slot channel. An actuation loop drives the motors: closer than a metre the rover backs off,
 * then turns right. Each loop has its own period, so the pause that the sensor needs between two
 * pulses does not delay the motors.
 *
 * The paper's loops pause with delay(), which on Quest uses only their own time. On a super-loop it
 * would delay every loop. So here the periods are the pauses, and each stage of a manoeuvre is one
 * call of its loop.
 */
#include <polyloop/qduino.h>

static const uint8_t TRIGGER = 11;
static const uint8_t ECHO = 12;
static const uint8_t LEFT_FORWARD = 8, LEFT_BACKWARD = 4;
static const uint8_t RIGHT_FORWARD = 6, RIGHT_BACKWARD = 7;

static const int SAFE_CM = 100;
/* Farther distances are not measured: sound takes 58 µs for a centimetre there and back. */
static const unsigned long ECHO_TIMEOUT_US = 15000;

CHANNEL(distance, int);

static void drive(bool leftForward, bool rightForward)
{
  digitalWrite(LEFT_FORWARD, leftForward);
  digitalWrite(LEFT_BACKWARD, !leftForward);
  digitalWrite(RIGHT_FORWARD, rightForward);
  digitalWrite(RIGHT_BACKWARD, !rightForward);
}

void setup()
{
  Serial.begin(115200);
  const uint8_t outputs[] = {TRIGGER, LEFT_FORWARD, LEFT_BACKWARD, RIGHT_FORWARD, RIGHT_BACKWARD};
  for (uint8_t pin : outputs) {
    pinMode(pin, OUTPUT);
  }
  pinMode(ECHO, INPUT);
  channelWrite(distance, 2 * SAFE_CM);
}

/* Sensing: 200 ms between pulses. Otherwise the echo of one pulse could be taken for the echo of the next. */
loop(1, 30, 200)
{
  digitalWrite(TRIGGER, LOW);
  delayMicroseconds(2);
  digitalWrite(TRIGGER, HIGH);
  delayMicroseconds(10);
  digitalWrite(TRIGGER, LOW);
  const unsigned long us = pulseIn(ECHO, HIGH, ECHO_TIMEOUT_US);
  channelWrite(distance, us == 0 ? 2 * SAFE_CM : (int)(us / 58));
}

/* Actuation: the motors keep their settings for 100 ms. */
loop(2, 5, 100)
{
  enum { FORWARD, BACKING, TURNING };
  static uint8_t stage = FORWARD;
  if (stage == BACKING) {
    stage = TURNING;
    drive(true, false);
  } else if (channelRead(distance) < SAFE_CM) {
    stage = BACKING;
    drive(false, false);
  } else {
    stage = FORWARD;
    drive(true, true);
  }
}
