/**
 * `polyloop simulate`: simulates a sketch as its target would run it, and reports each task next to
 * its predicted bound.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Admission, admit } from '../../../generator/analysis/admission.ts';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { formatDuration } from '../../../generator/numbers/time.ts';
import { type BuildResult, buildSimulation } from '../../../generator/simulation/build/build.ts';
import { capabilitiesUnder } from '../../../generator/simulation/dispatchers/served.ts';
import type { DispatcherKind, ResourceProtocol, ServerKind } from '../../../generator/simulation/model.ts';
import type { TimesByTask } from '../../../generator/simulation/schedule/recorded-times.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { usOfNs } from '../../../generator/sketch/time.ts';
import { systemOf } from '../../../generator/system/system.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INTERRUPTED, EXIT_OK } from '../exit-codes.ts';
import { withInterrupt } from '../interrupt.ts';
import { parseDuration } from '../option-values.ts';
import { playModel, type SimulatedRun } from '../simulated-run.ts';
import { printSimulation, simulationDocument } from '../simulation-report.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';
import { readRecordedTimes } from '../traces/recorded-times.ts';
import { checkTraceFile, TRACE_EXTENSIONS, writeTraceFile } from '../traces/trace-output.ts';

const DEFAULT_NS = 10e9;

const PHASINGS = ['drawn', 'critical', 'random'] as const;
const PROTOCOLS = ['ceiling', 'inheritance', 'none'] as const satisfies readonly ResourceProtocol[];
const SERVERS = ['sporadic', 'deferrable', 'constant-bandwidth', 'none'] as const satisfies readonly (
  | ServerKind
  | 'none'
)[];
const SCHEDULERS = [
  'priority',
  'rtems-edf',
  'rtems-simple',
  'rtems-priority',
  'rtems-priority-affinity',
] as const satisfies readonly DispatcherKind[];

interface SimulateOptions {
  readonly for: number;
  readonly seed: number;
  readonly phasing: (typeof PHASINGS)[number];
  readonly protocol: ResourceProtocol;
  readonly scheduler: DispatcherKind;
  readonly server?: (typeof SERVERS)[number];
  readonly sporadic: 'earliest' | 'random';
  readonly fromTrace?: string;
  readonly ideal?: true;
  readonly trace?: string;
  readonly force?: true;
  readonly json?: true;
}

export function addSimulateCommand(program: Command, run: Run): void {
  const command = program
    .command('simulate')
    .description('simulate a sketch on its target and report what each task does')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .addOption(
      new Option('--for <time>', 'duration in simulated time: 10s, 500ms, 250us, 1m')
        .argParser(parseDuration)
        .default(DEFAULT_NS, '10s'),
    )
    .addOption(
      new Option('--seed <number>', 'seed of all random values; the same seed gives the same run')
        .argParser(parseSeed)
        .default(0),
    )
    .addOption(new Option('--phasing <phases>', 'first arrivals of tasks').choices(PHASINGS).default('drawn'));
  addPolicyOptions(command)
    .option('--ideal', 'ignore overheads of the runtime, as textbooks do')
    .option(
      '--trace <file>',
      `write the trace to this file; the extension selects the format: ${TRACE_EXTENSIONS.join(', ')}`,
    )
    .option('--force', 'overwrite an existing trace file')
    .option('--json', 'print a JSON document')
    .addHelpText(
      'after',
      '\nExit code: 0 simulated, 1 it cannot be simulated, 2 invalid file or command line. Deadline misses do not change the exit code.',
    )
    .action((file: string, options: SimulateOptions) => run((terminal) => simulateFile(terminal, file, options)));
}

function addPolicyOptions(command: Command): Command {
  return command
    .addOption(new Option('--protocol <name>', 'resource protocol').choices(PROTOCOLS).default('ceiling'))
    .addOption(
      new Option('--scheduler <name>', 'scheduler: which ready tasks run on which cores')
        .choices(SCHEDULERS)
        .default('priority'),
    )
    .addOption(new Option('--server <kind>', "budget server to simulate instead of the target's").choices(SERVERS))
    .addOption(
      new Option('--sporadic <arrivals>', 'arrivals of sporadic tasks')
        .choices(['earliest', 'random'])
        .default('earliest'),
    )
    .option('--from-trace <file>', 'take execution times from a recorded run: .pltrace or .json');
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw new InvalidArgumentError(`Expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`);
}

async function simulateFile(terminal: Terminal, file: string, options: SimulateOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const { sketch } = read;
  if (options.trace !== undefined) await checkTraceFile(options.trace, options.force ?? false);
  const recorded = options.fromTrace === undefined ? null : await readRecordedTimes(options.fromTrace, sketch);
  const calibrations = await userCalibrations(terminal);
  const built = build(sketch, options, recorded, calibrations);
  if (!built.ok) throw new CommandError(built.reason);
  const assumptions = [...built.assumptions, ...notRecorded(sketch, recorded)];
  terminal.progress(`Simulating ${formatDuration(options.for)}…`);
  const run = await withInterrupt((signal) =>
    playModel({ model: built.model, untilNs: options.for, seed: options.seed, signal }),
  );
  if (options.trace !== undefined) {
    await writeTraceFile(options.trace, run, { source: 'simulation', sketch });
    noteDropped(terminal, options.trace, run);
  }
  report(terminal, file, sketch, options, run, assumptions, calibrations);
  return run.outcome === 'finished' ? EXIT_OK : EXIT_INTERRUPTED;
}

function build(
  sketch: Sketch,
  options: SimulateOptions,
  recorded: TimesByTask | null,
  calibrations: readonly Calibrated[],
): BuildResult {
  const { phasing, protocol, scheduler, server, sporadic, seed, ideal } = options;
  return buildSimulation(sketch, {
    ...contextOf(sketch, ideal ?? false, calibrations),
    phasing: phasing === 'critical' ? { kind: phasing, task: null } : { kind: phasing },
    dispatcher: scheduler,
    ...{ seed, protocol, sporadic },
    ...(server === undefined ? {} : { server }),
    ...(recorded === null ? {} : { recorded }),
  });
}

/** Statistics cover the whole simulation. Only the last events are kept. */
function noteDropped(terminal: Terminal, path: string, { recording }: SimulatedRun): void {
  const { droppedEvents, end } = recording.store;
  if (droppedEvents === 0) return;
  terminal.note(
    printable(
      `${path} contains the last ${end - droppedEvents} of ${end} events. Simulate a shorter time to keep all events.`,
    ),
  );
}

