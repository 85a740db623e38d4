/**
 * A task pays for its own calls of the runtime. It does not pay for the releases of other tasks that become due during
 * a call, which the call records because interrupts are off. A more urgent task released that way starts at once.
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
import { newInterrupt, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { runOnUno } from '../golden/traced-run.ts';

const tools = findTools();
const noKernel = [tools.pio, tools.freertosKernel].find((part): part is Missing => !part.installed);
if (noKernel) console.warn(`Triggers with FreeRTOS are not tried: ${describeMissing(noKernel)}`);
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-triggers-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const RUN_US = 8_000_000;

/** What the sketch's program records in `RUN_US`. */
async function eventsOf(sketch: Sketch, chip: AvrConfig) {
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
  return events;
}

type Events = Awaited<ReturnType<typeof eventsOf>>;

const count = (events: Events, kind: string, object: number) =>
  events.filter((event) => event.kind === kind && event.object === object).length;

/**
 * The longest time in µs from a release of a task to the start of its job. The task's jobs end within its period, so a
 * longer time means that the program dropped an event in between: it is left out.
 */
function longestWaitUs(events: Events, task: number, periodUs: number): number {
  const waits: number[] = [];
  let released: number | null = null;
  for (const { kind, object, timeNs } of events) {
    if (object !== task) continue;
    if (kind === 'release') released = timeNs;
    if (kind === 'start' && released !== null) waits.push((timeNs - released) / 1000);
  }
  return Math.max(...waits.filter((wait) => wait < periodUs));
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
    const events = await eventsOf(sketch, ATMEGA2560);
    expect(count(events, 'complete', 0)).toBeGreaterThan(RUN_US / 20_000 - 3);
    expect(count(events, 'budget-exhausted', 0)).toBe(0);
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
    const events = await eventsOf(newSketch('triggers', { board: 'uno', target, tasks }), ATMEGA328P);
    expect(count(events, 'complete', 0)).toBeGreaterThan(RUN_US / 10_000 - 3);
    expect(count(events, 'budget-exhausted', 0)).toBe(0);
  });
});

describe('a task that turns interrupts off and on does not delay a release that becomes due meanwhile', () => {
  // The budget is what the jobs take while the other tasks have no jobs, and 100 to 140 µs.
  const sketchFor = (target: Sketch['target'], board: Sketch['board'], budgetUs: number) => {
    const body = 'for (unsigned i = 0; i < 100; i++) { noInterrupts(); interrupts(); }';
    const stack = target === 'freertos' ? { stackBytes: 250 } : {};
    const tasks = [
      newTask('go', { periodUs: 60_000, budgetUs, body, ...stack }),
      ...[11, 13, 17].map((ms) =>
        newTask(`every ${ms}`, { periodUs: ms * 1000, budgetUs: 700, body: 'delayMicroseconds(100);', ...stack }),
      ),
    ];
    return newSketch('interrupts', { board, target, tasks, interrupts: [newInterrupt('edge', '2')] });
  };

  it.skipIf(noKernel !== undefined)('with FreeRTOS', async () => {
    const events = await eventsOf(sketchFor('freertos', 'mega', 17_300), ATMEGA2560);
    expect(count(events, 'complete', 0)).toBeGreaterThan(RUN_US / 60_000 - 10);
    expect(count(events, 'budget-exhausted', 0)).toBe(0);
    expect(longestWaitUs(events, 3, 17_000)).toBeLessThan(2_500);
  });

  it.skipIf(!tools.pio.installed)('with the target preemptive', async () => {
    const events = await eventsOf(sketchFor('preemptive', 'uno', 11_960), ATMEGA328P);
    expect(count(events, 'complete', 0)).toBeGreaterThan(RUN_US / 60_000 - 10);
    expect(count(events, 'budget-exhausted', 0)).toBe(0);
    expect(longestWaitUs(events, 3, 17_000)).toBeLessThan(1_500);
  });

  it.skipIf(!tools.pio.installed)('with the target superloop, which does not preempt', async () => {
    const events = await eventsOf(sketchFor('superloop', 'uno', 10_750), ATMEGA328P);
    expect(count(events, 'complete', 0)).toBeGreaterThan(RUN_US / 60_000 - 10);
    expect(count(events, 'budget-exhausted', 0)).toBe(0);
  });
});
