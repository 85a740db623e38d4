/** Events per second of the simulation. */
import type { SimulationModel } from '../../generator/simulation/model.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { head, print, row, section, timed } from './report.ts';
import { randomTasks } from './sets.ts';
import { LOAD } from './settings.ts';
import { HERE, type Tree } from './tree.ts';

export class Counter implements TraceSink {
  events = 0;

  metadata(): void {}
  segment(): void {}
  text(): void {}

  event(): void {
    this.events += 1;
  }
}

export const modelFrom = (seed: number, tasks: number, tree: Tree = HERE): SimulationModel =>
  tree.modelOf(
    [...randomTasks(seed, tasks, LOAD)]
      .sort((a, b) => a.T - b.T)
      .map(({ T, C }, index) => ({ T, C, priority: index, overrun: 'catch-up' as const, catchUpLimit: 1000 })),
  );

const EVENTS = 3_000_000;
const SINKS = ['counter', 'trace store'] as const;

export const SIMULATED = [10, 100, 1000].flatMap((tasks) => SINKS.map((sink) => ({ tasks, sink })));

/** Simulates `tasks` tasks for `events` events. */
export function playEvents(tasks: number, sink: (typeof SINKS)[number], events: number, tree: Tree = HERE): () => void {
  const model = modelFrom(7, tasks, tree);
  return () => {
    const into = sink === 'counter' ? new Counter() : new tree.TraceStore({ capacity: Math.ceil((events * 4) / 3) });
    new tree.Simulation(model, into, { seed: 1 }).run(2 ** 50, events);
  };
}

export function printSimulation(): void {
  section('Simulation', 'Fixed priorities on one core. Goal: 5 million trace events per second.');
  head('tasks', 'sink', 'events', 'million events/s');
  for (const { tasks, sink } of SIMULATED) {
    row(tasks, sink, EVENTS, (EVENTS / timed(playEvents(tasks, sink, EVENTS)) / 1000).toFixed(1));
  }
  print();
}
