/** The ports that the conformance suite runs on. */
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { runOnArduino } from './arduino.ts';
import { cortexMissing, runOnCortex } from './cortex.ts';
import { freertosCortexMissing, freertosOnCortex, freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { hostArduinoMissing, runOnHostArduino } from './host-arduino/build.ts';
import { type Ability, type Program, SUITE, stacked, threaded } from './programs.ts';
import { rtemsMissing, runOnRtems } from './rtems.ts';
import { type KernelBuild, loadOnUno, MEMORY_SANITIZERS, type ProgramSource, runOnHost } from './toolchain.ts';

export interface ConformancePort {
  readonly name: string;
  /** The reason why the port cannot be tested on this machine, with a remedy. Null if it can. */
  readonly missing: string | null;
  readonly abilities: readonly Ability[];
  /** `npm test` runs one of so many programs: this port shares its processor and its code with other ones. */
  readonly oneOf?: number;
  /** The first of these programs: ports with the same code run different ones. Default: 0. */
  readonly from?: number;
  /**
   * Builds a program, runs it and returns its verdict: "passed", or a description of the failure.
   */
  readonly run: (source: ProgramSource) => Promise<string>;
}

/** Longer than any program takes. Unit: ms of board time. */
const PATIENCE_MS = 6000;

const tools = findTools();
const why = (tool: { readonly installed: true } | Missing | null) =>
  tool === null || tool.installed ? null : describeMissing(tool);

const NO_CONTEXTS = 'The host’s threads are contexts of the C library, which MinGW’s does not have.';
const hostThreadsMissing = process.platform === 'win32' ? NO_CONTEXTS : why(tools.hostCc);

async function onHost(source: ProgramSource): Promise<string> {
  await runOnHost(source, { sanitize: MEMORY_SANITIZERS, env: { PL_HOST_RUN_US: '0' } });
  return 'passed';
}

const onAvr =
  (chip: AvrConfig, kernel: KernelBuild | null = null) =>
  async (source: ProgramSource) =>
    (await loadOnUno(source, kernel, [], chip)).uno.runUntilResult(PATIENCE_MS);

const onCortex =
  (kernel: KernelBuild | null = null) =>
  async (source: ProgramSource) =>
    (await runOnCortex(source, kernel)).verdict;

/** Builds programs with a thread for each task. `stackBytes`: size of each thread's stack. */
const withThreads = (run: ConformancePort['run'], stackBytes: number) => (source: ProgramSource) =>
  run(threaded({ ...source, config: { CONFORM_STACK_BYTES: stackBytes, ...source.config } }));

export const PORTS: readonly ConformancePort[] = [
  {
    name: 'host',
    missing: why(tools.hostCc),
    abilities: ['super-loop', 'channels', 'room', 'host'],
    run: onHost,
  },
  {
    name: 'ATmega328P',
    missing: why(tools.avr),
    abilities: ['super-loop', 'channels'],
    run: onAvr(ATMEGA328P),
  },
  {
    name: 'Arduino, on an ATmega328P',
    missing: why(tools.avr),
    abilities: ['super-loop', 'channels'],
    ...{ oneOf: 2, from: 1 },
    run: (source) => runOnArduino(source, PATIENCE_MS),
  },
  {
    name: 'Arduino, on an ATmega2560',
    missing: why(tools.avr),
    abilities: ['super-loop', 'channels', 'room'],
    ...{ oneOf: 4, from: 1 },
    run: (source) => runOnArduino(source, PATIENCE_MS, ATMEGA2560),
  },
  {
    name: 'Arduino, on the host',
    missing: hostArduinoMissing,
    abilities: ['super-loop', 'channels', 'room'],
    oneOf: 2,
    run: runOnHostArduino,
  },
  {
    name: 'Cortex-M3',
    missing: why(cortexMissing),
    abilities: ['super-loop', 'channels', 'room'],
    run: onCortex(),
  },
  {
    name: 'host, one stack',
    missing: why(tools.hostCc),
    abilities: ['preemption', 'stopping', 'channels', 'crowd', 'room', 'host'],
    run: (source) => onHost(stacked(source)),
  },
  {
    name: 'ATmega328P, one stack',
    missing: why(tools.avr),
    abilities: ['preemption', 'stopping', 'channels'],
    run: (source) => onAvr(ATMEGA328P)(stacked(source)),
  },
  {
    name: 'ATmega2560, one stack',
    missing: why(tools.avr),
    abilities: ['preemption', 'stopping', 'channels'],
    ...{ oneOf: 4, from: 1 },
    run: (source) => onAvr(ATMEGA2560)(stacked(source)),
  },
  {
    name: 'Cortex-M3, one stack',
    missing: why(cortexMissing),
    abilities: ['preemption', 'stopping', 'channels', 'crowd', 'room'],
    ...{ oneOf: 2 },
    run: (source) => onCortex()(stacked(source)),
  },
  {
    name: 'host, threads',
    missing: hostThreadsMissing,
    abilities: ['preemption', 'enforcement', 'crowd', 'room', 'host'],
    run: withThreads(onHost, 65_536),
  },
  {
    name: 'Cortex-M3, FreeRTOS',
    missing: freertosCortexMissing,
    abilities: ['preemption', 'enforcement', 'crowd', 'room'],
    run: withThreads(onCortex(freertosOnCortex), 1024),
  },
  {
    name: 'ATmega328P, FreeRTOS',
    missing: freertosUnoMissing,
    abilities: ['preemption', 'enforcement'],
    run: withThreads(onAvr(ATMEGA328P, freertosOnUno), 128),
  },
  {
    name: 'Cortex-A9, RTEMS',
    missing: rtemsMissing,
    abilities: ['preemption', 'enforcement', 'crowd', 'room'],
    run: withThreads(async (source) => (await runOnRtems(source)).verdict, 8192),
  },
  {
    name: 'ATmega2560',
    missing: why(tools.avr),
    abilities: ['super-loop', 'channels', 'room'],
    ...{ oneOf: 4, from: 3 },
    run: onAvr(ATMEGA2560),
  },
  {
    name: 'ATmega2560, FreeRTOS',
    missing: freertosUnoMissing,
    abilities: ['preemption', 'enforcement'],
    ...{ oneOf: 2, from: 1 },
    run: withThreads(onAvr(ATMEGA2560, freertosOnUno), 160),
  },
];

/** The programs that the port must pass. */
export function programsOf(port: ConformancePort): readonly Program[] {
  return SUITE.filter(({ needs }) => needs.every((ability) => port.abilities.includes(ability)));
}