/** Returns the tasks for which the trace has no execution times. */
function notRecorded(sketch: Sketch, recorded: TimesByTask | null): string[] {
  const missing = systemOf(sketch).runnables.filter(({ name }) => recorded?.has(name) === false);
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  return [`The trace has no complete job of ${names}. Random execution times were used instead.`];
}

/** Judges the sketch with the server and the scheduler that are simulated. */
function judgedAsSimulated(
  sketch: Sketch,
  { ideal, server, scheduler }: SimulateOptions,
  calibrations: readonly Calibrated[],
): Admission {
  const context = contextOf(sketch, ideal ?? false, calibrations);
  const capabilities = capabilitiesUnder(scheduler, context.capabilities);
  const kept = server === undefined || server === 'none' ? {} : { server };
  return admit(sketch, { ...context, capabilities: { ...capabilities, ...kept } });
}

function report(
  terminal: Terminal,
  file: string,
  sketch: Sketch,
  options: SimulateOptions,
  run: SimulatedRun,
  assumptions: readonly string[],
  calibrations: readonly Calibrated[],
): void {
  const admission = judgedAsSimulated(sketch, options, calibrations);
  if (!options.json) {
    printSimulation(terminal, sketch, admission, run, assumptions);
    return;
  }
  const { name, board, target } = sketch;
  const { admitted, decidedBy } = admission;
  const { seed, phasing, protocol, scheduler, sporadic } = options;
  const document = {
    ...{ file, name, board, target, admitted, decidedBy },
    requestedUs: usOfNs(options.for),
    ideal: options.ideal ?? false,
    ...{ seed, phasing, protocol, scheduler, sporadic },
    server: options.server ?? null,
    fromTrace: options.fromTrace ?? null,
    assumptions,
    ...simulationDocument(sketch, admission, run),
    trace: options.trace ?? null,
  };
  terminal.print(visibleJson(document));
}
