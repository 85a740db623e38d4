/* The execution time of the running job, for bodies that ask for it. */
#include "job.h"
#include "account.h"

#if PL_USES_JOB_TIME

static pl_tick_t job_ticks(void)
{
    pl_irq_t state = pl_port_lock();
#if PL_PREEMPTIVE
    pl_account_credit(pl_port_stolen());
    pl_tick_t ticks = pl_threads[pl_running].job_time + pl_account_unpaid(pl_port_now());
#elif PL_CREDITS
    pl_tick_t ticks = pl_body_report(pl_port_now());
#else
    pl_tick_t ticks = pl_port_now() - pl_job_begun;
#endif
    pl_port_unlock(state);
    return ticks;
}

#define TICKS_PER_US (PL_TICK_HZ / 1000000U)

uint32_t pl_job_micros(void)
{
    return job_ticks() / TICKS_PER_US;
}

uint32_t pl_job_budget_left_micros(void)
{
    pl_tick_t budget = pl_flash_u32(&pl_tasks[pl_running].budget);
    if (budget == PL_NONE) {
        return UINT32_MAX;
    }
    pl_tick_t used = job_ticks();
    return used < budget ? (budget - used) / TICKS_PER_US : 0;
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_job_time_absent_t;

#endif
