/*
 * Prints known events and their bytes from the runtime's encoder: the source of
 * telemetry-vectors.json.
 *
 * The recorder and the framer have a minimal port: the program sets the clock,
 * and the line is memory. Output, parts that end in a semicolon: "vector
 * NAME", then "bytes HEX", "event TICKS KIND OBJECT VALUE" or "text TICKS HEX".
 */
#include "vectors.h"

#include <string.h>

#include "no_bodies.h"
#include "recorder.h"
#include "trace_program.h"

const uint8_t pl_metadata[PL_METADATA_BYTES] = {METADATA_BLOB};

static pl_tick_t clock_ticks;
static uint64_t origin; /* of the program, in ticks that do not wrap */
static uint64_t now;
static bool held;
static unsigned dropped;

pl_tick_t pl_port_now(void)
{
    return clock_ticks;
}

static void put_text(const char *text)
{
    for (; *text != 0; text++) {
        vectors_put(*text);
    }
}

static void put_byte(uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    vectors_put(digits[byte >> 4]);
    vectors_put(digits[byte & 15U]);
}

/* Prints a space and a decimal number. */
static void put_number(int64_t number)
{
    char digits[20];
    uint8_t count = 0;
    uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
    do {
        digits[count] = (char)('0' + rest % 10U);
        count++;
        rest /= 10U;
    } while (rest != 0);
    put_text(number < 0 ? " -" : " ");
    while (count != 0) {
        count--;
        vectors_put(digits[count]);
    }
}

static void send(void)
{
    while (!held && !pl_trace_drained()) {
        put_text("bytes ");
        put_byte(pl_trace_take());
        vectors_put(';');
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

static void say(const char *kind, int16_t object, int64_t value)
{
    put_text("event");
    put_number((int64_t)now);
    vectors_put(' ');
    put_text(kind);
    put_number(object);
    put_number(value);
    vectors_put(';');
}

/* Whether the call after `head` recorded an event. Also prints the number of
 * events that were dropped before it. */
static bool recorded(uint8_t head)
{
    if (pl_trace.head == head) {
        dropped++;
        return false;
    }
    if (dropped != 0) {
        say("events-dropped", -1, dropped);
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
    put_text("text");
    put_number((int64_t)now);
    vectors_put(' ');
    for (uint16_t i = 0; i < length; i++) {
        put_byte((uint8_t)characters[i]);
    }
    vectors_put(';');
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
    put_text("vector ");
    put_text(name);
    vectors_put(';');
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
    pl_trace_pair_at(PL_EVENT_CONTROL, PL_CONTROL_RELEASE_DROPPED, clock_ticks, 0, 300);
    say("release-dropped", 0, 300);
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
            pl_trace_pair_at(PL_EVENT_CONTROL, PL_CONTROL_RELEASE_DROPPED, clock_ticks, task, 1);
            say("release-dropped", task, 1);
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

#if PL_PREEMPTIVE

#define STACK_BYTES 800U
#define FIVE(macro, at) macro(at), macro((at) + 1), macro((at) + 2), macro((at) + 3), macro((at) + 4)
#define TWENTY(macro) FIVE(macro, 0), FIVE(macro, 5), FIVE(macro, 10), FIVE(macro, 15)

/* By position in the table: the index of the task in the metadata. */
#define TASK(at)                                                                                                       \
    {                                                                                                                  \
        .id = (uint8_t)(PL_TASK_COUNT - 1 - (at))                                                                      \
    }
const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {TWENTY(TASK)};

/* Only sizes: pl_stack_unused() below reports the unused stack. */
#define STACK_OF(at)                                                                                                   \
    {                                                                                                                  \
        0, PL_STACK_UNITS(STACK_BYTES)                                                                                 \
    }
const pl_stack_t pl_stacks[PL_TASK_COUNT + 2] = {TWENTY(STACK_OF), STACK_OF(20), STACK_OF(21)};

uint32_t pl_stack_unused(uint8_t thread)
{
    return STACK_BYTES - 16U * (thread + 1U);
}

static void value_event(uint8_t kind, const char *name, uint8_t object, uint32_t value)
{
    pl_trace_value_at(kind, object, clock_ticks, value);
    say(name, object, value);
    pl_trace_service();
}

static void lock_event(uint8_t operation, const char *name, uint8_t resource, uint8_t task)
{
    pl_trace_pair_now(PL_EVENT_LOCK, resource, operation, task);
    say(name, resource, task);
}

/* One thread a second reports its stack. The manager's thread follows the tasks. */
static void stack_event(uint8_t thread, int16_t index)
{
    at(now + PL_TICK_HZ);
    pl_trace_beat();
    pl_trace_stack();
    say("stack", index, ((int64_t)STACK_BYTES << 24) + pl_stack_unused(thread));
    pl_trace_service();
}

static void all_thread_kinds(void)
{
    begin("what only programs with threads and interrupts send", 4000);
    event(PL_EVENT_RELEASE, "release", 1);
    event(PL_EVENT_START, "start", 1);
    at(now + 300);
    event(PL_EVENT_SWITCH_OUT, "switch-out", 1);
    event(PL_EVENT_INTERRUPT_ENTER, "interrupt-enter", 0);
    at(now + 20);
    value_event(PL_EVENT_INTERRUPT_MASK, "interrupt-mask", 0, 1);
    event(PL_EVENT_INTERRUPT_EXIT, "interrupt-exit", 0);
    at(now + 40);
    event(PL_EVENT_SWITCH_IN, "switch-in", 1);
    lock_event(PL_LOCK_WAIT, "lock-wait", 0, 1);
    lock_event(PL_LOCK_ACQUIRE, "lock-acquire", 0, 1);
    at(now + 100);
    lock_event(PL_LOCK_RELEASE, "lock-release", 0, 1);
    event(PL_EVENT_BUDGET_EXHAUSTED, "budget-exhausted", 1);
    at(now + 70000);
    value_event(PL_EVENT_INTERRUPT_MASK, "interrupt-mask", 0, 0);
    value_event(PL_EVENT_REPLENISH, "replenish", 1, 20000);
    event(PL_EVENT_COMPLETE, "complete", 1);
    pl_trace_at(PL_EVENT_CONTROL, PL_CONTROL_IDLE, clock_ticks);
    say("idle", -1, 0);
    for (uint8_t task = 0; task < PL_TASK_COUNT; task++) {
        stack_event(task, (int16_t)(PL_TASK_COUNT - 1 - task));
    }
    stack_event(PL_THREAD_MANAGER, PL_TASK_COUNT);
    end();
}

#endif

static const struct {
    const char *name;
    void (*run)(void);
} vectors[] = {
    {"kinds", all_kinds},          {"indices", indices},       {"marks", marks}, {"texts", texts}, {"losses", losses},
    {"backwards", backwards},      {"long-times", long_times},
#if PL_PREEMPTIVE
    {"threads", all_thread_kinds},
#endif
};

bool vectors_run(const char *name)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        if (strcmp(name, vectors[i].name) == 0) {
            vectors[i].run();
            vectors_put('\n');
            return true;
        }
    }
    return false;
}
