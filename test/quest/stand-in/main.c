/* The stand-in's main program and its system calls. See README.md. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "vcpu.h"

#define EACH_LOOP(each)                                                                                                \
    each(1) each(2) each(3) each(4) each(5) each(6) each(7) each(8) each(9) each(10) each(11) each(12)

#define DECLARE(number) __attribute__((weak)) void loop##number##_init(void);
EACH_LOOP(DECLARE)

void setup(void);
long stand_in_write(int file, const void *bytes, unsigned long count);
void stand_in_start(int number, void (*body)(void), int budget_ms, int period_ms);

typedef struct {
    int number;
    void (*body)(void);
    struct sched_param vcpu;
} loop_t;

static loop_t loops[32];
static int vcpus;
static __thread int current;

int vcpu_create(struct sched_param *parameters)
{
    int vcpu = __atomic_add_fetch(&vcpus, 1, __ATOMIC_SEQ_CST);
    (void)fprintf(stderr, "create %d %d %d\n", vcpu, parameters->C, parameters->T);
    return vcpu;
}

int vcpu_bind_task(int vcpu)
{
    (void)fprintf(stderr, "bind %d %d\n", vcpu, current);
    return 0;
}

long stand_in_write(int file, const void *bytes, unsigned long count)
{
    const char *each = bytes;
    for (unsigned long i = 0; i < count; i++) {
        if (each[i] == '\n') {
            (void)!write(file, "\r", 1);
        }
        (void)!write(file, &each[i], 1);
    }
    return (long)count;
}

static void *run(void *argument)
{
    loop_t *self = argument;
    current = self->number;
    (void)vcpu_bind_task(vcpu_create(&self->vcpu));
    for (;;) {
        self->body();
    }
    return 0;
}

void stand_in_start(int number, void (*body)(void), int budget_ms, int period_ms)
{
    pthread_t thread;
    loops[number] = (loop_t){number, body, {MAIN_VCPU, budget_ms, period_ms}};
    (void)pthread_create(&thread, 0, run, &loops[number]);
}

#define START(number)                                                                                                  \
    if (loop##number##_init != 0) {                                                                                    \
        loop##number##_init();                                                                                         \
    }

int main(void)
{
    setup();
    EACH_LOOP(START)
    for (;;) {
        (void)pause();
    }
}
