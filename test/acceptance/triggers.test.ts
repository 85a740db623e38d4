/**
 * A task that triggers another one pays for its own calls. It does not pay for the releases of other tasks that become
 * due during a call, which the call records because interrupts are off.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { runOnUno } from '../golden/traced-run.ts';

const tools = findTools();
const absent = [tools.pio, tools.freertosKernel].find((part): part is Missing => !part.installed);
if (absent) console.warn(`Triggers are not tried: ${describeMissing(absent)}`);
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-triggers-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Four triggers and 4.8 ms of work. Without other tasks they take less than 5.08 ms, with five others less than 5.15 ms. */
const TRIGGERING = 'for (unsigned i = 0; i < 4; i++) { (void)event_trigger(); delayMicroseconds(1200); }';
const BUDGET_US = 5190;
const RUN_US = 8_000_000;

const SKETCH = newSketch('triggers', {
  board: 'mega',
  target: 'freertos',
  tasks: [
    newTask('go', { periodUs: 20_000, budgetUs: BUDGET_US, stackBytes: 150, body: TRIGGERING }),
    ...[11, 13, 17, 19, 23].map((ms) =>
      newTask(`every ${ms}`, {
        ...{ periodUs: ms * 1000, budgetUs: 700, stackBytes: 120, body: 'delayMicroseconds(200);' },
      }),
    ),
    newTask('event', {
      ...{ kind: 'sporadic', periodUs: 15_000, budgetUs: 500, stackBytes: 120, body: 'delayMicroseconds(100);' },
    }),
  ],
});

describe.skipIf(absent !== undefined)('a task that triggers another one', () => {
  it('is not exhausted by releases that become due during its calls', async () => {
    const lines: string[] = [];
    const { firmware, message } = await buildSketch(
      {
        ...{ sketch: SKETCH, dir, tool: 'platformio', signal: new AbortController().signal },
        onLine: ({ text }) => lines.push(text),
      },
      { tools },
    );
    if (firmware === null) throw new Error([message ?? '', ...lines].join('\n'));
    const { events } = await runOnUno(firmware.path, RUN_US, undefined, ATMEGA2560);
    const of = (kind: string) => events.filter((event) => event.kind === kind && event.object === 0).length;
    expect(of('complete')).toBeGreaterThan(RUN_US / 20_000 - 3);
    expect(of('budget-exhausted')).toBe(0);
  });
});
