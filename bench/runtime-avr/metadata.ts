import { encodeMetadata } from '../../generator/trace/wire/metadata.ts';
import type { Config } from '../../test/conformance/toolchain.ts';

const TICK_HZ = 2_000_000;
const PERIOD_NS = 10_000_000;

/** The metadata of the benchmark's tasks. */
export function metadata(tasks: number): Config {
  const times = { periodNs: PERIOD_NS, offsetNs: 0, deadlineNs: PERIOD_NS, budgetNs: PERIOD_NS };
  const objects = Array.from({ length: tasks }, (_, index) => ({
    class: 'task' as const,
    index,
    name: `task${index}`,
    ...times,
  }));
  const blob = encodeMetadata({ clockHz: TICK_HZ, fingerprint: 0x12345678, objects });
  return { PL_METADATA_BYTES: blob.length, BENCH_METADATA: blob.join(', ') };
}
