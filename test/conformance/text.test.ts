/**
 * Printing is charged to the printing task: preparing the text, sending it, and its share of
 * frames. A task that prints hundreds of characters per job stays within C if C includes this time,
 * and exceeds C if C does not include the time of sending. If budgets are enforced, the less urgent
 * tasks keep their bounds in both cases.
 */
import { describe, expect, it } from 'vitest';
import {
  CORTEX_LOOP,
  CORTEX_THREADS,
  HOST_THREADS,
  onUno,
  UNO,
  UNO_ONE_STACK,
  UNO_THREADS,
} from './bounded-targets.ts';
import {
  bodyUs,
  fullestSet,
  LONG_RUN_US,
  type PredictedSet,
  type Text,
  type Variant,
  worstResponses,
} from './bounds.ts';
import { avrBinDir } from './toolchain.ts';

const LINES = 10;
const linesOf = (target: TextTarget): number => ('lines' in target ? target.lines : LINES);
/** Lines of 16 fill the ring of the Uno to the last byte when metadata falls between two of them. */
const CHARACTERS = 15;
const PERIODS_US = [40_000, 45_000, 52_000];

/**
 * Time of a byte on the host's line, taken from the running job. The job's events and waiting bytes
 * take more. Unit: µs.
 */
const HOST_BYTE_US = 3.5;
const HOST_RECORD = HOST_THREADS.board.targets.freertos?.overheads;
const HOST = {
  ...HOST_THREADS,
  config: { ...HOST_THREADS.config, PL_HOST_BYTE_TICKS: '7U' },
  board: {
    ...HOST_THREADS.board,
    overheads: {
      freertos: {
        ...HOST_RECORD,
        tracePerJobNs: HOST_RECORD.tracePerJobNs + 25 * HOST_BYTE_US * 1000,
        blockingNs: HOST_RECORD.blockingNs + 128 * HOST_BYTE_US * 1000,
        loads: [
          { name: 'telemetry beat', periodNs: 32_768_000, costNs: 60_000 + 60 * HOST_BYTE_US * 1000, jitterNs: 0 },
        ],
      },
    },
  },
} as const;

/**
 * `lineUs`: time of a line, from the port's time of a byte and the time of the call. `sendUs`: the
 * part of the interrupts that send the line.
 */
const TARGETS = [
  { ...HOST, lineUs: 160, sendUs: 90 },
  {
    ...UNO,
    name: 'Uno, super-loop',
    id: 'superloop',
    missing: avrBinDir === null ? 'The AVR tool chain is not installed.' : null,
    config: {},
    run: onUno(),
    lineUs: 225,
    sendUs: 87,
  },
  { ...UNO_THREADS, config: { ...UNO_THREADS.config, CONFORM_STACK_BYTES: 190 }, lineUs: 320, sendUs: 87 },
  // More than 256 bytes a job: the port counts the bytes that are sent in eight bits.
  { ...UNO_ONE_STACK, lines: 20, lineUs: 235, sendUs: 87 },
  { ...CORTEX_LOOP, lineUs: 175, sendUs: 51 },
  { ...CORTEX_THREADS, lineUs: 160, sendUs: 51 },
] as const;

type TextTarget = (typeof TARGETS)[number];

function variantOf(target: TextTarget, policy: Variant['policy'], text: Text): Variant {
  const common = { runUs: LONG_RUN_US, share: 1, endless: false, traced: true, printUs: 0, sets: 1, mostTasks: 3 };
  const periodsUs = { from: 40_000, to: 90_000 };
  return { ...target, ...common, policy, text, periodsUs };
}

/** @param from index of the first task to check: its bound and its budget */
async function expectBounds(set: PredictedSet, variant: Variant, from: number) {
  const { tasks, boundsUs } = set;
  const responses = await worstResponses(set, variant);
  expect(responses.dropped).toBe(0);
  for (let index = from; index < tasks.length; index += 1) {
    const which = `task ${index} of ${JSON.stringify(tasks)}`;
    const task = tasks[index];
    if (index > 0 && task !== undefined)
      expect(responses.worstUs[index], which).toBeGreaterThanOrEqual(bodyUs(task, variant));
    expect(responses.worstUs[index], which).toBeLessThanOrEqual(boundsUs[index] ?? 0);
    expect(responses.exhausted[index], which).toBe(0);
  }
  return responses;
}

describe.each(TARGETS)('a task that prints much: $name', (target) => {
  const { id, missing, lineUs, sendUs } = target;
  if (missing !== null) it.skip(`not tried: ${missing}`, () => {});
  const policies = ['rate-monotonic', 'edf'] as const;

  it.skipIf(missing !== null).each(policies)('stays within a C that includes its text: %s', async (policy) => {
    const variant = variantOf(target, policy, { lines: linesOf(target), characters: CHARACTERS, lineUs, paid: true });
    const { lost } = await expectBounds(fullestSet(PERIODS_US, variant), variant, 0);
    expect(lost).toBe(0);
  });

  it.skipIf(missing !== null).each(policies)('exceeds a C without the time of sending: %s', async (policy) => {
    const text = { lines: linesOf(target), characters: CHARACTERS, lineUs: lineUs - sendUs, paid: false };
    const variant = variantOf(target, policy, text);
    const set = fullestSet(PERIODS_US, variant);
    const { exhausted, jobs } =
      id === 'freertos' ? await expectBounds(set, variant, 1) : await worstResponses(set, variant);
    expect(exhausted[0]).toBeGreaterThanOrEqual((jobs[0] ?? 0) - 1);
    expect(jobs[0]).toBeGreaterThan(10);
  });
});
