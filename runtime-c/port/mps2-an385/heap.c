/*
 * Cortex-M3: the functions that newlib's malloc() needs, for the program's own code. The runtime
 * allocates nothing. The heap ends at the stack of main() and of interrupts; an allocation that
 * does not fit returns NULL. With a kernel, allocating threads can preempt each other, so the lock
 * of the allocator is the runtime's.
 */
#include <errno.h>
#include <reent.h>
#include <stddef.h>
#include <stdint.h>

#include "polyloop/port.h"
#include "polyloop/telemetry.h"

/* In mps2_an385.ld. */
extern char pl_m3_heap_start[];
extern char pl_m3_heap_end[];

static char *top = pl_m3_heap_start;

void *_sbrk(ptrdiff_t more);

void *_sbrk(ptrdiff_t more)
{
    if (more > pl_m3_heap_end - top || more < pl_m3_heap_start - top) {
        errno = ENOMEM;
        pl_notice(PL_NOTICE_HEAP_EXHAUSTED, (uint16_t)(more > UINT16_MAX ? UINT16_MAX : more));
        return (void *)-1; /* NOLINT(performance-no-int-to-ptr): newlib's convention */
    }
    char *from = top;
    top += more;
    return from;
}

void __malloc_lock(struct _reent *reent);
void __malloc_unlock(struct _reent *reent);

static uint8_t depth;
static pl_irq_t outside;

/* Nestable, as newlib requires. */
void __malloc_lock(struct _reent *reent)
{
    pl_irq_t state = pl_port_lock();
    (void)reent;
    if (depth == 0) {
        outside = state;
    }
    depth++;
}

void __malloc_unlock(struct _reent *reent)
{
    (void)reent;
    depth--;
    if (depth == 0) {
        pl_port_unlock(outside);
    }
}
