/** The ports that the conformance suite runs on. */
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { mega } from '../../generator/boards/mega/index.ts';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { realviewPbxA9 } from '../../generator/boards/realview-pbx-a9/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { describeMissing, findTools, type Missing } from '../../platformio/setup/tools.ts';
import { runOnArduino } from './arduino.ts';
import { cortexMissing, runOnCortex } from './cortex.ts';
import { freertosCortexMissing, freertosOnCortex, freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { hostArduinoMissing, runOnHostArduino } from './host-arduino/build.ts';
import { type Ability, type Program, SUITE, threaded } from './programs.ts';
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

const microseconds = (ns: number) => `${Math.ceil(ns / 1000)}U`;

/** Builds programs with all jobs on one stack, and with what the board's record counts for a stop and a lock. */
const onOneStack = (run: ConformancePort['run'], overheads: Overheads | null | undefined) => {
  const { stopNs = 0, sectionNs } = overheads ?? {};
  const more = {
    ...{ PL_ONE_STACK: 1, LATE_MOST_US: microseconds(stopNs) },
    ...(sectionNs === undefined ? {} : { LOCK_US: microseconds(sectionNs) }),
  };
  return ({ name, config }: ProgramSource) => run({ name, config: { ...config, ...more } });
};

/** Builds programs with a thread for each task. `stackBytes`: size of each thread's stack. */
const withThreads =
  (run: ConformancePort['run'], stackBytes: number, overheads: Overheads | null | undefined) =>
  (source: ProgramSource) => {
    const { heldNs = 0, heldPerTaskNs = 0 } = overheads ?? {};
    const lateNs = heldNs + heldPerTaskNs * Number(source.config.PL_TASK_COUNT);
    const more = { CONFORM_STACK_BYTES: stackBytes, LATE_MOST_US: microseconds(lateNs) };
    return run(threaded({ ...source, config: { ...more, ...source.config } }));
  };

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
    run: onOneStack(onHost, null),
  },
  {
    name: 'ATmega328P, one stack',
    missing: why(tools.avr),
    abilities: ['preemption', 'stopping', 'channels', 'crowd'],
    run: onOneStack(onAvr(ATMEGA328P), uno.targets.preemptive?.overheads),
  },
  {
    name: 'ATmega2560, one stack',
    missing: why(tools.avr),
    abilities: ['preemption', 'stopping', 'channels', 'crowd'],
    ...{ oneOf: 4, from: 1 },
    run: onOneStack(onAvr(ATMEGA2560), mega.targets.preemptive?.overheads),
  },
  {
    name: 'Cortex-M3, one stack',
    missing: why(cortexMissing),
    abilities: ['preemption', 'stopping', 'channels', 'crowd', 'room'],
    ...{ oneOf: 2 },
    run: onOneStack(onCortex(), mps2An385.targets.preemptive?.overheads),
  },
  {
    name: 'host, threads',
    missing: hostThreadsMissing,
    abilities: ['preemption', 'enforcement', 'crowd', 'room', 'host'],
    run: withThreads(onHost, 65_536, null),
  },
  {
    name: 'Cortex-M3, FreeRTOS',
    missing: freertosCortexMissing,
    abilities: ['preemption', 'enforcement', 'crowd', 'room'],
    run: withThreads(onCortex(freertosOnCortex), 1024, mps2An385.targets.freertos?.overheads),
  },
  {
    name: 'ATmega328P, FreeRTOS',
    missing: freertosUnoMissing,
    abilities: ['preemption', 'enforcement'],
    run: withThreads(onAvr(ATMEGA328P, freertosOnUno), 128, uno.targets.freertos?.overheads),
  },
  {
    name: 'Cortex-A9, RTEMS',
    missing: rtemsMissing,
    abilities: ['preemption', 'enforcement', 'crowd', 'room'],
    run: withThreads(
      async (source) => (await runOnRtems(source)).verdict,
      8192,
      realviewPbxA9.targets.rtems?.overheads,
    ),
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
    run: withThreads(onAvr(ATMEGA2560, freertosOnUno), 160, mega.targets.freertos?.overheads),
  },
];

/** The programs that the port must pass. */
export function programsOf(port: ConformancePort): readonly Program[] {
  return SUITE.filter(({ needs }) => needs.every((ability) => port.abilities.includes(ability)));
}
