/*
 * Every name of Qduino's table II in one sketch that checks what it can while
 * it runs, in C and in C++. What it finds is written by report().
 */
#include <polyloop/qduino.h>

#include "report.h"

#define FAST 1
/* By rate: the interrupt's handler with T = 5, loop 1, loop 3, loop 5. */
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

/* Every 10 ms: the newest item always, and four into a ring buffer that holds
 * three. */
loop(FAST, 2, 10)
{
    fast_runs++;
    point_t point = {fast_runs, (int16_t)-fast_runs};
    channelWrite(newest, point);
    if (fast_runs <= 4) {
        report("write", ringbufWrite(queue, (uint16_t)(100U + fast_runs)));
    }
}

/* Every 40 ms. The first time takes more than C, the second reads what five calls of loop 1 have written. With `void`,
 * as Qduino's sketches have it as well. */
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
 * Every 100 ms a step: an interrupt as it is, one while interrupts are off, one
 * without a budget; both come later. The loop has the longest period, so that
 * at 0, 100 … ms the others have run.
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
        report("skipped", pl_task_counters(POSITION_OF_3).skipped_releases);
        finish();
    }
}

void loop(void)
{
    background_runs = 1;
}
