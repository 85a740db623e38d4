/*
 * Every name of Qduino's table II in one sketch, in C and in C++. The sketch
 * checks the functions while it runs and writes the results with report().
 */
#include <polyloop/qduino.h>

#include "report.h"

#define FAST 1
/* Tasks in the order of their rates: the interrupt's handler with T = 5, loop 1, loop 3, loop 5. */
#define POSITION_OF_3 2

typedef struct {
    int16_t x, y;
} point_t;

CHANNEL(newest, point_t);
RINGBUF(queue, uint16_t, 4);
static spinlock_t lock;

static volatile uint8_t fast_runs, slow_runs, background_runs;
static volatile uint8_t handled;
static volatile bool locked_at_once;

static void on_change(void)
{
    handled++;
}

void setup(void)
{
    spinlockInit(lock);
    report("init", ringbufInit(queue, 3));
    volatile uint8_t many = 5;
    report("init too large", ringbufInit(queue, many));
    interruptsVcpu(2, 10);
    report("attach", attachInterruptVcpu(REPORT_PIN, on_change, RISING, 1, 5));
    report("first", channelRead(newest).x);
}

/* Every 10 ms: writes the newest item, and four items to a ring buffer with a
 * capacity of three. */
loop(FAST, 2, 10)
{
    fast_runs++;
    point_t point = {fast_runs, (int16_t)-fast_runs};
    channelWrite(newest, point);
    if (fast_runs <= 4) {
        report("write", ringbufWrite(queue, (uint16_t)(100U + fast_runs)));
    }
}

/* Every 40 ms. The first run exceeds C. The second reads the items of five runs of loop 1. Declared with `void`, as in
 * some of Qduino's sketches. */
void loop(3, 5, 40)
{
    slow_runs++;
    if (slow_runs == 1) {
        delay(7);
    }
    if (slow_runs == 2) {
        point_t point = channelRead(newest);
        report("newest", point.x);
        report("torn", point.x + point.y);
        uint16_t item = 0;
        while (ringbufRead(queue, item)) {
            report("read", item);
        }
    }
    spinlockLock(lock);
    locked_at_once = true;
    spinlockUnlock(lock);
}

/*
 * A step every 100 ms: an interrupt, one while interrupts are disabled, and one
 * without a budget; the last two are delivered later. The loop has the longest
 * period, so the other loops have run before it at 0, 100 … ms.
 */
loop(5, 1, 100)
{
    static uint8_t step;
    step++;
    if (step == 1) {
        raise_pin(REPORT_PIN);
    } else if (step == 2) {
        report("handled", handled);
        noInterrupts();
        raise_pin(REPORT_PIN);
    } else if (step == 3) {
        report("masked", handled);
        interrupts();
    } else if (step == 4) {
        report("unmasked", handled);
        interruptsVcpu(0, 10);
        raise_pin(REPORT_PIN);
    } else if (step == 5) {
        report("no budget", handled);
        interruptsVcpu(2, 10);
    } else if (step == 6) {
        report("budget again", handled);
        report("locked", locked_at_once);
        report("fast", fast_runs);
        report("slow", slow_runs);
        report("background", background_runs != 0);
        report("over budget", pl_task_counters(POSITION_OF_3).budget_overruns);
        report("dropped releases", pl_task_counters(POSITION_OF_3).dropped_releases);
        finish();
    }
}

void loop(void)
{
    background_runs = 1;
}
