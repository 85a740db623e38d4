/* What the calibration programs of all targets measure: ranges of spans, which telemetry reports. */
extern "C" void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at);
extern "C" void pl_trace_service(void);
extern "C" pl_tick_t pl_port_now(void);

/* A figure of PREPARE is the time for so many bytes. */
#define PREPARED_BYTES 16U

struct Range {
    uint16_t least;
    uint16_t most;
    uint16_t count;
};

static void note(Range &range, uint16_t span)
{
    if (range.count == 0 || span < range.least) {
        range.least = span;
    }
    if (span > range.most) {
        range.most = span;
    }
    if (range.count != 0xFFFFU) {
        range.count++;
    }
}

/* Locking and unlocking the resource are functions of their own, so that the code around them is always the same. */
template <typename Take> static __attribute__((noinline, noclone)) void take_lock(Take take)
{
    take();
}

template <typename Give> static __attribute__((noinline, noclone)) void give_lock(Give give)
{
    give();
}

/*
 * Sends two marks for the next figure: its maximum without what a span of it contains `beside` the work, and its
 * count. After the last figure it sends the compiler's version, and the first figure is the next.
 */
static void report_next(const Range *figures, uint8_t count, uint16_t (*beside)(uint8_t figure))
{
    static uint8_t next;
    if (next == count) {
        pl_mark((uint8_t)(2U * count), __GNUC__ * 10000L + __GNUC_MINOR__ * 100L + __GNUC_PATCHLEVEL__);
        next = 0;
        return;
    }
    const Range &range = figures[next];
    uint16_t most = range.count == 0 ? 0 : (uint16_t)(range.most - beside(next));
    pl_mark((uint8_t)(2U * next), most);
    pl_mark((uint8_t)(2U * next + 1U), range.count);
    next++;
}
