/** A clock that a test sets while the programs run: a small library of C between them and the system. */
import { execFileSync } from 'node:child_process';
import { openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SECONDS_PER_DAY = 86_400;

/** Adds the seconds in the shared file to the time of day. The monotonic clock is not changed, as on a real computer. */
const LIBRARY = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *shift;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("POLYLOOP_TEST_CLOCK");
    const int file = path == NULL ? -1 : open(path, O_RDONLY);
    void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) shift = page;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const long failed = syscall(SYS_clock_gettime, clock, now);
    if (failed == 0 && shift != NULL && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += *shift;
    return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec at;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &at) != 0) return -1;
    now->tv_sec = at.tv_sec;
    now->tv_usec = at.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result)
{
    struct timespec at;
    if (clock_gettime(CLOCK_REALTIME, &at) != 0) return -1;
    if (result != NULL) *result = at.tv_sec;
    return at.tv_sec;
}
`;

export class SetClock {
  /** The variables of a program whose clock is set. */
  readonly env: NodeJS.ProcessEnv;
  readonly #file: number;

  /** @param compiler a C compiler of this computer */
  constructor(folder: string, compiler: readonly [string, ...string[]]) {
    const [source, library, shared] = ['clock.c', 'clock.so', 'clock'].map((name) => join(folder, name));
    writeFileSync(source ?? '', LIBRARY);
    const [program, ...before] = compiler;
    execFileSync(program, [...before, '-shared', '-fPIC', '-o', library ?? '', source ?? '']);
    writeFileSync(shared ?? '', Buffer.alloc(8));
    this.#file = openSync(shared ?? '', 'r+');
    this.env = { LD_PRELOAD: library, POLYLOOP_TEST_CLOCK: shared };
  }

  /** Sets the clock of all these programs, from the next moment on. */
  set(days: number): void {
    const seconds = Buffer.alloc(8);
    seconds.writeBigInt64LE(BigInt(days * SECONDS_PER_DAY));
    writeSync(this.#file, seconds, 0, 8, 0);
  }
}
