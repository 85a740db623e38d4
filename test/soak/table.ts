/** The table of a soak run, in Markdown. */
import type { SeedResult } from './seeds.ts';

interface Row {
  readonly board: string;
  readonly target: string;
  readonly policy: string;
  readonly results: readonly SeedResult[];
}

/** Results with the same board and target, and the same policy unless `name` means all. */
function rowsOf(results: readonly SeedResult[], name: (result: SeedResult) => string): Row[] {
  const rows = new Map<string, { board: string; target: string; policy: string; results: SeedResult[] }>();
  for (const result of results) {
    const { board, target } = result;
    const policy = name(result);
    const key = `${board} ${target} ${policy}`;
    const row = rows.get(key) ?? { board, target, policy, results: [] };
    row.results.push(result);
    rows.set(key, row);
  }
  return [...rows.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, row]) => row);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The value that this part of the sorted numbers does not exceed. */
function quantile(numbers: readonly number[], part: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];
  return value === undefined ? '–' : value.toFixed(3);
}

/** Kinds of violations with their numbers, most frequent first: `bound 3, miss 1`. */
export function kindsOf(results: readonly SeedResult[]): string {
  const counts = new Map<string, number>();
  for (const { violations } of results) {
    for (const [kind, count] of Object.entries(violations)) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  const words = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  return words.length === 0 ? '0' : words.join(', ');
}

const broken = ({ violations }: SeedResult): boolean => Object.keys(violations).length > 0;

function line({ board, target, policy, results }: Row): string {
  const ran = results.filter(({ outcome }) => outcome === 'ran');
  const ratios = ran.flatMap((result) => result.ratios);
  const cells = [
    board,
    target,
    policy,
    ran.length,
    results.length - ran.length,
    sum(ran.map(({ jobs }) => jobs)),
    sum(ran.map(({ reads }) => reads)),
    (sum(ran.map(({ utilization }) => utilization)) / Math.max(1, ran.length)).toFixed(2),
    ran.filter(broken).length,
    kindsOf(ran),
    quantile(ratios, 0.5),
    quantile(ratios, 0.9),
    quantile(ratios, 1),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEADS = [
  ...['board', 'target', 'policy', 'sketches', 'not run', 'jobs', 'items', 'mean ΣC/T', 'broken sketches'],
  ...['violations', 'median', '90 %', 'maximum'],
];

export function tableOf(results: readonly SeedResult[]): string {
  const rows = rowsOf(results, ({ policy }) => policy);
  const totals = rowsOf(results, () => '**all**');
  const title = `| ${HEADS.join(' | ')} |\n|${' --- |'.repeat(HEADS.length)}`;
  return [title, ...rows.map(line), ...totals.map(line)].join('\n');
}
