/*
 * The witness reads a timer of the board in a loop. The time between two readings, minus the time of one
 * iteration, was taken from the witness. After JOBS jobs the witness writes four times, in ticks of the
 * timer, to the line of the result. Three are the longest gaps: before the start of `fast`, after the end
 * of `fast`, and without `fast`. The last is the shortest iteration. With BURST all tasks are `fast`, and
 * the program writes the longest time from the end of a job to the start of the next. With ENDLESS or
 * AVERAGE the witness writes the time that it lost per period, on average.
 */
#include "bench.h"
#include "witness_board.h"

static volatile uint32_t entered;
static volatile uint32_t left;
static volatile uint32_t runs;
static uint32_t between;

/* 40 ms: longer than the time between two jobs of a burst, shorter than a period. */
#define BURST_TICKS (40000U * TIMER_MHZ)

static void put_number(uint32_t number, char end)
{
    if (number >= 10U) {
        put_number(number / 10U, (char)('0' + number % 10U));
    } else {
        put((char)('0' + number));
    }
    if (end != 0) {
        put(end);
    }
}

static void raise(uint32_t *most, uint32_t value)
{
    if (value > *most) {
        *most = value;
    }
}

static void tell(uint32_t before, uint32_t after, uint32_t alone, uint32_t least)
{
    line_start();
    put_number(before, ' ');
    put_number(after, ' ');
    put_number(alone, ' ');
    put_number(least, '\n');
    for (;;) {
    }
}

void bench_fast(void)
{
    uint32_t now = ticks();
    entered = now;
    if (BURST && runs != 0 && now - left < BURST_TICKS) {
        raise(&between, now - left);
    }
    runs++;
    if (BURST && runs >= JOBS) {
        tell(between, 0, 0, 0);
    }
    left = ticks();
    while (ENDLESS) {
    }
}

/*
 * The time that the witness loses per period of `fast`, on average. An iteration without interruption takes
 * less than twice the shortest. The mean of these iterations is subtracted from each interrupted one.
 */
static uint32_t missed(void)
{
    uint32_t least = UINT32_MAX;
    uint32_t own = 0;
    uint32_t undisturbed = 0;
    uint32_t from = ticks();
    uint32_t last = from;
    for (uint32_t looks = 0; looks < LOOKS; looks++) {
        uint32_t now = ticks();
        uint32_t length = now - last;
        /* No iteration precedes the first reading. */
        if (looks != 0 && length < least) {
            least = length;
        }
        if (length < 2U * least) {
            own += length;
            undisturbed++;
        }
        last = now;
    }
    uint32_t all = last - from;
    uint32_t disturbed = (uint32_t)((uint64_t)own * (LOOKS - undisturbed) / undisturbed);
    return (uint32_t)((uint64_t)(all - own - disturbed) * PERIOD_US * TIMER_MHZ / all);
}

void bench_witness(void)
{
    uint32_t before = 0;
    uint32_t after = 0;
    uint32_t alone = 0;
    uint32_t least = UINT32_MAX;
    uint32_t seen = runs;
    uint32_t last = ticks();
    uint32_t looks = 0;
    if (ENDLESS || AVERAGE) {
        tell(missed(), 0, 0, 0);
    }
    while (runs < JOBS && looks < LOOKS) {
        uint32_t now = ticks();
        looks++;
        if (runs != seen) {
            seen = runs;
            /* Skip a job that ended after this reading. */
            if (now - left < UINT32_MAX / 2U) {
                raise(&before, entered - last);
                raise(&after, now - left);
            }
            last = ticks();
            continue;
        }
        raise(&alone, now - last);
        if (now - last < least) {
            least = now - last;
        }
        last = now;
    }
    tell(before, after, alone, least);
}

int main(void)
{
    timer_start();
    bench_run();
}
