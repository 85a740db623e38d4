/* The stand-in's time: that of this computer. */
#ifndef STAND_IN_ARDUTIME_H
#define STAND_IN_ARDUTIME_H

#include <sys/time.h>
#include <unistd.h>

static inline void delayMicroseconds(unsigned long us)
{
    usleep((unsigned)us);
}

#endif
