/* The vectors' program, and what it needs of its port: a place to write to. One
 * vector a run. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdbool.h>

/* Runs the vector of this name; false: there is none. */
bool vectors_run(const char *name);

/* A character of the output. */
void vectors_put(char character);

#endif
