/*
 * Sketches with polyloop/qduino.h: finds the loops of the sketch at start and makes the task table
 * of them in RAM. The rows are ordered by rate; unused rows are sporadic tasks that are never
 * triggered.
 */
#include "polyloop/port.h"
#include "polyloop/qduino.h"

#undef setup
#undef loop

#define US_PER_S UINT32_C(1000000)
#define TICKS_OF_US(us) ((pl_tick_t)((uint64_t)(us)*PL_TICK_HZ / US_PER_S))
/* No port has this many lines. */
#define NO_LINE 255
/* The telemetry index of the sketch's loop() without a number. */
#define BACKGROUND_ID (PL_TASK_COUNT - 1)

pl_task_config_t pl_tasks[PL_TASK_COUNT];

#if PL_PREEMPTIVE

/* All rows are alike, because the row of a loop is known only at start. */
static pl_stack_unit_t stacks[PL_TASK_COUNT + 2][PL_STACK_UNITS(PL_QDUINO_STACK_BYTES)];
pl_stack_t pl_stacks[PL_TASK_COUNT + 2];

static void make_stacks(void)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT + 2; i++) {
        pl_stacks[i].base = stacks[i];
        pl_stacks[i].units = PL_STACK_UNITS(PL_QDUINO_STACK_BYTES);
    }
}

#else

static void make_stacks(void)
{
}

#endif

/* The number of used rows of pl_tasks[], all at its beginning. */
static uint8_t used;
static bool started;

void setup(void);
void loop(void);

__attribute__((weak)) void pl_qduino_setup(void)
{
}

__attribute__((weak)) extern void pl_qduino_background(void);

#define FOR_EACH_ID(each)                                                                                              \
    each(1) each(2) each(3) each(4) each(5) each(6) each(7) each(8) each(9) each(10) each(11) each(12) each(13)        \
        each(14) each(15) each(16) each(17) each(18) each(19) each(20) each(21) each(22) each(23) each(24) each(25)    \
            each(26) each(27) each(28) each(29) each(30) each(31)

#define DECLARE(id) __attribute__((weak)) extern void pl_qduino_loop_##id(pl_qduino_loop_t *loop);
FOR_EACH_ID(DECLARE)

static void nothing(void)
{
}

static void clear_table(void)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        pl_tasks[i].period = 1;
        pl_tasks[i].deadline = PL_NONE;
        pl_tasks[i].budget = PL_NONE;
        pl_tasks[i].body = nothing;
        pl_tasks[i].kind = PL_SPORADIC;
        pl_tasks[i].id = BACKGROUND_ID;
    }
}

#if PL_QDUINO_INTERRUPTS > 0

pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT];
pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] = {
    {TICKS_OF_US(PL_QDUINO_IO_BUDGET_US), TICKS_OF_US(PL_QDUINO_IO_PERIOD_US)}};

/* Attached interrupts come first; the others name no line. */
static uint8_t attached;

static void clear_interrupts(void)
{
    for (uint8_t i = 0; i < PL_INTERRUPT_COUNT; i++) {
        pl_interrupts[i].server = 0;
        pl_interrupts[i].handler = PL_NO_HANDLER;
        pl_interrupts[i].line = NO_LINE;
    }
}

/* Adjusts the handlers of interrupts after the rows from `position` on have moved down by one. */
static void move_handlers(uint8_t position)
{
    for (uint8_t i = 0; i < attached; i++) {
        if (pl_interrupts[i].handler >= position && pl_interrupts[i].handler != PL_NO_HANDLER) {
            pl_interrupts[i].handler++;
        }
    }
}

#else

static void clear_interrupts(void)
{
}

static void move_handlers(uint8_t position)
{
    (void)position;
}

#endif

/* Inserts a row for a task after all rows with the same or a shorter period; returns its position. */
static uint8_t insert(uint8_t kind, const pl_qduino_loop_t *task, uint8_t id)
{
    uint8_t position = used;
    for (; position > 0 && pl_tasks[position - 1].period > task->period; position--) {
        pl_tasks[position] = pl_tasks[position - 1];
    }
    move_handlers(position);
    used++;
    pl_task_config_t *row = &pl_tasks[position];
    row->period = task->period;
    row->deadline = task->period;
    row->budget = task->budget;
    row->body = task->body;
    row->kind = kind;
    row->id = id;
    return position;
}

#if PL_QDUINO_INTERRUPTS > 0

/* The runtime's number for one of Arduino's modes. */
static uint8_t mode_of(uint8_t mode)
{
    return mode == RISING ? PL_RISING : mode == FALLING ? PL_FALLING : mode == CHANGE ? PL_CHANGE : PL_LOW;
}

bool pl_qduino_attach(uint8_t line, void (*isr)(void), uint8_t mode, pl_tick_t budget, pl_tick_t period)
{
    if (started || attached == PL_INTERRUPT_COUNT) {
        return false;
    }
    const pl_qduino_loop_t handler = {period, budget, isr};
    pl_interrupt_config_t *row = &pl_interrupts[attached];
    row->handler = insert(PL_SPORADIC, &handler, (uint8_t)(PL_QDUINO_LOOPS + attached));
    row->cost = TICKS_OF_US(PL_QDUINO_INTERRUPT_COST_US);
    row->line = line;
    row->mode = mode_of(mode);
    row->id = attached;
    attached++;
    return true;
}

void pl_qduino_io_server(pl_tick_t budget, pl_tick_t period)
{
    if (started) {
        pl_io_server_set(0, budget, period);
    } else {
        pl_io_servers[0].budget = budget;
        pl_io_servers[0].period = period;
    }
}

#endif

static void add_loop(uint8_t id, void (*describe)(pl_qduino_loop_t *loop))
{
    if (describe != 0) {
        pl_qduino_loop_t described;
        describe(&described);
        (void)insert(PL_PERIODIC, &described, (uint8_t)(id - 1U));
    }
}

/* Comes last, because loops with a period are more urgent. */
static void add_background(void)
{
    if (pl_qduino_background != 0) {
        pl_task_config_t *row = &pl_tasks[used];
        used++;
        row->period = 0;
        row->body = pl_qduino_background;
        row->kind = PL_BACKGROUND;
    }
}

/*
 * Runs as the first row's setup, so that interrupts that the sketch's setup() attaches get their
 * place among the loops.
 */
static void prepare(void)
{
    pl_tasks[0].setup = 0;
    pl_qduino_setup();
#define ADD(id) add_loop(id, pl_qduino_loop_##id);
    FOR_EACH_ID(ADD)
    add_background();
    started = true;
}

void setup(void)
{
    clear_table();
    clear_interrupts();
    make_stacks();
    pl_tasks[0].setup = prepare;
    pl_start();
}

void loop(void)
{
    pl_run();
}

#if !defined(ARDUINO)

/* For ports without Arduino functions; those define their own. */
__attribute__((weak)) int main(void)
{
    setup();
    loop();
    return 0;
}

#endif

void pl_qduino_spinlock_init(spinlock_t *lock)
{
    *lock = (spinlock_t){0};
}

bool pl_qduino_ringbuf_init(pl_ring_buffer_t *ring, size_t declared, size_t size)
{
    if (size == 0 || size > declared) {
        return false;
    }
    ring->size = (pl_index_t)(size + 1U);
    ring->head = 0;
    ring->tail = 0;
    ring->overflows = 0;
    return true;
}
