/**
 * `polyloop profile`: runs or simulates a sketch and says what it did, in distributions; keeps profiles beside the
 * sketch, compares them, and refits the sketch to what was measured.
 */
import { type Command, Option } from 'commander';
import type { Admission } from '../../../generator/analysis/admission.ts';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { MARGIN_PERCENT } from '../../../generator/estimate/margin.ts';
import { responseBoundsNs } from '../../../generator/judge/bounds.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { countedOverheads } from '../../../generator/judge/overheads.ts';
import { formatDuration } from '../../../generator/numbers/time.ts';
import { compareProfiles } from '../../../generator/profile/compare.ts';
import type { Profile } from '../../../generator/profile/profile.ts';
import { applyRefits, type RefitProposal, refitOf } from '../../../generator/profile/refit.ts';
import { takeProfile } from '../../../generator/profile/take.ts';
import { buildSimulation } from '../../../generator/simulation/build/build.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { untouched } from '../../host/devices/parts/wired-part.ts';
import { replaceFile } from '../../host/files/replace-file.ts';
import { healthOf } from '../../host/measuring/health.ts';
import { asleepOf, measure } from '../../host/measuring/measure.ts';
import type { Recording } from '../../host/measuring/recording.ts';
import { boardOf } from '../../host/pipeline.ts';
import { keepProfile, profileFolder, readFileOf, readProfiles } from '../../host/profiles/store.ts';
import { addBuildSettings, addIgnoreStack, type BuildSettings, buildOrReport } from '../building.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INTERRUPTED, EXIT_INVALID, EXIT_OK } from '../exit-codes.ts';
import { exitCodeOf, healthForJson, printHealth } from '../health-report.ts';
import { cancelled, withInterrupt } from '../interrupt.ts';
import { judge } from '../judgement.ts';
import { parseDuration, parseMargin, parseName } from '../option-values.ts';
import { PORT_HELP, runnableBoard } from '../ports.ts';
import { printComparison, printProfile, printRefits } from '../profile-report.ts';
import { playModel } from '../simulated-run.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

const DEFAULT_NS = 10e9;

interface ProfileOptions extends BuildSettings {
  readonly for: number;
  readonly simulated?: true;
  readonly port?: string;
  readonly save?: string;
  readonly compare?: readonly string[];
  readonly list?: true;
  readonly apply?: true;
  readonly task?: readonly string[];
  readonly margin: number;
  readonly json?: true;
  readonly ignoreStack?: true;
}

export function addProfileCommand(program: Command, run: Run): void {
  const command = program
    .command('profile')
    .description('run a sketch, say how long everything took, and refit the sketch to it')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .addOption(
      new Option('--for <time>', 'duration in board time: 10s, 500ms, 1m')
        .argParser(parseDuration)
        .default(DEFAULT_NS, '10s'),
    )
    .option('--simulated', 'profile a simulation, which is a prediction, and build nothing')
    .option('--port <port>', PORT_HELP)
    .addOption(
      new Option('--save <name>', 'keep the profile beside the sketch, in the folder NAME.profiles').argParser(
        parseName,
      ),
    )
    .option(
      '--compare <profiles...>',
      'one kept profile or file: compare it with this run; two: compare them, and run nothing',
    )
    .option('--list', 'list the kept profiles, and run nothing')
    .option('--apply', 'write the proposed values to the sketch file')
    .option('--task <names...>', 'propose values for these tasks only')
    .addOption(
      new Option('--margin <percent>', 'what a proposed value adds to the measured maximum')
        .argParser(parseMargin)
        .default(MARGIN_PERCENT),
    );
  addIgnoreStack(addBuildSettings(command))
    .option('--json', 'print a JSON document')
    .addHelpText(
      'after',
      '\nExit code: as of `polyloop run`. A measured maximum is no bound: the next job may take longer.',
    )
    .action((file: string, options: ProfileOptions) => run((terminal) => profileFile(terminal, file, options)));
}

