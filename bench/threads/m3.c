/*
 * The witness reads a timer of the board in a loop. The time between two readings, minus the time of one
 * iteration, was taken from the witness. After JOBS jobs the witness writes four times, in ticks of the
 * timer, to the second serial line. Three are the longest gaps: before the start of `fast`, after the end
 * of `fast`, and without `fast`. The last is the shortest iteration. With BURST all tasks are `fast`, and
 * the program writes the longest time from the end of a job to the start of the next. With ENDLESS or
 * AVERAGE the witness writes the time that it lost per period, on average.
 */
#include "bench.h"
#include "mps2_an385.h"

#define UART1(offset) MPS2_REGISTER(0x40005000U + (offset))
#define TIMER1(offset) MPS2_REGISTER(0x40001000U + (offset))
#define TRANSMIT_FULL 1U

static volatile uint32_t entered;
static volatile uint32_t left;
static volatile uint32_t runs;
static uint32_t between;

/* 40 ms: longer than the time between two jobs of a burst, shorter than a period. */
#define BURST_TICKS 1000000U

static uint32_t ticks(void)
{
    return UINT32_MAX - TIMER1(4U);
}

static void put(char character)
{
    while ((UART1(4U) & TRANSMIT_FULL) != 0) {
    }
    UART1(0U) = (uint8_t)character;
}

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
    UART1(0x10U) = 16;
    UART1(8U) = 1;
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
    return (uint32_t)((uint64_t)(all - own - disturbed) * PERIOD_US * (MPS2_CLOCK_HZ / 1000000U) / all);
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
    TIMER1(8U) = UINT32_MAX;
    TIMER1(4U) = UINT32_MAX;
    TIMER1(0U) = 1;
    bench_run();
}
