/** `plot("name", value)`, which records a value for charts. */
import { type Code, c, EMPTY, sections, stack } from '../emit/code.ts';
import { integerLiteral, stringLiteral } from '../emit/literal.ts';
import type { Program } from '../lower/program.ts';
import { allCode } from '../sketch/code/pieces.ts';
import { callsPlot, plotsIn } from '../sketch/code/plots.ts';

/**
 * A whole number of any type that fits into 32 signed bits arrives exactly. A larger one loses digits rather than
 * its sign. Types with at most 16 bits do without 64-bit arithmetic, which is long on small processors.
 */
const OVERLOADS = c`
  #define PL_PLOT static inline __attribute__((always_inline))
  PL_PLOT void pl_plot_unsigned(uint8_t mark, unsigned long value)
  {
    if (value > (unsigned long)INT32_MAX) {
      pl_plot(mark, (float)value);
    } else {
      pl_mark(mark, (int32_t)value);
    }
  }
  PL_PLOT void pl_plot_wide(uint8_t mark, long long value)
  {
    if (value > INT32_MAX || value < INT32_MIN) {
      pl_plot(mark, (float)value);
    } else {
      pl_mark(mark, (int32_t)value);
    }
  }
  PL_PLOT void plot(const char *name, float value)
  {
    pl_plot(pl_plot_mark(name), value);
  }
  PL_PLOT void plot(const char *name, double value)
  {
    pl_plot(pl_plot_mark(name), (float)value);
  }
  PL_PLOT void plot(const char *name, long double value)
  {
    pl_plot(pl_plot_mark(name), (float)value);
  }
  PL_PLOT void plot(const char *name, int value)
  {
    pl_mark(pl_plot_mark(name), (int32_t)value);
  }
  PL_PLOT void plot(const char *name, unsigned int value)
  {
    pl_plot_unsigned(pl_plot_mark(name), value);
  }
  PL_PLOT void plot(const char *name, long value)
  {
    if (sizeof(long) > sizeof(int32_t)) {
      pl_plot_wide(pl_plot_mark(name), value);
    } else {
      pl_mark(pl_plot_mark(name), (int32_t)value);
    }
  }
  PL_PLOT void plot(const char *name, unsigned long value)
  {
    pl_plot_unsigned(pl_plot_mark(name), value);
  }
  PL_PLOT void plot(const char *name, long long value)
  {
    pl_plot_wide(pl_plot_mark(name), value);
  }
  PL_PLOT void plot(const char *name, unsigned long long value)
  {
    if (value > (unsigned long long)INT32_MAX) {
      pl_plot(pl_plot_mark(name), (float)value);
    } else {
      pl_mark(pl_plot_mark(name), (int32_t)value);
    }
  }
  /* bool, characters, short numbers and enumerations */
  template <typename Number> PL_PLOT void plot(const char *name, Number value)
  {
    if (sizeof(Number) < sizeof(int32_t)) {
      pl_mark(pl_plot_mark(name), (int32_t)value);
    } else {
      pl_plot_wide(pl_plot_mark(name), (long long)value);
    }
  }
  #undef PL_PLOT
`;

/**
 * The compiler replaces a name by its number, because both texts are constants. A name that no literal of
 * the sketch has gets 255, which the metadata does not name.
 */
export function plotFunctions(program: Program): Code {
  const code = allCode(program).map(({ text }) => text);
  if (!callsPlot(code)) return EMPTY;
  const numbers = plotsIn(code).map(
    (name, i) => c`if (__builtin_strcmp(name, ${stringLiteral(name)}) == 0) return ${integerLiteral(i)};`,
  );
  return sections([
    c`
      static inline __attribute__((always_inline)) uint8_t pl_plot_mark(const char *name)
      {
        (void)name;
        ${stack(numbers)}
        return 255;
      }
    `,
    OVERLOADS,
  ]);
}
