/** Runs a program of the board `host` in virtual time and decodes what it reports. */
import { spawn } from 'node:child_process';
import { TelemetryDecoder } from '../../generator/trace/decoder.ts';
import { EVENT_KINDS, type EventKind, type TraceEvent, type TraceMetadata } from '../../generator/trace/events.ts';

export interface HostRun {
  readonly metadata: TraceMetadata | null;
  /** Times from the first release on, which is at 0. */
  readonly events: readonly TraceEvent[];
  readonly text: string;
  /** Frames that were damaged, lost or against the protocol. */
  readonly faults: number;
}

function output(program: string, runUs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { env: { ...process.env, PL_HOST_RUN_US: String(runUs) }, stdio: 'pipe' });
    const chunks: Buffer[] = [];
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`the program ended with ${code}: ${complaints}`));
    });
  });
}

export async function runOnHost(program: string, runUs: number): Promise<HostRun> {
  let text = '';
  let metadata: TraceMetadata | null = null;
  const events: TraceEvent[] = [];
  const decoder = new TelemetryDecoder({
    metadata: (found) => {
      metadata = found;
    },
    segment: () => {},
    event: (timeNs, kind, object, value) => {
      events.push({ timeNs, kind: EVENT_KINDS[kind] ?? 'gap', object, value });
    },
    text: (_, piece) => {
      text += piece;
    },
  });
  decoder.push(await output(program, runUs));
  const { badFrames, lostFrames, malformedFrames } = decoder.statistics;
  const startNs = events.find((event) => event.kind === 'release')?.timeNs ?? 0;
  const dated = events.map((event) => ({ ...event, timeNs: event.timeNs - startNs }));
  return { metadata, events: dated, text, faults: badFrames + lostFrames + malformedFrames };
}

/** Times of all events of this kind about this object. Unit: µs. */
export function timesUs(run: HostRun, kind: EventKind, object: number): number[] {
  return run.events
    .filter((event) => event.kind === kind && event.object === object)
    .map(({ timeNs }) => timeNs / 1000);
}
