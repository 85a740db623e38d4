/**
 * Measures the overhead of the runtime on an ATmega328P in cycles, bytes of flash and bytes of RAM, and
 * compares it with the goals and with peers. Deterministic, because the board is emulated. Prints
 * Markdown; with --details also every measured range, for 3 and 8 tasks.
 *
 *   node bench/runtime-avr/measure.ts [--details]
 */
import path from 'node:path';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { missing } from '../../test/acceptance/firmware.ts';
import { buildUno, type Config, type UnoImage } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from './metadata.ts';
import { findTaskScheduler, measureNothing, measurePeer, type Peer } from './peers.ts';
import { Profile, type Range } from './profile.ts';
import { starterTraffic } from './starters.ts';

const HERE = import.meta.dirname;
/** The optimization of Arduino and PlatformIO. */
const FLAGS = ['-flto', '-fuse-linker-plugin'];
const LEAN = {
  PL_USES_SPORADIC: 0,
  PL_USES_BACKGROUND: 0,
  PL_USES_BACKLOG: 0,
  PL_USES_STOP: 0,
  PL_USES_SETUP: 0,
  PL_USES_DEADLINE_HANDLER: 0,
};
const RUN_MS = 4000;
const DETAILS = process.argv.includes('--details');

interface Measured extends UnoImage {
  readonly ranges: ReadonlyMap<string, Range>;
  readonly sentBytes: number;
  readonly events: number;
}

const build = (config: Config, file: string): Promise<UnoImage> =>
  buildUno({ ...LEAN, ...config }, [path.join(HERE, file)], FLAGS);

/** Names of those routines that the image contains, by address. */
function routines(image: UnoImage, names: readonly string[]): Map<number, string> {
  const found = names.map((name) => [image.symbols.get(name), name] as const);
  return new Map(found.flatMap(([address, name]) => (address === undefined ? [] : [[address, name] as const])));
}

function countEvents(bytes: Uint8Array): number {
  let events = 0;
  const decoder = new TelemetryDecoder({
    metadata: () => {},
    segment: () => {},
    event: () => events++,
    text: () => {},
  });
  decoder.push(bytes);
  decoder.end();
  return events;
}

async function measure(config: Config): Promise<Measured> {
  const image = await build(config, 'program.c');
  const uno = new VirtualUno(image.hex);
  uno.run(100);
  const watched = routines(image, ['pl_trace_locked']);
  const profile = new Profile(uno, image.symbols.get('bench_body') ?? 0, watched);
  profile.run(RUN_MS);
  const sent = uno.serial;
  return { ...image, ranges: profile.ranges, sentBytes: sent.length, events: countEvents(sent) };
}

function printDetails(title: string, measured: Measured): void {
  const { flashBytes, ramBytes, sentBytes, events } = measured;
  console.log(`\n${title}: flash ${flashBytes} B, RAM ${ramBytes} B, sent ${sentBytes} B, ${events} events`);
  for (const [name, { count, total, min, max }] of [...measured.ranges].sort()) {
    const mean = (total / count).toFixed(1);
    console.log(`  ${name.padEnd(16)} ${String(count).padStart(7)} × mean ${mean} min ${min} max ${max} cycles`);
  }
}

/** Cycles of one write and one read, including call and return. */
async function measureFourSlot(): Promise<number> {
  const image = await build({ PL_TASK_COUNT: 1, PL_TELEMETRY: 0 }, 'four_slot.c');
  const profile = new Profile(new VirtualUno(image.hex), 0, routines(image, ['bench_write', 'bench_read']));
  profile.run(10);
  return (profile.ranges.get('bench_write')?.max ?? Infinity) + (profile.ranges.get('bench_read')?.max ?? Infinity);
}

const span = (least: number, most: number): string => (least === most ? `${least}` : `${least}–${most}`);

function cycles(measured: Measured, name: string): string {
  const range = measured.ranges.get(name);
  return range ? `${span(range.min, range.max)} (mean ${(range.total / range.count).toFixed(0)})` : '–';
}

function row(what: string, goal: string, ours: string | number, ...peers: (string | number)[]): void {
  console.log(`| ${[what, goal, ours, ...peers].join(' | ')} |`);
}

