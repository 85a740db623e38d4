/**
 * Preemption on the host's threads, from telemetry: one job runs at a time, and its execution time
 * in telemetry equals the one that the job itself recorded.
 */
import { describe, expect, it } from 'vitest';
import {
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_IDLE,
  KIND_MARK,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { hostCompiler, runOnHost } from './toolchain.ts';

const BACKGROUND = 4;

interface Account {
  /** Number of compared execution times, one for each job. */
  readonly jobs: number;
  readonly switches: number;
  /** Contradictions in the telemetry, one sentence each. */
  readonly errors: readonly string[];
}

function accountOf(telemetry: Uint8Array): Account {
  const errors: string[] = [];
  const usedNs = new Map<number, number>();
  const toldNs = new Map<number, number>();
  let running: number | null = null;
  let sinceNs = 0;
  let jobs = 0;
  let switches = 0;
  const go = (timeNs: number, task: number): void => {
    if (running !== null) errors.push(`${timeNs}: ${task} goes on while ${running} runs`);
    running = task;
    sinceNs = timeNs;
  };
  const stop = (timeNs: number, task: number): void => {
    if (running !== task) errors.push(`${timeNs}: ${task} stops while ${running} runs`);
    usedNs.set(task, (usedNs.get(task) ?? 0) + timeNs - sinceNs);
    running = null;
  };
  const compare = (timeNs: number, task: number): void => {
    if (task !== BACKGROUND && usedNs.get(task) !== toldNs.get(task))
      errors.push(`${timeNs}: ${task} took ${toldNs.get(task)} ns, telemetry says ${usedNs.get(task)}`);
    jobs++;
  };
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object, value) {
      if (kind === KIND_EVENTS_DROPPED || kind === KIND_GAP) errors.push(`${timeNs}: events are missing`);
      if (kind === KIND_IDLE && running !== null) errors.push(`${timeNs}: idle while ${running} runs`);
      if (kind === KIND_MARK) toldNs.set(object, value * 1000);
      if (kind === KIND_START) usedNs.set(object, 0);
      if (kind === KIND_START || kind === KIND_SWITCH_IN) go(timeNs, object);
      if (kind === KIND_COMPLETE || kind === KIND_SWITCH_OUT) stop(timeNs, object);
      if (kind === KIND_SWITCH_OUT) switches++;
      if (kind === KIND_COMPLETE) compare(timeNs, object);
    },
  });
  decoder.push(telemetry);
  decoder.end();
  return { jobs, switches, errors };
}

describe.skipIf(hostCompiler === null || process.platform === 'win32')('telemetry of threads', () => {
  it.each([
    { policy: 'PL_POLICY_FIXED', seed: 1 },
    { policy: 'PL_POLICY_EDF', seed: 2 },
  ])('$policy', async ({ policy, seed }) => {
    // Threads prepare telemetry between jobs. A ring of 128 bytes would lose events.
    const rows = { PL_TASK_COUNT: 5, PL_USES_RESOURCES: 1, PL_TRACE_RING_BYTES: 256 };
    const config = { ...rows, PL_PREEMPTIVE: 1, PL_POLICY: policy, SEED: seed };
    const account = accountOf(await runOnHost({ name: 'execution', config }));
    expect(account.errors).toEqual([]);
    expect(account.jobs).toBeGreaterThan(600);
    expect(account.switches).toBeGreaterThan(200);
  });
});
