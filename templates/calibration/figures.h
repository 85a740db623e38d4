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

/*
 * Sends two marks for the figure `next`: its maximum without what is beside the work, and its count. After the
 * last figure it sends the compiler's version. Returns the next figure.
 */
static uint8_t report_figure(const Range *figures, uint8_t count, uint8_t next, uint16_t beside)
{
    if (next == count) {
        pl_mark((uint8_t)(2U * count), __GNUC__ * 10000L + __GNUC_MINOR__ * 100L + __GNUC_PATCHLEVEL__);
        return 0;
    }
    const Range &range = figures[next];
    uint16_t most = range.count == 0 ? 0 : (uint16_t)(range.most - beside);
    pl_mark((uint8_t)(2U * next), most);
    pl_mark((uint8_t)(2U * next + 1U), range.count);
    return (uint8_t)(next + 1U);
}
