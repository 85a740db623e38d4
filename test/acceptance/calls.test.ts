/**
 * A task that triggers another one pays for its own calls. It does not pay for the releases of other tasks that become
 * due during a call, which the call records because interrupts are off.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';

import { buildSketch } from '../../app/host/pipeline.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { runOnUno } from '../golden/traced-run.ts';

const tools = findTools();
const noKernel = [tools.pio, tools.freertosKernel].find((part): part is Missing => !part.installed);
if (noKernel) console.warn(`Triggers with FreeRTOS are not tried: ${describeMissing(noKernel)}`);
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-triggers-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const RUN_US = 8_000_000;

/** The numbers of jobs of the first task that completed, and that exhausted their budget. */
async function countJobs(sketch: Sketch, chip: AvrConfig) {
  const lines: string[] = [];
  const { firmware, message } = await buildSketch(
    {
      ...{ sketch, dir: path.join(dir, sketch.target), tool: 'platformio', signal: new AbortController().signal },
      onLine: ({ text }) => lines.push(text),
    },
    { tools },
  );
  if (firmware === null) throw new Error([message ?? '', ...lines].join('\n'));
  const { events } = await runOnUno(firmware.path, RUN_US, undefined, chip);
  const of = (kind: string) => events.filter((event) => event.kind === kind && event.object === 0).length;
  return { complete: of('complete'), exhausted: of('budget-exhausted') };
}

const EVENT = {
  ...{ kind: 'sporadic' as const, periodUs: 15_000, budgetUs: 500 },
  body: 'delayMicroseconds(100);',
};

describe('a task that triggers another one is not exhausted by releases that become due during its calls', () => {
  it.skipIf(noKernel !== undefined)('with FreeRTOS', async () => {
    // Four triggers and 4.8 ms of work. Without other tasks they take less than 5.08 ms, with five others less than 5.15 ms.
    const body = 'for (unsigned i = 0; i < 4; i++) { (void)event_trigger(); delayMicroseconds(1200); }';
    const tasks = [
      newTask('go', { periodUs: 20_000, budgetUs: 5190, stackBytes: 150, body }),
      ...[11, 13, 17, 19, 23].map((ms) =>
        newTask(`every ${ms}`, {
          ...{ periodUs: ms * 1000, budgetUs: 700, stackBytes: 120, body: 'delayMicroseconds(200);' },
        }),
      ),
      newTask('event', { ...EVENT, stackBytes: 120 }),
    ];
    const sketch = newSketch('triggers', { board: 'mega', target: 'freertos', tasks });
    const { complete, exhausted } = await countJobs(sketch, ATMEGA2560);
    expect(complete).toBeGreaterThan(RUN_US / 20_000 - 3);
    expect(exhausted).toBe(0);
  });

  // The budget is what the jobs take without other tasks, and 20 to 40 µs.
  it.skipIf(!tools.pio.installed).each([
    ['superloop', 520],
    ['preemptive', 1260],
  ] as const)('with the target %s', async (target, budgetUs) => {
    const body = 'for (unsigned i = 0; i < 60; i++) (void)event_trigger();';
    const tasks = [
      newTask('go', { periodUs: 10_000, budgetUs, body }),
      ...[11, 13, 17, 19, 23].map((ms) =>
        newTask(`every ${ms}`, { periodUs: ms * 1000, budgetUs: 400, body: 'delayMicroseconds(100);' }),
      ),
      newTask('event', EVENT),
    ];
    const { complete, exhausted } = await countJobs(newSketch('triggers', { board: 'uno', target, tasks }), ATMEGA328P);
    expect(complete).toBeGreaterThan(RUN_US / 10_000 - 3);
    expect(exhausted).toBe(0);
  });
});
