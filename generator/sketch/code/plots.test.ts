import { expect, it } from 'vitest';
import { plotsIn } from './plots.ts';

const namesIn = (...code: string[]) => plotsIn(['', ...code]);

it('finds each name once, in order of first use', () => {
  expect(namesIn('plot("b", 1);\nplot( "a" , x);', 'plot("b", 2.5); plot(/* C */ "temp \\"1\\" µ", y);')).toEqual([
    'b',
    'a',
    'temp "1" µ',
  ]);
});

it('leaves comments, texts and functions of others alone', () => {
  expect(
    namesIn('// plot("a", 1)\nprint("plot(\\"b\\", 1)"); chart.plot("c", 1); chart->plot("d", 1); replot("e", 1);'),
  ).toEqual([]);
  expect(namesIn('plot(name, 1);')).toEqual([]);
});

it('finds nothing where the sketch has a function of this name', () => {
  expect(plotsIn(['void plot(const char *name, int value);', 'plot("a", 1);'])).toEqual([]);
});