async function main(): Promise<void> {
  const all = new Map<string, Measured>();
  for (const tasks of DETAILS ? [3, 8] : [3]) {
    for (const telemetry of [0, 1]) {
      for (const alone of [0, 1]) {
        const title = `${tasks} tasks, ${telemetry ? 'traced' : 'untraced'}, ${alone ? 'one released' : 'all released'}`;
        const config = { PL_TASK_COUNT: tasks, PL_TELEMETRY: telemetry, ALONE: alone, ...metadata(tasks) };
        all.set(title, await measure(config));
      }
    }
  }
  await report(all);
  if (DETAILS) for (const [title, measured] of all) printDetails(title, measured);
}

function find(all: ReadonlyMap<string, Measured>, title: string): Measured {
  const measured = all.get(title);
  if (!measured) throw new Error(`not measured: ${title}`);
  return measured;
}

async function report(all: ReadonlyMap<string, Measured>): Promise<void> {
  const plain = find(all, '3 tasks, untraced, all released');
  const traced = find(all, '3 tasks, traced, all released');
  const plainAlone = find(all, '3 tasks, untraced, one released');
  const tracedAlone = find(all, '3 tasks, traced, one released');
  const empty = await measureNothing();
  const millis = await measurePeer('millis');
  const found = findTaskScheduler();
  const scheduler = found === null ? null : await measurePeer('task_scheduler', [found]);
  const peers = (value: (peer: Peer) => string | number): (string | number)[] =>
    [millis, scheduler].map((peer) => (peer ? value(peer) : 'not installed'));
  const perEvent = (measured: Measured): string => (measured.sentBytes / measured.events).toFixed(2);

  row('Three tasks, 10 ms', 'goal', 'Polyloop', 'millis() by hand', 'TaskScheduler');
  console.log('| --- | --- | --- | --- | --- |');
  row('idle pass, untraced', '≤ 40', cycles(plain, 'idle pass'), ...peers((peer) => span(...peer.idlePass)));
  row('idle pass, traced', '≤ 40', cycles(traced, 'idle pass'), '–', '–');
  row(
    'end of a body to start of the next, untraced',
    '',
    cycles(plain, 'dispatch'),
    ...peers((peer) => span(...peer.dispatch)),
  );
  row('end of a body to start of the next, traced', '', cycles(traced, 'dispatch'), '–', '–');
  row('release interrupt, one job, untraced', '', cycles(plainAlone, 'release'), '–', '–');
  row('release interrupt, one job, traced', '', cycles(tracedAlone, 'release'), '–', '–');
  row('end of the interrupt to the body, untraced', '', cycles(plainAlone, 'from idle'), '–', '–');
  row('recording one event, all released', '≤ 60', cycles(traced, 'pl_trace_locked'), '–', '–');
  row('recording one event, one released', '≤ 60', cycles(tracedAlone, 'pl_trace_locked'), '–', '–');
  row('transmit interrupt, per byte', '', cycles(traced, 'transmit'), '–', '–');
  row('four-slot, write and read 4 bytes', '≤ 120', await measureFourSlot(), '–', '–');
  row(
    'flash over empty, untraced, bytes',
    '≤ 1024',
    plain.flashBytes - empty.flashBytes,
    ...peers((p) => p.flashBytes),
  );
  row('flash over empty, traced, bytes', '', traced.flashBytes - empty.flashBytes, '–', '–');
  row('RAM over empty, untraced, bytes', '≤ 64', plain.ramBytes - empty.ramBytes, ...peers((peer) => peer.ramBytes));
  row('RAM over empty, traced, bytes', '', traced.ramBytes - empty.ramBytes, '–', '–');
  row('trace ring, bytes', '≤ 128', 128, '–', '–');
  row('bytes per event, all released', '≤ 3', perEvent(traced), '–', '–');
  row('bytes per event, one released', '≤ 3', perEvent(tracedAlone), '–', '–');
  await reportStarters();
}

/** Bytes per event of the starter sketches, built by the product. */
async function reportStarters(): Promise<void> {
  if (missing !== null) {
    row('bytes per event, starter sketches', '≤ 3', 'not installed', '–', '–');
    return;
  }
  for (const { name, bytesPerEvent, eventsPerSecond } of await starterTraffic()) {
    const rate = `${bytesPerEvent.toFixed(2)} (${Math.round(eventsPerSecond)} events/s)`;
    row(`bytes per event, ${name}`, '≤ 3', rate, '–', '–');
  }
}

await main();
