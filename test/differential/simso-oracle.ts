/** Asks SimSo to play task sets; whole numbers of one unit. */
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
  /** Larger is more urgent. */
  readonly priority: number;
  readonly core: number;
}

export interface SimsoQuestion {
  readonly scheduler: SimsoScheduler;
  readonly cores: number;
  readonly until: number;
  readonly tasks: readonly SimsoTask[];
}

/** By task: when its jobs were done, in order. */
export type TimesDone = readonly (readonly number[])[];

export interface SimsoAnswer {
  readonly done: TimesDone;
  /** Processor time of the play alone. */
  readonly cpuSeconds: number;
}

const { simso } = findTools();

/** null: the tests can ask. */
export const missingSimso: string | null = simso.installed ? null : describeMissing(simso);

const program = path.join(import.meta.dirname, 'simso-oracle.py');

/** One run of the program simulates all sets. */
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
