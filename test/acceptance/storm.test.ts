/**
 * An interrupt storm on real firmware: 10,000 edges a second on pin 2 of the emulated Uno. With an
 * I/O budget, the task's longest response time stays within the bound of the analysis. With a plain
 * interrupt routine that does the same work, the task misses its deadline.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import type { FlashImage } from '../../app/host/devices/avr/intel-hex.ts';
import { Builds, type Decoded, decode, missing, observedJobs, parseSketch } from './firmware.ts';
import { judge } from './random-sketches.ts';

const CYCLES_PER_US = ATMEGA328P.clockHz / 1_000_000;
const RUN_US = 2_500_000;
const EDGE_EVERY_US = 100;
/** An iteration of `_delay_loop_2` takes four cycles. */
const delay = (us: number) => `_delay_loop_2(${(us * CYCLES_PER_US) / 4});`;

const TASK_US = 3900;
const WORK_US = 60;
const IO_BUDGET_US = 2000;
const IO_PERIOD_US = 10_000;

const document = (interrupts: readonly unknown[], setup: string) => ({
  polyloop: 1,
  name: 'storm',
  board: 'uno',
  target: 'superloop',
  prelude: '#include <util/delay_basic.h>\nstatic volatile uint16_t served;',
  tasks: [{ name: 'control', periodUs: 10_000, budgetUs: TASK_US + 10, body: delay(TASK_US), setup }],
  interrupts,
});

const NET = {
  name: 'net',
  pin: '2',
  mode: 'rising',
  bottomHalfUs: WORK_US + 5,
  ioBudgetUs: IO_BUDGET_US,
  ioPeriodUs: IO_PERIOD_US,
  handlerBudgetUs: 0,
  handlerPeriodUs: IO_PERIOD_US,
  body: `served++; ${delay(WORK_US)} digitalWrite(13, served & 1);`,
};

const quietSketch = parseSketch(JSON.stringify(document([], '')));
const shielded = parseSketch(JSON.stringify(document([NET], 'pinMode(13, OUTPUT);')));
const plain = parseSketch(
  JSON.stringify(document([], `attachInterrupt(0, [] { served++; ${delay(WORK_US)} }, RISING);`)),
);

/**
 * Runs with or without the storm. `served` counts the runs of the bottom half, which toggles pin
 * 13.
 */
function run(image: FlashImage, storms: boolean) {
  const bytes: number[] = [];
  let served = 0;
  const board = new AvrBoard(image, {
    onSerialByte: (byte) => bytes.push(byte),
    onPinChange: (pin) => {
      if (pin === '13') served++;
    },
  });
  for (let us = 0; us < RUN_US; us += EDGE_EVERY_US / 2) {
    if (storms) board.setPin('2', { kind: 'digital', level: (us / (EDGE_EVERY_US / 2)) % 2 === 0 ? 0 : 1 });
    board.runUntil(us * CYCLES_PER_US);
  }
  if (board.crash !== null) throw new Error(board.crash.message);
  const { lostEdges: lost, deliveries } = board.facts();
  return { decoded: decode(Uint8Array.from(bytes)), served, lost, deliveries };
}

const worstUs = (decoded: Decoded) =>
  Math.max(...(observedJobs(quietSketch, decoded)[0] ?? []).map(({ responseNs }) => responseNs)) / 1000;

const count = ({ events }: Decoded, kind: string) => events.filter((event) => event.kind === kind).length;

const boundUs = (sketch: typeof shielded) => (judge(sketch).tasks[0]?.responseNs ?? Number.NaN) / 1000;

const builds = new Builds();
afterAll(() => builds.remove());

if (missing !== null) it.skip(`not installed, so nothing of this was tried: ${missing}`, () => {});

describe.skipIf(missing !== null)('10,000 interrupts a second', () => {
  let image: FlashImage;
  let quiet: ReturnType<typeof run>;
  let storm: ReturnType<typeof run>;

  beforeAll(async () => {
    image = await builds.firmware(shielded);
    quiet = run(image, false);
    storm = run(image, true);
  });

  it('are admitted, and the task meets every deadline', () => {
    expect(judge(shielded).admitted).toBe(true);
    for (const { decoded } of [quiet, storm]) {
      expect(decoded.faults).toBe(0);
      for (const bad of ['deadline-miss', 'release-dropped', 'events-dropped', 'gap'])
        expect(count(decoded, bad), bad).toBe(0);
      expect(observedJobs(shielded, decoded)[0]?.length).toBeGreaterThan(240);
    }
  });

  it('delay the task by no more than the analysis predicts', () => {
    const [quietUs, stormUs] = [worstUs(quiet.decoded), worstUs(storm.decoded)];
    expect(stormUs).toBeLessThanOrEqual(boundUs(shielded));
    expect(stormUs - quietUs).toBeLessThanOrEqual(boundUs(shielded) - boundUs(quietSketch));
    // The interrupts use the budget, so they delay the task.
    expect(stormUs - quietUs).toBeGreaterThan(IO_BUDGET_US / 2);
  });

  it('are served until the budget is exhausted', () => {
    const periods = RUN_US / IO_PERIOD_US;
    expect(storm.served * WORK_US).toBeLessThanOrEqual((periods + 1) * IO_BUDGET_US);
    // The runtime's overhead uses the rest of the budget.
    expect(storm.served * WORK_US).toBeGreaterThan((periods * IO_BUDGET_US) / 5);
    expect(quiet.served).toBe(0);
  });

  it('are each served or counted as lost', () => {
    const edges = RUN_US / EDGE_EVERY_US;
    expect(storm.lost?.['3']).toBe(0);
    expect(quiet.lost?.['2']).toBe(0);
    const known = storm.served + (storm.lost?.['2'] ?? 0);
    // One can be pending in the end. Those before the program attaches its interrupt are none.
    expect(known).toBeLessThanOrEqual(edges);
    expect(known).toBeGreaterThan(edges - 30);
  });

  it('are counted by the virtual board, which does not depend on the record', () => {
    expect(storm.deliveries).toEqual({ 2: storm.served, 3: 0 });
    expect(quiet.deliveries).toEqual({ 2: 0, 3: 0 });
  });

  it('are recorded only in part, so that jobs are still recorded', () => {
    const enters = count(storm.decoded, 'interrupt-enter');
    expect(enters).toBeGreaterThan(100);
    expect(enters).toBeLessThan(storm.served / 2);
    expect(Math.abs(enters - count(storm.decoded, 'interrupt-exit'))).toBeLessThanOrEqual(1);
    expect(count(storm.decoded, 'interrupt-mask')).toBeGreaterThan(100);
  });

  it('make the task miss its deadline if a plain interrupt routine does the work', async () => {
    const { decoded } = run(await builds.firmware(plain, 'plain'), true);
    expect(count(decoded, 'deadline-miss')).toBeGreaterThan(50);
  });
});
