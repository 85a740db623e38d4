/*
 * Prints what the runtime's encoder makes of known events, beside these events: the source of telemetry-vectors.json.
 *
 * It is the recorder and the framer with a port of their own: a clock that is set, and a line into memory. Output, a
 * line each: "vector NAME", then "bytes HEX", "event TICKS KIND OBJECT VALUE" or "text TICKS HEX".
 */
#include <stdio.h>
#include <string.h>

#include "core.h"
#include "trace.h"

const uint8_t pl_metadata[PL_METADATA_BYTES] = {METADATA_BLOB};

static pl_tick_t clock_ticks;
static uint64_t origin; /* of the program, in ticks that do not wrap */
static uint64_t now;
static bool held;
static unsigned dropped;

pl_irq_t pl_port_lock(void)
{
    return 0;
}

void pl_port_unlock(pl_irq_t state)
{
    (void)state;
}

pl_tick_t pl_port_now(void)
{
    return clock_ticks;
}

static void send(void)
{
    while (!held && !pl_trace_drained()) {
        printf("bytes %02x\n", pl_trace_take());
    }
}

void pl_port_sink_start(void)
{
    send();
}

static void at(uint64_t ticks)
{
    now = ticks;
    clock_ticks = (pl_tick_t)(origin + ticks);
}

static void say(const char *kind, int object, long value)
{
    printf("event %llu %s %d %ld\n", (unsigned long long)now, kind, object, value);
}

/* Whether the call since `head` recorded something; says what was dropped before it. */
static bool recorded(uint8_t head)
{
    if (pl_trace.head == head) {
        dropped++;
        return false;
    }
    if (dropped != 0) {
        say("dropped", -1, (long)dropped);
        dropped = 0;
    }
    return true;
}

static void event(uint8_t kind, const char *name, uint8_t object)
{
    uint8_t head = pl_trace.head;
    pl_trace_at(kind, object, clock_ticks);
    if (recorded(head)) {
        say(name, object, 0);
    }
    pl_trace_service();
}

static void mark(uint8_t id, int32_t value)
{
    uint8_t head = pl_trace.head;
    pl_mark(id, value);
    if (recorded(head)) {
        say("mark", id, value);
    }
}

static void say_text(const char *characters, uint16_t length)
{
    printf("text %llu ", (unsigned long long)now);
    for (uint16_t i = 0; i < length; i++) {
        printf("%02x", (unsigned)(uint8_t)characters[i]);
    }
    printf("\n");
}

static void text(const char *characters, uint16_t length)
{
    uint8_t head = pl_trace.head;
    uint16_t taken = pl_text(characters, length);
    if (taken != 0 && recorded(head)) {
        say_text(characters, taken);
    }
    if (taken != length) {
        dropped++;
    }
}

static void beats(uint64_t ticks, uint32_t period)
{
    while (now < ticks) {
        at(now + period < ticks ? now + period : ticks);
        pl_trace_beat();
        pl_trace_service();
    }
}

/* A beat every 32,768 µs, as on the Uno. */
static void beats_until(uint64_t ticks)
{
    beats(ticks, 65536);
}

static void begin(const char *name, uint64_t start)
{
    printf("vector %s\n", name);
    origin = start;
    at(0);
    pl_trace_boot();
    say("boot", -1, 0);
    beats_until(UINT64_C(1000000));
}

static void end(void)
{
    beats_until(now + 300000);
}

static void all_kinds(void)
{
    begin("every kind of event that the super-loop sends", 0);
    event(PL_EVENT_RELEASE, "release", 0);
    at(now + 1);
    event(PL_EVENT_START, "start", 0);
    at(now + 127);
    event(PL_EVENT_DEADLINE_MISS, "deadline-miss", 0);
    at(now + 128);
    event(PL_EVENT_BUDGET_EXHAUSTED, "budget-exhausted", 0);
    at(now + 16383);
    event(PL_EVENT_COMPLETE, "complete", 0);
    pl_trace_skip(0, 300, clock_ticks);
    say("skip", 0, 300);
    at(now + 16384);
    event(PL_EVENT_CHANNEL_WRITE, "channel-write", 1);
    event(PL_EVENT_CHANNEL_READ, "channel-read", 0);
    event(PL_EVENT_CHANNEL_OVERFLOW, "channel-overflow", 1);
    end();
}

static void indices(void)
{
    begin("task indices around the escape of the low nibble", 12345);
    for (uint8_t task = 0; task < 20; task++) {
        at(now + 1000);
        event(PL_EVENT_RELEASE, "release", task);
        event(PL_EVENT_START, "start", task);
        event(PL_EVENT_COMPLETE, "complete", task);
        if (task >= 13) {
            pl_trace_skip(task, 1, clock_ticks);
            say("skip", task, 1);
        }
    }
    end();
}

static void marks(void)
{
    static const int32_t values[] = {0, -1, 1, 63, -64, 64, 100000, -100000, INT32_MAX, INT32_MIN};
    begin("marks from end to end of the signed 32 bits", 777);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        at(now + 500);
        mark((uint8_t)(i & 1U), values[i]);
    }
    end();
}

static void texts(void)
{
    static const char utf8[] = "Größe: 3 µs, ok ✓";
    static const char nulls[] = {'a', 0, 0, 'b', 0};
    begin("text: in pieces, joined, UTF-8 of several bytes, NUL bytes", 99);
    text("hello\r\n", 7);
    at(now + 5000);
    text("the quick brown fox jumps over the lazy dog", 43);
    at(now + 5000);
    text(utf8, (uint16_t)strlen(utf8));
    at(now + 5000);
    text(nulls, sizeof nulls);
    at(now + 5000);
    say_text("value 42\r\n", 10); /* printed in three parts, half a millisecond in all: one event */
    (void)pl_text("value ", 6);
    at(now + 500);
    (void)pl_text("42", 2);
    at(now + 500);
    (void)pl_text("\r\n", 2);
    end();
}

static void losses(void)
{
    begin("a ring that is full: dropped events are counted where they are missing", 0);
    held = true;
    for (uint8_t i = 0; i < 100; i++) {
        at(now + 2000);
        event(PL_EVENT_RELEASE, "release", 3);
    }
    held = false;
    send();
    at(now + 2000);
    event(PL_EVENT_START, "start", 3);
    end();
}

static void backwards(void)
{
    begin("an event recorded after one with a later stamp gets its time", 5);
    at(now + 100);
    event(PL_EVENT_START, "start", 1);
    pl_trace_at(PL_EVENT_RELEASE, 2, clock_ticks - 60U);
    say("release", 2, 0);
    at(now + 10);
    event(PL_EVENT_COMPLETE, "complete", 1);
    end();
}

static void long_times(void)
{
    begin("more than 2^32 ticks, and a timer that wraps on the way", UINT32_MAX - 1500000);
    for (uint8_t i = 0; i < 12; i++) {
        beats(now + 1000000007, 1000000007);
        event(PL_EVENT_RELEASE, "release", i);
    }
    end();
}

static const struct {
    const char *name;
    void (*run)(void);
} vectors[] = {{"kinds", all_kinds}, {"indices", indices},     {"marks", marks},          {"texts", texts},
               {"losses", losses},   {"backwards", backwards}, {"long-times", long_times}};

/* One vector a run: the recorder's state begins afresh. */
int main(int count, char **arguments)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        if (count == 2 && strcmp(arguments[1], vectors[i].name) == 0) {
            vectors[i].run();
            return 0;
        }
    }
    return 1;
}
