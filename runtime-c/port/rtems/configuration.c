/* RTEMS: the kernel's tables, which its own header defines. */
#define PL_RTEMS_CONFIGURATION
#include "polyloop_rtems_config.h"

#if PL_CORES > 1

const uint8_t pl_rtems_clusters[PL_TASK_COUNT] = {PL_RTEMS_CLUSTERS};
const uint32_t pl_rtems_affinities[PL_TASK_COUNT] = {PL_RTEMS_AFFINITIES};

#endif
