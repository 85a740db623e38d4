/**
 * `polyloop explain`: what the response of one job is made of, beside the parts of its bound. The job
 * is one of a recorded trace, or of a simulation of a sketch.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { admit } from '../../../generator/analysis/admission.ts';
import { boundOf } from '../../../generator/explain/bound/bound-parts.ts';
import { type Explanation, explain } from '../../../generator/explain/explanation.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { TaskJobs } from '../../../generator/trace/jobs/task-jobs.ts';
import { STATE_COMPLETE } from '../../../generator/trace/jobs/task-jobs.ts';
import { objectNames } from '../../../generator/trace/names.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INVALID, EXIT_OK } from '../exit-codes.ts';
import { explanationForJson, printExplanation } from '../explain/report.ts';
import { recordedSchedule, type ScheduleInput, simulatedSchedule } from '../explain/schedule-input.ts';
import { parseDuration } from '../option-values.ts';
import type { Terminal } from '../terminal.ts';

const DEFAULT_NS = 10e9;
const SKETCH_EXTENSION = '.json';

interface ExplainOptions {
  readonly task: string;
  readonly job?: number;
  readonly sketch?: string;
  readonly for: number;
  readonly phasing: 'drawn' | 'critical';
  readonly ideal?: true;
  readonly json?: true;
}

export function addExplainCommand(program: Command, run: Run): void {
  program
    .command('explain')
    .description('explain what the response of a job is made of, beside its bound')
    .argument('<file>', 'recorded trace (.pltrace), or a sketch (NAME.polyloop.json) to simulate')
    .requiredOption('--task <name>', 'task, or interrupt with a handler')
    .addOption(
      new Option('--job <number>', 'number of the job, from 0 (default: the complete job that took longest)').argParser(
        parseJob,
      ),
    )
    .option('--sketch <file>', 'sketch that ran, for a trace that does not contain it')
    .addOption(
      new Option('--for <time>', 'of a sketch: duration of the simulation')
        .argParser(parseDuration)
        .default(DEFAULT_NS, '10s'),
    )
    .addOption(
      new Option('--phasing <phases>', 'of a sketch: first arrivals of tasks')
        .choices(['drawn', 'critical'])
        .default('drawn'),
    )
    .option('--ideal', 'of a sketch: ignore overheads of the runtime')
    .option('--json', 'print a JSON document')
    .addHelpText('after', '\nExit code: 0 explained, 1 the sketch cannot be simulated, 2 invalid file or command line.')
    .action((file: string, options: ExplainOptions) => run((terminal) => explainFile(terminal, file, options)));
}

function parseJob(text: string): number {
  const job = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(job)) return job;
  throw new InvalidArgumentError('Expected the number of a job, from 0.');
}

async function explainFile(terminal: Terminal, file: string, options: ExplainOptions): Promise<number> {
  const calibrations = await userCalibrations(terminal);
  const { phasing, sketch = null, ideal = false, task } = options;
  const indexOf = ({ tasks }: Sketch): number | null => {
    const index = tasks.findIndex(({ name }) => name === task);
    return index === -1 ? null : index;
  };
  const input = file.endsWith(SKETCH_EXTENSION)
    ? await simulatedSchedule(
        file,
        { untilNs: options.for, critical: phasing === 'critical' ? indexOf : null, ideal },
        calibrations,
      )
    : await recordedSchedule(file, sketch, calibrations);
  const explanation = explanationIn(file, input, options);
  const names = objectNames(input.schedule.model.metadata);
  if (options.json) {
    const document = explanationForJson(explanation, names);
    terminal.print(visibleJson({ file, ...document }));
  } else {
    printExplanation(terminal, explanation);
  }
  return EXIT_OK;
}

function explanationIn(file: string, { schedule, sketch, context }: ScheduleInput, options: ExplainOptions) {
  const names = schedule.model.metadata.objects.filter(({ class: kind }) => kind === 'task');
  const task = names.find(({ name }) => name === options.task)?.index;
  if (task === undefined) {
    const known = names.map(({ name }) => `"${name}"`).join(', ');
    throw new CommandError(`--task: there is no task "${options.task}". Choose one of ${known}.`, EXIT_INVALID);
  }
  const jobs = schedule.jobs.task(task);
  const row = jobs === null ? -1 : options.job === undefined ? longestOf(jobs) : rowOf(jobs, options.job);
  const phases = options.phasing === 'critical' ? 'any' : 'given';
  const found: Explanation | null =
    row === -1 ? null : explain(schedule, boundOf(sketch, admit(sketch, context), task, phases), task, row);
  if (found !== null) return found;
  throw new CommandError(noJob(file, options, jobs), EXIT_INVALID);
}

/** Several runs in one trace count from 0 again; the first one counts. */
function rowOf(jobs: TaskJobs, number: number): number {
  for (let row = jobs.first; row < jobs.count; row++) if (jobs.numberAt(row) === number) return row;
  return -1;
}

function longestOf(jobs: TaskJobs): number {
  let [found, longestNs] = [-1, -1];
  for (let row = jobs.first; row < jobs.count; row++) {
    const ns = jobs.endAt(row) - jobs.arrivalAt(row);
    if (jobs.stateAt(row) === STATE_COMPLETE && ns > longestNs) [found, longestNs] = [row, ns];
  }
  return found;
}

function noJob(file: string, { task, job }: ExplainOptions, jobs: TaskJobs | null): string {
  if (jobs === null || jobs.count === jobs.first) return `${file} has no job of "${task}". Record a longer run.`;
  if (job === undefined)
    return `${file} has no complete job of "${task}". Name one with --job, or record a longer run.`;
  const [first, last] = [jobs.numberAt(jobs.first), jobs.numberAt(jobs.count - 1)];
  return `--job: "${task}" has no job ${job} in ${file}. Choose one from ${first} to ${last}; releases that were dropped have no job.`;
}
