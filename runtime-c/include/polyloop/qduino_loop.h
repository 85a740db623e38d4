/*
 * The macro loop() of qduino.h. The macro has a file of its own because of the pragma. In a system
 * header a declaration may omit its type. So a sketch may write `void` before loop(id, C, T) or omit
 * it. Qduino's sketches do both. The code between the sketch's braces is compiled with all warnings. For
 * other compilers than GCC see docs/qduino.md.
 */
#ifndef POLYLOOP_QDUINO_LOOP_H
#define POLYLOOP_QDUINO_LOOP_H

#pragma GCC system_header

/*
 * Begins with an unused declaration, which takes the sketch's `void`. In C++ it needs `extern` if
 * it has no type.
 */
#ifdef __cplusplus
#define PL_QDUINO_MAYBE_VOID(name) extern name(void)
#define PL_QDUINO_LINKAGE extern "C"
#define PL_QDUINO_CHECK static_assert
#else
#define PL_QDUINO_MAYBE_VOID(name) name(void)
#define PL_QDUINO_LINKAGE extern
#define PL_QDUINO_CHECK __extension__ _Static_assert
#endif

/* Defines the function by which qduino.c reads the loop's times and body; then begins the body. */
#define PL_QDUINO_LOOP(id, C, T)                                                                                       \
    PL_QDUINO_MAYBE_VOID(pl_qduino_nothing_##id);                                                                      \
    PL_QDUINO_CHECK((id) >= 1 && (id) <= 31, "loop(id, C, T): the id is a number from 1 to 31");                       \
    PL_QDUINO_CHECK(                                                                                                   \
        (id) > 31 || (id) <= PL_QDUINO_LOOPS,                                                                          \
        "loop(id, C, T): the id is larger than PL_QDUINO_LOOPS; build with -DPL_QDUINO_LOOPS=<largest id>");           \
    PL_QDUINO_CHECK((T) >= 1 && (T) <= PL_TICKS_MAX / PL_QDUINO_UNIT_TICKS,                                            \
                    "loop(id, C, T): T is less than one unit of time, or too long; see QDUINO_UNIT_US");               \
    PL_QDUINO_CHECK((C) >= 1 && (C) <= (T), "loop(id, C, T): C is a number from 1 to T");                              \
    static void pl_qduino_body_##id(void);                                                                             \
    PL_QDUINO_LINKAGE void pl_qduino_loop_##id(pl_qduino_loop_t *pl_row);                                              \
    void pl_qduino_loop_##id(pl_qduino_loop_t *pl_row)                                                                 \
    {                                                                                                                  \
        pl_row->budget = PL_QDUINO_TICKS(C);                                                                           \
        pl_row->period = PL_QDUINO_TICKS(T);                                                                           \
        pl_row->body = pl_qduino_body_##id;                                                                            \
    }                                                                                                                  \
    static void pl_qduino_body_##id(void)

#define PL_QDUINO_PAIR(id, C)                                                                                          \
    PL_QDUINO_MAYBE_VOID(pl_qduino_nothing_##id);                                                                      \
    PL_QDUINO_CHECK(0, "loop(id, C, T) has three arguments: its number, its budget C and its period T");               \
    static void pl_qduino_body_##id(void)

/* Arduino's own loop(), which runs in the background. */
#define PL_QDUINO_PLAIN_LOOP(...) pl_qduino_background(__VA_ARGS__)

#define PL_QDUINO_FOURTH(a, b, c, d, ...) d
#define loop(...) PL_QDUINO_FOURTH(__VA_ARGS__, PL_QDUINO_LOOP, PL_QDUINO_PAIR, PL_QDUINO_PLAIN_LOOP, 0)(__VA_ARGS__)

#endif
