/**
 * What the runtime costs on an ATmega328P, in cycles, bytes of flash and bytes of RAM. Deterministic: emulated.
 *
 *   node bench/runtime-avr/measure.ts
 */
import path from 'node:path';
import { buildUno, type Config, METADATA } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { Profile, type Range } from './profile.ts';

const PROGRAM = path.join(import.meta.dirname, 'program.c');
/** What Arduino and PlatformIO build with. */
const FLAGS = ['-flto', '-fuse-linker-plugin'];
const LEAN = { PL_USES_SPORADIC: 0, PL_USES_BACKGROUND: 0, PL_USES_BACKLOG: 0, PL_USES_DEADLINE_HANDLER: 0 };

interface Measured {
  readonly ranges: ReadonlyMap<string, Range>;
  readonly flashBytes: number;
  readonly ramBytes: number;
  readonly sentBytes: number;
}

async function measure(config: Config): Promise<Measured> {
  const image = await buildUno({ ...LEAN, ...config }, [PROGRAM], FLAGS);
  const uno = new VirtualUno(image.hex);
  uno.run(100);
  const before = uno.serial.length;
  const profile = new Profile(uno, image.symbols.get('bench_body') ?? 0);
  profile.run(4000);
  return { ...image, ranges: profile.ranges, sentBytes: uno.serial.length - before };
}

function print(title: string, measured: Measured): void {
  console.log(`\n${title}: flash ${measured.flashBytes} B, RAM ${measured.ramBytes} B, sent ${measured.sentBytes} B`);
  for (const [name, { count, total, min, max }] of [...measured.ranges].sort()) {
    const mean = (total / count).toFixed(1);
    console.log(`  ${name.padEnd(12)} ${String(count).padStart(7)} × mean ${mean} min ${min} max ${max} cycles`);
  }
}

console.log(`metadata ${METADATA.length} B; 16 cycles are 1 µs`);
for (const tasks of [3, 8]) {
  for (const telemetry of [0, 1]) {
    for (const alone of [0, 1]) {
      const config = { PL_TASK_COUNT: tasks, PL_TELEMETRY: telemetry, ALONE: alone };
      const title = `${tasks} tasks, ${telemetry ? 'traced' : 'untraced'}, ${alone ? 'one released' : 'all released'}`;
      print(title, await measure(config));
    }
  }
}
