/* See Stream.h. */
#include "Arduino.h"

int Stream::timedPeek()
{
  const uint32_t from = millis();
  int byte = peek();
  while (byte < 0 && millis() - from < timeout) {
    byte = peek();
  }
  return byte;
}

int Stream::timedRead()
{
  return timedPeek() < 0 ? -1 : read();
}

size_t Stream::readBytes(char *buffer, size_t length)
{
  size_t count = 0;
  for (int byte; count < length && (byte = timedRead()) >= 0; count++) {
    buffer[count] = (char)byte;
  }
  return count;
}

size_t Stream::readBytesUntil(char end, char *buffer, size_t length)
{
  size_t count = 0;
  for (int byte; count < length && (byte = timedRead()) >= 0 && (char)byte != end; count++) {
    buffer[count] = (char)byte;
  }
  return count;
}

bool Stream::find(const char *text)
{
  size_t matched = 0;
  while (text[matched] != '\0') {
    const int byte = timedRead();
    if (byte < 0) {
      return false;
    }
    if ((char)byte == text[matched]) {
      matched++;
    } else {
      matched = (char)byte == text[0] ? 1 : 0;
    }
  }
  return true;
}

int Stream::skipToNumber()
{
  int byte = timedPeek();
  while (byte >= 0 && byte != '-' && !isdigit(byte)) {
    (void)read();
    byte = timedPeek();
  }
  return byte;
}

long Stream::parseInt()
{
  const bool negative = skipToNumber() == '-';
  if (negative) {
    (void)read();
  }
  long value = 0;
  for (int byte; (byte = timedPeek()) >= 0 && isdigit(byte); (void)read()) {
    value = value * 10 + (byte - '0');
  }
  return negative ? -value : value;
}

float Stream::parseFloat()
{
  const bool negative = skipToNumber() == '-';
  if (negative) {
    (void)read();
  }
  double value = 0;
  double scale = 0;
  for (int byte; (byte = timedPeek()) >= 0 && (isdigit(byte) || (byte == '.' && scale == 0)); (void)read()) {
    if (byte == '.') {
      scale = 1;
    } else {
      value = value * 10 + (byte - '0');
      scale *= 10;
    }
  }
  value = scale == 0 ? value : value / scale;
  return (float)(negative ? -value : value);
}
