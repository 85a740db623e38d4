/** A task of 100 µs every millisecond beside a task of 50 ms every 100 ms, on the emulated Uno. */
import path from 'node:path';
import { buildUno } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { UNO_FLAGS } from '../threads/variant.ts';
import { CYCLES_PER_US, LEAN } from './uno.ts';

const PERIOD_CYCLES = 1000 * CYCLES_PER_US;
/** General purpose register 0, in data space: the marks of the program. */
const GPIOR0 = 0x3e;
const [BEGUN, ENDED] = [1, 2];

/** By which a job may start after its release without a delay by another job. */
const LATENCY_CYCLES = 50 * CYCLES_PER_US;

export interface Beside {
  /** Releases in this time. */
  readonly releases: number;
  /** Releases whose job did not end before the next one. */
  readonly misses: number;
  /** The difference between the latest and the earliest start after a release. Unit: cycles. */
  readonly jitter: number;
}

/**
 * @param seconds of the board's time
 * @param target the super-loop, for comparison, or preemption on one stack
 */
export async function besideALongJob(seconds: number, target: 'superloop' | 'preemptive'): Promise<Beside> {
  const config = { ...LEAN, PL_TASK_COUNT: 2, PL_TELEMETRY: 0, PL_ONE_STACK: target === 'preemptive' ? 1 : 0 };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'beside.c')], UNO_FLAGS);
  const uno = new VirtualUno(image.hex);
  const { cpu } = uno;
  /** The first start, from which all others are whole periods away if nothing delays them. */
  let origin = -1;
  let kept = 0;
  let [least, most] = [0, 0];
  let begunAfter = 0;
  cpu.writeHooks[GPIOR0] = (mark) => {
    if (origin < 0) origin = cpu.cycles;
    const after = cpu.cycles - origin;
    if (mark === BEGUN) {
      begunAfter = after - Math.round(after / PERIOD_CYCLES) * PERIOD_CYCLES;
      [least, most] = [Math.min(least, begunAfter), Math.max(most, begunAfter)];
    } else if (mark === ENDED) {
      const endedAfter = begunAfter + after - lastBegun;
      if (endedAfter + LATENCY_CYCLES <= PERIOD_CYCLES) kept++;
    }
    if (mark === BEGUN) lastBegun = after;
    return false;
  };
  let lastBegun = 0;
  uno.run(seconds * 1000);
  const releases = Math.floor((cpu.cycles - origin) / PERIOD_CYCLES);
  return { releases, misses: Math.max(0, releases - kept), jitter: most - least };
}
