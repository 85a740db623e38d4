/* The empty sketch: what flash and RAM are counted from. */
#include <Arduino.h>

void setup()
{
}

void loop()
{
}