async function profileFile(terminal: Terminal, file: string, options: ProfileOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  if (options.list) return listProfiles(terminal, file, options.json ?? false);
  const names = options.compare ?? [];
  if (names.length > 2) throw new CommandError('Compare at most two profiles.', EXIT_INVALID);
  // One after the other, so that the first wrong name is the one in the message.
  const named: Awaited<ReturnType<typeof keptProfile>>[] = [];
  for (const name of names) named.push(await keptProfile(file, name));
  const [before = null, after = null] = named;
  if (before !== null && after !== null) {
    if (options.json) terminal.print(visibleJson({ file, comparison: compareProfiles(before, after) }));
    else printComparison(terminal, before, after);
    return EXIT_OK;
  }
  checkTasks(read.sketch, options.task ?? []);
  const calibrations = await userCalibrations(terminal);
  const request = { terminal, file, sketch: read.sketch, options, calibrations };
  const taken = await (options.simulated ? simulated(request) : measured(request));
  return typeof taken === 'number' ? taken : report(request, taken, before);
}

function checkTasks({ tasks, interrupts }: Sketch, names: readonly string[]): void {
  const known = [...tasks, ...interrupts].map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new CommandError(
    printable(`The sketch has no task or interrupt "${unknown}". Choose from: ${known.join(', ')}.`),
    EXIT_INVALID,
  );
}

interface Request {
  readonly terminal: Terminal;
  readonly file: string;
  readonly sketch: Sketch;
  readonly options: ProfileOptions;
  readonly calibrations: readonly Calibrated[];
}

interface Taken {
  readonly profile: Profile;
  readonly admission: Admission;
  readonly exitCode: number;
  /** What the document says about the run. */
  readonly head: object;
}

function profiled(
  { sketch, options, calibrations }: Request,
  admission: Admission,
  { store, statistics, spans, channels }: Recording,
  about: Pick<Parameters<typeof takeProfile>[1], 'device' | 'asleep' | 'edges'>,
): Profile {
  const date = new Date().toISOString();
  return takeProfile(
    { store, statistics, spans, channels },
    {
      ...{ name: options.save ?? 'this run', date, sketch, ...about },
      boundsNs: responseBoundsNs(sketch, admission),
      overheads: countedOverheads(sketch, calibrations).overheads,
    },
  );
}

async function measured(request: Request): Promise<Taken | number> {
  const { terminal, file, sketch, options, calibrations } = request;
  const device = await runnableBoard(options.port, boardOf(sketch), 'polyloop profile');
  return withInterrupt(async (signal) => {
    const build = await buildOrReport(terminal, file, sketch, options, signal);
    if (typeof build === 'number') return build;
    if (options.port === undefined) terminal.progress(`Running for ${formatDuration(options.for)} of board time…`);
    device.setParts(untouched(sketch.parts));
    const onStep = (step: string) => terminal.progress(`${step}…`);
    const { firmware } = build;
    const measurement = await measure({ device, firmware, durationNs: options.for, signal, sketch, onStep });
    if (measurement.outcome === 'interrupted' && !measurement.started) return cancelled(terminal);
    if (measurement.outcome === 'failed' && !measurement.started)
      throw new CommandError(measurement.message ?? 'The program could not be started.');
    const admission = judge(sketch, false, calibrations);
    const health = healthOf(sketch, measurement, admission.admitted);
    if (!options.json) printHealth(terminal, health);
    return {
      profile: profiled(request, admission, measurement.recording, {
        device: options.port === undefined ? 'virtual' : 'port',
        asleep: asleepOf(measurement),
        edges: measurement.facts,
      }),
      admission,
      exitCode: exitCodeOf(measurement, health),
      head: healthForJson(measurement, health),
    };
  });
}

async function simulated(request: Request): Promise<Taken> {
  const { terminal, sketch, options, calibrations } = request;
  const built = buildSimulation(sketch, contextOf(sketch, false, calibrations));
  if (!built.ok) throw new CommandError(built.reason);
  terminal.progress(`Simulating ${formatDuration(options.for)}…`);
  const { model } = built;
  const run = await withInterrupt((signal) => playModel({ model, untilNs: options.for, seed: 0, signal, sketch }));
  const admission = judge(sketch, false, calibrations);
  return {
    profile: profiled(request, admission, run.recording, { device: 'simulation', asleep: null }),
    admission,
    exitCode: run.outcome === 'finished' ? EXIT_OK : EXIT_INTERRUPTED,
    head: { outcome: run.outcome, assumptions: built.assumptions },
  };
}

