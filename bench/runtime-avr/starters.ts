/**
 * Measures the bytes of telemetry per event of the starter sketches. The product builds each sketch for one
 * target on the Uno, and the emulated board runs it. All bytes on the line count: frames, metadata and
 * the program's text.
 */
import { readdir } from 'node:fs/promises';
import type { Sketch, TargetName } from '../../generator/sketch/model.ts';
import { Builds, decode, runOnBoard, STARTERS, starter } from '../../test/acceptance/firmware.ts';

const RUN_US = 20_000_000;

export interface StarterTraffic {
  readonly name: string;
  readonly eventsPerSecond: number;
  readonly bytesPerEvent: number;
  readonly bytes: number;
  readonly events: number;
}

function isMeasured({ board, target }: Sketch): boolean {
  return board === 'uno' && target !== 'freertos';
}

async function trafficOf(builds: Builds, name: string, sketch: Sketch): Promise<StarterTraffic> {
  const bytes = runOnBoard(await builds.firmware(sketch, name), RUN_US);
  const { events } = decode(bytes);
  return {
    name,
    eventsPerSecond: events.length / (RUN_US / 1e6),
    bytesPerEvent: bytes.length / events.length,
    ...{ bytes: bytes.length, events: events.length },
  };
}

/** Measures every starter that needs no kernel. Builds with PlatformIO, and rejects if PlatformIO is not installed. */
export async function starterTraffic(target: TargetName = 'superloop'): Promise<StarterTraffic[]> {
  const builds = new Builds();
  try {
    const found: StarterTraffic[] = [];
    for (const name of (await readdir(STARTERS)).sort()) {
      const sketch = await starter(name);
      if (isMeasured(sketch)) found.push(await trafficOf(builds, name, { ...sketch, target }));
    }
    return found;
  } finally {
    await builds.remove();
  }
}
