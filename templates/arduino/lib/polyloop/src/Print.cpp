/* See Print.h. */
#include "Print.h"

#include <math.h>

size_t Print::write(const uint8_t *bytes, size_t length)
{
  size_t taken = 0;
  while (taken < length && write(bytes[taken]) != 0) {
    taken++;
  }
  return taken;
}

size_t Print::print(unsigned long long value, int base)
{
  char text[64];
  char *at = text + sizeof text;
  const unsigned radix = base < 2 ? 10 : (unsigned)base;
  do {
    const unsigned digit = (unsigned)(value % radix);
    *--at = (char)(digit < 10 ? '0' + digit : 'A' + digit - 10);
    value /= radix;
  } while (value != 0);
  return write((const uint8_t *)at, (size_t)(text + sizeof text - at));
}

size_t Print::print(long long value, int base)
{
  if (value >= 0 || base != DEC) {
    return print((unsigned long long)value, base);
  }
  const size_t sign = print('-');
  return sign + print(0ULL - (unsigned long long)value, base);
}

/* Avoids printf, which lacks floating point on many boards. */
size_t Print::print(double value, int digits)
{
  if (isnan(value)) {
    return print("nan");
  }
  if (isinf(value)) {
    return print(value < 0 ? "-inf" : "inf");
  }
  if (fabs(value) >= 18446744073709551615.0) {
    return print("ovf");
  }
  const int shown = digits < 0 ? 0 : digits > 20 ? 20 : digits;
  double rounding = 0.5;
  for (int i = 0; i < shown; i++) {
    rounding /= 10;
  }
  size_t length = value < 0 ? print('-') : 0;
  value = fabs(value) + rounding;
  unsigned long long whole = (unsigned long long)value;
  length += print(whole);
  length += shown > 0 ? print('.') : 0;
  for (int i = 0; i < shown; i++) {
    value = (value - (double)whole) * 10;
    whole = (unsigned long long)value;
    length += print((char)('0' + whole));
  }
  return length;
}
