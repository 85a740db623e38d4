/** `plot("name", value)`, which records a value for charts. */
import { type Code, c, EMPTY, sections, stack } from '../emit/code.ts';
import { integerLiteral, stringLiteral } from '../emit/literal.ts';
import type { Program } from '../lower/program.ts';
import { allCode } from '../sketch/code/pieces.ts';
import { plotsIn } from '../sketch/code/plots.ts';

/** Whole numbers that do not fit into 32 signed bits lose digits rather than their sign. */
const OVERLOADS = c`
  static inline __attribute__((always_inline)) void plot(const char *name, float value)
  {
    pl_plot(pl_plot_mark(name), value);
  }
  static inline __attribute__((always_inline)) void plot(const char *name, double value)
  {
    pl_plot(pl_plot_mark(name), (float)value);
  }
  static inline __attribute__((always_inline)) void plot(const char *name, unsigned long value)
  {
    if (value > INT32_MAX) {
      pl_plot(pl_plot_mark(name), (float)value);
    } else {
      pl_mark(pl_plot_mark(name), (int32_t)value);
    }
  }
  template <typename Number> static inline __attribute__((always_inline)) void plot(const char *name, Number value)
  {
    pl_mark(pl_plot_mark(name), (int32_t)value);
  }
`;

/**
 * The compiler replaces a name by its number, because both texts are constants. A name that no literal of
 * the sketch has gets 255, which the metadata does not name.
 */
export function plotFunctions(program: Program): Code {
  const names = plotsIn(allCode(program).map(({ text }) => text));
  if (names.length === 0) return EMPTY;
  const numbers = names.map(
    (name, i) => c`if (__builtin_strcmp(name, ${stringLiteral(name)}) == 0) return ${integerLiteral(i)};`,
  );
  return sections([
    c`
      static inline __attribute__((always_inline)) uint8_t pl_plot_mark(const char *name)
      {
        ${stack(numbers)}
        return 255;
      }
    `,
    OVERLOADS,
  ]);
}
