/* See report.h. */
#include <Arduino.h>

#include <polyloop/polyloop.h>

#include "report.h"

void report(const char *what, int32_t value)
{
    static bool open;
    if (!open) {
        open = true;
        Serial.begin(115200);
    }
    Serial.print(what);
    Serial.print('=');
    Serial.println((long)value);
}

void finish(void)
{
    Serial.println("end");
    Serial.flush();
}

#if defined(__AVR__)

/* Writing to an output pin raises the pin's interrupt. */
void raise_pin(uint8_t pin)
{
    digitalWrite(pin, LOW);
    pinMode(pin, OUTPUT);
    digitalWrite(pin, HIGH);
}

#elif defined(__arm__)

/* Set-pending register of the interrupt controller; IRQ 9 is timer 1. */
void raise_pin(uint8_t)
{
    *(volatile uint32_t *)0xE000E200U = UINT32_C(1) << 9;
}

#else

#include "pl_host.h"

void raise_pin(uint8_t pin)
{
    pl_host_raise(pin, pl_host_time_us());
}

#endif
