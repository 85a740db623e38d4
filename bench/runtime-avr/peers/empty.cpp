/* The empty sketch. Its flash and RAM are subtracted. */
#include <Arduino.h>

void setup()
{
}

void loop()
{
}
