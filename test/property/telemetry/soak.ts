/**
 * `npm run soak:telemetry -- [--streams N] [--from FIRST]`: damages N streams, decodes them, and
 * counts those with false events. A stream is identified by its number: `--streams 1 --from NUMBER`
 * repeats it.
 */
import { parseArgs } from 'node:util';
import { Random } from '../../random.ts';
import { damagedStream } from './damage.ts';
import { judged } from './judge.ts';
import { type Recordings, record } from './recorded-runs.ts';

export interface Tally {
  readonly streams: number;
  readonly events: number;
  readonly bytes: number;
  /** For each wrong stream: its number, its damage and the error. */
  readonly wrong: readonly string[];
}

/** Decodes the streams from number `from` on. */
export function soak(all: Recordings, from: number, streams: number): Tally {
  let events = 0;
  let bytes = 0;
  const wrong: string[] = [];
  for (let number = from; number < from + streams; number++) {
    const stream = damagedStream(new Random(Math.imul(number + 1, 0x85ebca6b)), all);
    const verdict = judged(stream);
    events += verdict.events;
    bytes += stream.bytes.length;
    if (verdict.wrong !== null) wrong.push(`${number} (${stream.done.join(', ')}): ${verdict.wrong}`);
  }
  return { streams, events, bytes, wrong };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { streams: { type: 'string', default: '1000000' }, from: { type: 'string', default: '0' } },
  });
  const { streams, events, bytes, wrong } = soak(await record(), Number(values.from), Number(values.streams));
  for (const line of wrong.slice(0, 20)) console.log(line);
  console.log(`${streams} streams, ${bytes} bytes, ${events} events shown, ${wrong.length} wrong streams`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();
