/* Prints a vector on the host, to the standard output. */
#include <stdio.h>

#include "polyloop/port.h"
#include "vectors.h"

pl_irq_t pl_port_lock(void)
{
    return 0;
}

void pl_port_unlock(pl_irq_t state)
{
    (void)state;
}

void vectors_put(char character)
{
    putchar(character);
}

int main(int count, char **arguments)
{
    return count == 2 && vectors_run(arguments[1]) ? 0 : 1;
}
