/* What the compiler's mathematical library needs: the place of errno, which is Zephyr's. See math.h. */
#include <errno.h>

int *__errno(void);

int *__errno(void)
{
    return &errno;
}
