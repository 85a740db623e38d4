/* Three tasks of 10 ms with millis(), as in Arduino tutorials: no deadlines, no budgets, no error counters. */
#include "marks.h"

volatile uint8_t bench_count;

static const unsigned long PERIOD = 10;
static unsigned long last[3];

void setup()
{
}

void loop()
{
    GPIOR0 = MARK_PASS;
    for (unsigned long &when : last) {
        if (millis() - when >= PERIOD) {
            when += PERIOD;
            bench_body();
        }
    }
}
