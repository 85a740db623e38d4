/** Process of one of the two compared trees: does the requested work and answers with its processor time. */
import { treeAt } from './tree.ts';
import { workOf } from './work.ts';

export interface Question {
  readonly section: string;
  readonly line: string;
  /** Number of runs. They use the inputs in turn, from the first on. */
  readonly runs: number;
}

/** Unit: ms; null: the tree has no such line. */
export type Answer = { readonly ms: number | null } | { readonly lines: readonly Omit<Question, 'runs'>[] };

const work = workOf(await treeAt(process.argv[2] ?? '.'));
const send = (answer: Answer): void => void process.send?.(answer);

process.on('message', ({ section, line, runs }: Question) => {
  const found = work.find((one) => one.section === section && one.line === line);
  if (found === undefined) return send({ ms: null });
  const inputs = Array.from({ length: Math.min(runs, found.inputs) }, (_, input) => found.prepare(input));
  globalThis.gc?.();
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) inputs[run % inputs.length]?.();
  const { user, system } = process.threadCpuUsage(before);
  return send({ ms: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit());
send({ lines: work.map(({ section, line }) => ({ section, line })) });
