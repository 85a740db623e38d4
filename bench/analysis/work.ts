/** Each line of the page as work that can be measured in two trees. */
import { COUNTS } from './growth.ts';
import { allHelpOf, limitsOf } from './help.ts';
import { SEARCHED, setToSearch } from './schedules.ts';
import { EXACT, judgeAll, judged, methodOf, SETTINGS, setFor, settingOf } from './settings.ts';
import { playEvents, SIMULATED } from './simulation.ts';
import type { Tree } from './tree.ts';

export interface Work {
  readonly section: string;
  readonly line: string;
  /** Number of different inputs. */
  readonly inputs: number;
  /** Creates the input, and returns the function to measure. */
  prepare(input: number): () => void;
}

const EVENTS = 300_000;

export function workOf(tree: Tree): Work[] {
  const judgements = SETTINGS.map(
    (setting): Work => ({
      section: 'All tests, 100 tasks',
      line: setting.name,
      inputs: 100,
      prepare: (input) => () => judgeAll(setting, 1000 + input, 100, tree),
    }),
  );
  const help = SETTINGS.flatMap((setting): Work[] =>
    (
      [
        ['limits', limitsOf],
        ['all', allHelpOf],
      ] as const
    ).map(([name, of]) => ({
      section: 'Design help, 12 tasks',
      line: `${setting.name}: ${name}`,
      inputs: 20,
      prepare: (input) => of(setting, input, tree),
    })),
  );
  const exact = EXACT.map(([id, setting]): Work => {
    const method = methodOf(id, tree);
    return {
      section: 'Exact tests, 1000 tasks',
      line: method.label,
      inputs: 100,
      prepare(input) {
        const set = setFor(setting, input, 1000, tree);
        return () => void judged(method, set, tree);
      },
    };
  });
  const searches = SEARCHED.map(
    ({ setting, tasks }): Work => ({
      section: 'Schedule abstraction',
      line: `${setting.name}, ${tasks} tasks`,
      inputs: 100,
      prepare(input) {
        const set = setToSearch(setting, 1000 + input, tasks, tree);
        return () => void judged(methodOf('schedule-abstraction', tree), set, tree);
      },
    }),
  );
  const plays = SIMULATED.map(
    ({ tasks, sink }): Work => ({
      section: 'Simulation',
      line: `${tasks} tasks, ${sink}`,
      inputs: 1,
      prepare: () => playEvents(tasks, sink, EVENTS, tree),
    }),
  );
  return [...judgements, ...help, ...exact, ...searches, ...plays, ...growth(tree)];
}

/** Runs each test on sets of every size up to 200 tasks. */
function growth(tree: Tree): Work[] {
  const counts = COUNTS.filter((tasks) => tasks <= 200);
  return tree.METHODS.flatMap((method): Work[] => {
    const setting = settingOf(method, tree);
    if (setting === undefined) return [];
    return [
      {
        section: 'Growth, 10 to 200 tasks',
        // Labels differ between trees. Identifiers do not.
        line: method.id,
        inputs: 9,
        prepare(input) {
          const sets = counts.map((tasks) => setFor(setting, input, tasks, tree));
          return () => {
            for (const set of sets) judged(method, set, tree);
          };
        },
      },
    ];
  });
}
