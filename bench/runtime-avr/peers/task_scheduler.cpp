/* Three tasks of 10 ms with A. Arkhipenko's TaskScheduler, without optional features. */
#include "marks.h"

#include <TaskScheduler.h>

volatile uint8_t bench_count;

static Scheduler scheduler;
static Task first(10, TASK_FOREVER, bench_body, &scheduler, true);
static Task second(10, TASK_FOREVER, bench_body, &scheduler, true);
static Task third(10, TASK_FOREVER, bench_body, &scheduler, true);

void setup()
{
}

void loop()
{
    GPIOR0 = MARK_PASS;
    scheduler.execute();
}
