/** Runs the program in rta-oracle/, which computes response-time bounds. Times in ns. */
import { spawnSync } from 'node:child_process';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { PATIENCE_MS } from '../patience.ts';

export type OraclePolicy =
  | 'fixed-priority'
  | 'fixed-priority-non-preemptive'
  | 'edf'
  | 'edf-non-preemptive'
  | 'fifo'
  | 'periodic-supply';

export interface OracleTask {
  readonly period: number;
  readonly cost: number;
  readonly deadline?: number;
  readonly jitter?: number;
  /** 0 is the highest priority. */
  readonly priority?: number;
  /** Budget of the server, for `periodic-supply`. */
  readonly budget?: number;
}

export interface Question {
  readonly policy: OraclePolicy;
  readonly limit: number;
  readonly tasks: readonly OracleTask[];
}

/** Bounds by task. Null: no bound below the question's limit. */
export type Bounds = readonly (number | null)[];

const { rtaOracle } = findTools();

/** The reason why the program cannot run on this machine. Null if it can. */
export const missingOracle: string | null = rtaOracle.installed ? null : describeMissing(rtaOracle);

/** Answers all questions with one run of the program. */
export function askBounds(questions: readonly Question[]): Bounds[] {
  if (!rtaOracle.installed) throw new Error(describeMissing(rtaOracle));
  const [program, ...args] = rtaOracle.command;
  const input = questions.map((question) => JSON.stringify(question)).join('\n');
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: PATIENCE_MS,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status ?? error?.message}: ${stderr}`);
  const answers = stdout.trimEnd().split('\n');
  if (answers.length !== questions.length)
    throw new Error(`${answers.length} answers to ${questions.length} questions`);
  return answers.map((line) => (JSON.parse(line) as { bounds: Bounds }).bounds);
}
