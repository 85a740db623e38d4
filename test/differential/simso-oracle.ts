/** Simulates task sets with SimSo. Times are integers. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { PATIENCE_MS } from '../patience.ts';

export type SimsoScheduler = 'fp' | 'edf' | 'partitioned-fp' | 'non-preemptive-fp' | 'non-preemptive-edf';

export interface SimsoTask {
  readonly period: number;
  readonly cost: number;
  readonly deadline: number;
  readonly offset: number;
  /** A larger number is a higher priority. */
  readonly priority: number;
  readonly core: number;
}

export interface SimsoQuestion {
  readonly scheduler: SimsoScheduler;
  readonly cores: number;
  readonly until: number;
  readonly tasks: readonly SimsoTask[];
}

/** By task: the completion times of its jobs, in order. */
export type TimesDone = readonly (readonly number[])[];

export interface SimsoAnswer {
  readonly done: TimesDone;
  /** Processor time of the simulation alone. */
  readonly cpuSeconds: number;
}

const { simso } = findTools();

/** The reason why SimSo cannot run on this machine. Null if it can. */
export const missingSimso: string | null = simso.installed ? null : describeMissing(simso);

const program = path.join(import.meta.dirname, 'simso-oracle.py');

/** Simulates all sets in one run of the program. */
export function playInSimso(questions: readonly SimsoQuestion[]): SimsoAnswer[] {
  if (!simso.installed) throw new Error(describeMissing(simso));
  const [python] = simso.command;
  const input = questions.map((question) => JSON.stringify(question)).join('\n');
  const { status, stdout, stderr, error } = spawnSync(python, [program], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: PATIENCE_MS,
  });
  if (status !== 0) throw new Error(`SimSo ended with ${status ?? error?.message}: ${stderr}`);
  const answers = stdout.trimEnd().split('\n');
  if (answers.length !== questions.length)
    throw new Error(`${answers.length} answers to ${questions.length} questions`);
  return answers.map((line) => JSON.parse(line) as SimsoAnswer);
}
