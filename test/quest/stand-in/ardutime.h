/* The stand-in's time: that of this computer. */
#ifndef STAND_IN_ARDUTIME_H
#define STAND_IN_ARDUTIME_H

#include <sys/time.h>
#include <unistd.h>

static inline void delayMicroseconds(unsigned long us)
{
    usleep((unsigned)us);
}

/* As the kernel's console: a carriage return before each line feed. */
long stand_in_write(int file, const void *bytes, unsigned long count);
#define write stand_in_write

#endif