async function report(
  { terminal, file, sketch, options, calibrations }: Request,
  { profile, admission, exitCode, head }: Taken,
  before: Profile | null,
): Promise<number> {
  const proposal = chosen(refitOf(sketch, profile, options.margin), options.task ?? null);
  const refitted = applyRefits(sketch, proposal.refits);
  const verdict = refitted.ok ? judge(refitted.sketch, false, calibrations) : null;
  if (options.apply && !refitted.ok) {
    throw new CommandError(printable(`The values do not fit: ${refitted.problems[0]?.message ?? ''}`));
  }
  const saved = options.save === undefined ? null : await keepProfile(file, profile, options.force ?? false);
  const applied = (options.apply ?? false) && refitted.ok && proposal.refits.length > 0;
  if (applied) await replaceFile(file, writeSketch(refitted.sketch));
  if (options.json) {
    const refit = { ...proposal, admitted: verdict?.admitted ?? null, sentence: verdict?.sentence ?? null, applied };
    const { admitted, sentence } = admission;
    const comparison = before === null ? null : compareProfiles(before, profile);
    terminal.print(visibleJson({ file, admitted, sentence, ...head, profile, refit, comparison, saved }));
    return exitCode;
  }
  printProfile(terminal, profile);
  if (profile.device !== 'simulation') {
    printRefits(terminal, proposal);
    terminal.print('');
    terminal.print(printable(`Now: ${admission.sentence}`));
    if (proposal.refits.length > 0) {
      if (verdict !== null) terminal.print(printable(`With the proposed values: ${verdict.sentence}`));
      terminal.print(applied ? 'They are in the file now.' : 'Add --apply to write them to the file.');
    }
  }
  if (before !== null) {
    terminal.print('');
    printComparison(terminal, before, profile);
  }
  if (saved !== null) terminal.print(printable(`Kept as ${saved}`));
  return exitCode;
}

const chosen = (proposal: RefitProposal, names: readonly string[] | null): RefitProposal =>
  names === null
    ? proposal
    : {
        ...proposal,
        refits: proposal.refits.filter(({ name }) => names.includes(name)),
        kept: proposal.kept.filter(({ name }) => names.includes(name)),
      };

/** A profile by its name beside the sketch, or by the path of its file. */
async function keptProfile(file: string, name: string): Promise<Profile> {
  const { profiles, problems } = await readProfiles(file);
  const found = profiles.find(
    (each) => each.profile.name === name || each.file === name || each.file === `${name}.json`,
  );
  if (found !== undefined) return found.profile;
  const broken = problems.find((each) => each.file === name || each.file === `${name}.json`);
  if (broken !== undefined) throw new CommandError(printable(broken.message), EXIT_INVALID);
  if (name.endsWith('.json')) {
    const read = await readFileOf(name);
    if (read.ok) return read.profile;
    throw new CommandError(printable(read.problem), EXIT_INVALID);
  }
  const names = profiles.map(({ profile }) => profile.name);
  const choice =
    names.length === 0 ? 'There is none yet: record one with --save.' : `Choose from: ${names.join(', ')}.`;
  throw new CommandError(printable(`There is no profile "${name}" in ${profileFolder(file)}. ${choice}`), EXIT_INVALID);
}

async function listProfiles(terminal: Terminal, file: string, json: boolean): Promise<number> {
  const { profiles, problems } = await readProfiles(file);
  if (json) {
    const rows = profiles.map(({ file: each, profile: { name, date, device, board, target, observedNs } }) => {
      return { file: each, name, date, device, board, target, observedNs };
    });
    terminal.print(visibleJson({ file, folder: profileFolder(file), profiles: rows, problems }));
    return EXIT_OK;
  }
  for (const { profile } of profiles) {
    const { name, date, board, target, device, observedNs } = profile;
    terminal.print(printable(`${name}  ${date}  ${board}, ${target}, ${device}, ${formatDuration(observedNs)}`));
  }
  if (profiles.length === 0) terminal.print(printable(`There are no profiles in ${profileFolder(file)}.`));
  for (const { message } of problems) terminal.note(printable(message));
  return EXIT_OK;
}
