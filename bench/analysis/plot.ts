/** How the time of each test grows with the number of tasks, as SVG. */
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

export interface Point {
  readonly method: string;
  readonly tasks: number;
  readonly ms: number;
}

export async function growthPlot(points: readonly Point[]): Promise<string> {
  const spec: TopLevelSpec = {
    width: 560,
    height: 380,
    padding: 12,
    background: 'white',
    data: { values: [...points] },
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'tasks', type: 'quantitative', scale: { type: 'log' }, title: 'tasks' },
      y: { field: 'ms', type: 'quantitative', scale: { type: 'log' }, title: 'median processor time, ms' },
      color: { field: 'method', type: 'nominal', title: 'test', scale: { scheme: 'tableau20' } },
    },
  };
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}
