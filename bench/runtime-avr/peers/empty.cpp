/* The empty sketch, whose flash and RAM are subtracted. */
#include <Arduino.h>

void setup()
{
}

void loop()
{
}
