/** Figures of repeated measurements, and what they say about the machine. */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** One measurement. Unit of all figures: ms. */
export interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted.length >> 1;
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper;
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2;
};

/** Processor time of all ended child processes; 0 if the system does not report it. Unit: ms. */
export function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const TICKS_A_SECOND = 100;
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_A_SECOND;
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

export function printRow(cells: readonly (string | number)[]): void {
  print(`| ${cells.join(' | ')} |`);
}

/** The processor, its cores and Node's version, for a report's first sentence. */
export function machine(): string {
  const [first] = cpus();
  return `an ${first?.model.trim() ?? 'unknown processor'} with ${cpus().length} cores, Node ${process.versions.node}`;
}

/** Processes that were ready to run, averaged over the last minute. */
export const load = (): string => loadavg()[0]?.toFixed(1) ?? '?';
