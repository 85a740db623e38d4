/**
 * Observes interrupts from outside the processor: edges of pins, the cycles of a storm, exact
 * times.
 */
import { describe, expect, it } from 'vitest';
import { uno as board } from '../../generator/boards/uno/index.ts';
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { InterruptWitness, TIMER2_COMPA } from './interrupt-witness.ts';
import { avrBinDir, hostCompiler, loadOnUno, type ProgramSource, runOnHost } from './toolchain.ts';
import type { VirtualUno } from './uno.ts';

const CYCLES_PER_MS = 16_000;
const [PORT_B, PORT_C, PORT_D] = [0, 1, 2];
const { deliveryNs = 0, perInterruptNs = 0 } = board.targets.superloop?.overheads?.interrupts ?? {};
const OWED_CYCLES = ((deliveryNs + perInterruptNs) * CYCLES_PER_MS) / 1_000_000;

const PINS: ProgramSource = {
  name: 'pins',
  config: { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 4, PL_IO_SERVER_COUNT: 3, PL_TELEMETRY: 0 },
};

async function loadPins() {
  const { uno, image } = await loadOnUno(PINS);
  uno.run(10);
  const address = image.symbols.get('counts') ?? 0;
  return { uno, counts: () => [...uno.cpu.data.slice(address, address + 4)] };
}

function pulse(uno: VirtualUno, port: number, bit: number): void {
  uno.ports[port]?.setPin(bit, true);
  uno.run(0.3);
  uno.ports[port]?.setPin(bit, false);
  uno.run(0.3);
}

describe.skipIf(avrBinDir === null)('pins of the virtual Uno', () => {
  it('raise interrupts at the requested edges only', async () => {
    const { uno, counts } = await loadPins();
    uno.ports[PORT_D]?.setPin(2, true);
    uno.run(5);
    expect(counts()).toEqual([1, 0, 0, 0]);
    uno.ports[PORT_D]?.setPin(2, false);
    uno.run(60);
    expect(counts()).toEqual([1, 0, 0, 0]);
    uno.ports[PORT_B]?.setPin(0, true);
    uno.run(60);
    expect(counts()).toEqual([1, 1, 0, 0]);
    uno.ports[PORT_B]?.setPin(0, false);
    uno.run(60);
    expect(counts()).toEqual([1, 2, 0, 0]);
    uno.ports[PORT_B]?.setPin(1, true);
    uno.run(5);
    uno.ports[PORT_B]?.setPin(1, false);
    uno.run(5);
    expect(counts()).toEqual([1, 2, 1, 0]);
    uno.ports[PORT_C]?.setPin(0, true);
    uno.run(5);
    expect(counts()).toEqual([1, 2, 1, 1]);
  });

  it('have one pending interrupt while they are masked', async () => {
    const { uno, counts } = await loadPins();
    for (let i = 0; i < 5; i++) pulse(uno, PORT_D, 2);
    // Pin-change interrupt: a pulse that ends before the interrupt is served leaves the level
    // unchanged.
    uno.ports[PORT_C]?.setPin(0, true);
    uno.run(5);
    uno.ports[PORT_C]?.setPin(0, false);
    uno.run(1);
    uno.ports[PORT_C]?.setPin(0, true);
    uno.run(1);
    expect(counts()).toEqual([1, 0, 0, 1]);
    uno.run(80);
    expect(counts()).toEqual([2, 0, 0, 2]);
    uno.run(80);
    expect(counts()).toEqual([2, 0, 0, 2]);
  });

  it('are served while another pin of their port is masked, and after they are unmasked', async () => {
    const { uno, counts } = await loadPins();
    uno.ports[PORT_B]?.setPin(0, true);
    uno.run(5);
    uno.ports[PORT_B]?.setPin(0, false);
    for (let i = 0; i < 3; i++) pulse(uno, PORT_B, 1);
    expect(counts()).toEqual([0, 1, 3, 0]);
    uno.run(60);
    expect(counts()).toEqual([0, 2, 3, 0]);
  });
});

describe.skipIf(avrBinDir === null)('a storm on the virtual Uno', () => {
  it('takes in any period at most the budget and the overrun of one delivery', async () => {
    const config = { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1, SHIELDED: 1, PL_TELEMETRY: 0 };
    const { uno } = await loadOnUno({ name: 'io_shield', config });
    const services: { from: number; to: number; own: number }[] = [];
    const witness = new InterruptWitness(uno, ({ vector, from, to, ownCycles }) => {
      if (vector === TIMER2_COMPA) services.push({ from, to, own: ownCycles });
    });
    witness.runUntil(900 * CYCLES_PER_MS);
    expect(services.length).toBeGreaterThan(200);
    const most = 2 * CYCLES_PER_MS + OWED_CYCLES;
    let worst = 0;
    for (const [index, { from }] of services.entries()) {
      let sum = 0;
      for (let i = index; i < services.length; i++) {
        const service = services[i];
        if (service === undefined || service.to > from + 10 * CYCLES_PER_MS) break;
        sum += service.own;
      }
      worst = Math.max(worst, sum);
    }
    expect(worst).toBeLessThanOrEqual(most);
    expect(worst).toBeGreaterThan(CYCLES_PER_MS);
  });
});

describe.skipIf(hostCompiler === null)('interrupts in telemetry', () => {
  it('are delivered only while their line is unmasked, at consistent times', async () => {
    const config = { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1, SHIELDED: 1 };
    const counts = { deliveries: 0, maskings: 0 };
    let masked = false;
    let entered = Number.NaN;
    const decoder = new TelemetryDecoder({
      metadata() {},
      segment() {},
      text() {},
      event(timeNs, kind, _object, value) {
        const name = EVENT_KINDS[kind];
        if (name === 'interrupt-mask') {
          expect(value).toBe(masked ? 0 : 1);
          masked = value === 1;
          counts.maskings += value;
        }
        if (name === 'interrupt-enter') {
          expect(masked).toBe(false);
          entered = timeNs;
          counts.deliveries++;
        }
        // The bottom half takes 70 µs. The runtime takes no time on the host.
        if (name === 'interrupt-exit') expect(timeNs - entered).toBe(70_000);
      },
    });
    decoder.push(await runOnHost({ name: 'io_shield', config }));
    decoder.end();
    expect(counts.deliveries).toBeGreaterThan(50);
    expect(counts.maskings).toBeGreaterThan(50);
  });
});
