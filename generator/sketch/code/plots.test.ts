import { describe, expect, it } from 'vitest';
import { callsPlot, namelessPlots, ownsPlot, plotsIn } from './plots.ts';

const namesIn = (...code: string[]) => plotsIn(['', ...code]);

it('finds each name once, in order of first use', () => {
  expect(namesIn('plot("b", 1);\nplot( "a" , x);', 'plot("b", 2.5); plot(/* C */ "temp \\"1\\" µ", y);')).toEqual([
    'b',
    'a',
    'temp "1" µ',
  ]);
});

it('joins literals that follow each other, as the compiler does', () => {
  expect(namesIn('plot("b" "c", 1);', 'plot("d" /* and */\n  R"(e)", 1);')).toEqual(['bc', 'de']);
});

it('finds calls in the shared code, in macros and in any expression', () => {
  const shared = '#define SHOW(x) plot("macro", x)\nvoid show(int v) { if (v) plot("if", v); else plot("else", v); }';
  expect(plotsIn([shared, 'v ? plot("yes", 1) : ::plot("no", 0);'])).toEqual(['macro', 'if', 'else', 'yes', 'no']);
});

it('leaves comments, texts and functions of others alone', () => {
  const others = [
    '// plot("a", 1)\nprint("plot(\\"b\\", 1)"); chart.plot("c", 1); chart->plot("d", 1); replot("e", 1);',
    'chart::plot("f", 1);',
  ];
  expect(namesIn(...others)).toEqual([]);
  expect(callsPlot(['', ...others])).toBe(false);
  expect(namesIn('plot(name, 1);')).toEqual([]);
});

describe('a plot of the sketch', () => {
  it.each([
    'void plot(const char *name, int value);',
    'template <typename T> static T *plot(T x) { return x; }',
    'std::vector<int> plot(int x);',
    'void *plot(int x);',
    'extern "C" {\nvoid plot(int x);\n}',
    'namespace { void plot(int x) {} }',
    '#define plot(name, value) Serial.println(value)',
    'Plotter plot("title", 3);',
    'int plot = 3;',
    '#if A\nvoid f(int a) {\n#else\nvoid f(long a) {\n#endif\n}\nvoid plot(int x) {}',
  ])('is found: %s', (shared) => {
    expect(ownsPlot(shared)).toBe(true);
    expect(plotsIn([shared, 'plot("a", 1);'])).toEqual([]);
    expect(callsPlot([shared, 'plot("a", 1);'])).toBe(false);
  });

  it.each([
    'void show(const char *n, int v) { plot(n, v); }',
    'void show(float x) { plot("x", x); }',
    'struct Chart { void plot(int x) {} };',
    'namespace chart { void plot(int x) {} }',
    'void f(int plot) {}',
    'auto f = [](int x) { return plot("x", x); };',
    '#define SHOW plot("x", 1)',
    '#define SHOW(x) plot(#x, x)',
  ])('is not: %s', (shared) => {
    expect(ownsPlot(shared)).toBe(false);
    expect(plotsIn([shared, 'plot("a", 1);'])).toContain('a');
  });
});

describe('a name that is not text in quotation marks', () => {
  const linesIn = (code: string) => namelessPlots(code).map(({ line }) => line);

  it('is found, with its line', () => {
    expect(linesIn('plot("a", 1);\nplot(name, 1);\nplot(hot ? "a" : "b", 1);\n\nplot(NAMES[2], 1);')).toEqual([
      2, 3, 5,
    ]);
    expect(linesIn('void show(const char *n, int v) { plot(n, v); }')).toEqual([1]);
    expect(linesIn('plot("a" + 1, 2); plot(F("a"), 1); plot("\\xb5", 1);')).toEqual([1, 1, 1]);
    expect(callsPlot(['', 'plot(name, 1);'])).toBe(true);
  });

  it('is not looked for in code with a plot of its own', () => {
    expect(linesIn('auto plot = [](int x) {};\nplot(3);')).toEqual([]);
    expect(linesIn('Plotter plot(3); plot(4);')).toEqual([]);
  });
});
