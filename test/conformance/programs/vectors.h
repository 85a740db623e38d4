/* The program of the vectors, and the output that a port provides. A run prints
 * one vector. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdbool.h>

/* Runs the vector of this name. Returns false if there is none. */
bool vectors_run(const char *name);

/* Writes a character of the output. */
void vectors_put(char character);

#endif
