/**
 * Measures what calls and operations of a user's code cost on each virtual board with each target, and
 * writes generator/boards/<id>/costs.ts, from which budgets are estimated. The product builds the programs,
 * and they measure themselves with pl_job_micros(): what a budget pays for. Deterministic, because the
 * boards are emulated.
 *
 *   npm run bench:estimate [-- BOARD]
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CallCost,
  type CodeCosts,
  NUMBER_KINDS,
  type NumberKind,
  OPERATIONS,
  type Operation,
} from '../../generator/platform/costs.ts';
import { newChannel, newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch, TargetName } from '../../generator/sketch/model.ts';
import {
  ANALOG_ROWS,
  CHANNEL_ROWS,
  FLOW_ROWS,
  jobsOf,
  OPERANDS,
  OPERATION_ROWS,
  PIN_ROWS,
  PRINT_ROWS,
  programOf,
  type Row,
  timesOf,
} from './rows.ts';
import { printedText, Runs } from './run.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BOARDS = [
  { id: 'uno', pwmPin: 5, hasAnalog: true },
  { id: 'mega', pwmPin: 5, hasAnalog: true },
  { id: 'mps2-an385', pwmPin: 1, hasAnalog: false },
] as const;
const TARGETS: readonly TargetName[] = ['superloop', 'freertos'];
/** Long enough for the slowest row, and for its telemetry to leave the board. */
const PERIOD_US = 400_000;
/** Bytes between the small and the large row of a pair. */
const MORE_BYTES = 20;

const runs = new Runs();

interface Place {
  readonly board: string;
  readonly target: TargetName;
  readonly pwmPin: number;
}

const task = (name: string, values: object) =>
  newTask(name, { periodUs: PERIOD_US, budgetUs: PERIOD_US / 2, stackBytes: null, ...values });

async function timesOfRows({ board, target, pwmPin }: Place, rows: readonly Row[], rest: Partial<Sketch> = {}) {
  const operands = rows === OPERATION_ROWS ? OPERANDS : '';
  const { prelude, body } = programOf(rows, `#define PWM_PIN ${pwmPin}\n${operands}`);
  // Printing numbers needs more than the usual stack. With other tasks there is no room for it.
  const stackBytes = target === 'freertos' && rest.tasks === undefined ? 400 : null;
  const bench = task('bench', { body, stackBytes });
  const sketch = newSketch('bench', { board, target, prelude, ...rest, tasks: [bench, ...(rest.tasks ?? [])] });
  return timesOf(rows, printedText(await runs.run(sketch, (jobsOf(rows) + 2) * PERIOD_US * 1000)));
}

/** The other ends of the channels, and the other user of the lock. */
const CHANNELS: Partial<Sketch> = {
  tasks: [
    task('source', {
      body: 'smallIn_write({1}); largeIn_write({{1}}); (void)queueIn_write({1}); (void)wideIn_write({{1}}); bus_lock(); bus_unlock();',
    }),
    task('other', { kind: 'sporadic', body: '' }),
  ],
  channels: ['small', 'large', 'queue', 'wide'].flatMap((name) => {
    const item = [{ name: 'value', type: 'int32' as const, count: name === 'large' || name === 'wide' ? 6 : 1 }];
    const kind = name === 'small' || name === 'large' ? ('four-slot' as const) : ('ring-buffer' as const);
    return [
      newChannel(name, { kind, item, capacity: 2, writer: 'bench', readers: ['source'] }),
      newChannel(`${name}In`, { kind, item, capacity: 2, writer: 'source', readers: ['bench'] }),
    ];
  }),
  resources: [
    newResource('bus', {
      users: [
        { task: 'bench', criticalSectionUs: 1_000 },
        { task: 'source', criticalSectionUs: 1_000 },
      ],
    }),
  ],
};

/** A channel at a time, because the RAM of an Uno with FreeRTOS does not hold more. */
async function timesOfChannels(place: Place): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const groups = [
    ['small', /^slot \w+ 4$/],
    ['large', /^slot \w+ 24$/],
    ['queue', /^ring \w+ 4$/],
    ['wide', /^ring \w+ 24$/],
    ['bus', /^lock|^trigger/],
  ] as const;
  for (const [name, rows] of groups) {
    const part: Partial<Sketch> = {
      tasks: (CHANNELS.tasks ?? [])
        .filter((each) => name === 'bus' || each.name === 'source')
        .map((each) => ({ ...each, body: statementsWith(each.body, name) })),
      channels: (CHANNELS.channels ?? []).filter((each) => each.name === name || each.name === `${name}In`),
      resources: name === 'bus' ? (CHANNELS.resources ?? []) : [],
    };
    const found = await timesOfRows(
      place,
      CHANNEL_ROWS.filter((row) => rows.test(row.name)),
      part,
    );
    for (const [row, ns] of found) times.set(row, ns);
  }
  return times;
}

const statementsWith = (body: string, name: string): string =>
  body
    .split('; ')
    .filter((statement) => new RegExp(`\\b${name}(In)?_`).test(statement))
    .map((statement) => `${statement.replace(/;$/, '')};`)
    .join('\n');

const EMPTY_RUN_NS = 8e9;

/** What an empty body uses, as telemetry reports it. */
async function jobNs({ board, target }: Place): Promise<number> {
  const sketch = newSketch('empty', { board, target, tasks: [task('empty', { periodUs: 10_300, budgetUs: 5_000 })] });
  const { recording } = await runs.run(sketch, EMPTY_RUN_NS);
  return recording.statistics.tasks[0]?.executionNs.worst ?? 0;
}

async function costsOf(place: Place, hasAnalog: boolean): Promise<CodeCosts> {
  const flow = await timesOfRows(place, FLOW_ROWS);
  const operations = await timesOfRows(place, OPERATION_ROWS);
  const half = Math.ceil(PIN_ROWS.length / 2);
  const calls = new Map([
    ...(await timesOfRows(place, PIN_ROWS.slice(0, half))),
    ...(await timesOfRows(place, PIN_ROWS.slice(half))),
    ...(hasAnalog ? await timesOfRows(place, ANALOG_ROWS) : []),
  ]);
  const prints = await timesOfRows(place, PRINT_ROWS);
  const channels = await timesOfChannels(place);
  const empty = flow.get('empty') ?? 0;
  const own = (times: ReadonlyMap<string, number>, name: string): number =>
    Math.max(0, Math.ceil((times.get(name) ?? Number.NaN) - empty));
  const operationNs = (operation: Operation, kind: NumberKind): number => {
    const ns = own(operations, `${operation} ${kind}`);
    return operation === 'move' ? ns : Math.max(0, ns - own(operations, `move ${kind}`));
  };
  /** A pair of rows: the price of a byte, and of a call without bytes. */
  const perByte = (times: ReadonlyMap<string, number>, few: string, fewBytes: number, many: string): CallCost => {
    const perByteNs = Math.max(0, Math.ceil((own(times, many) - own(times, few)) / MORE_BYTES));
    return { ns: Math.max(0, own(times, few) - fewBytes * perByteNs), perByteNs };
  };
  const print = perByte(prints, 'Serial.print text', 2, 'Serial.print text+20');
  return {
    jobNs: await jobNs(place),
    passNs: Math.ceil(empty),
    branchNs: own(flow, 'branch'),
    callNs: own(flow, 'call'),
    operations: Object.fromEntries(
      OPERATIONS.map((operation) => [
        operation,
        Object.fromEntries(NUMBER_KINDS.map((kind) => [kind, operationNs(operation, kind)])),
      ]),
    ) as CodeCosts['operations'],
    calls: {
      ...Object.fromEntries([...calls.keys()].map((name) => [name, { ns: own(calls, name) }])),
      delayMicroseconds: { ns: Math.max(0, own(calls, 'delayMicroseconds') - 100_000) },
      'Serial.print': print,
      // The end of the line, after what is printed before it.
      'Serial.println': { ns: Math.max(0, own(prints, 'Serial.println text') - own(prints, 'Serial.print text')) },
      'Serial.write': { ns: own(prints, 'Serial.write') },
      'Serial.print(long)': { ns: own(prints, 'Serial.print long') },
      'Serial.print(float)': { ns: own(prints, 'Serial.print float') },
      'four-slot write': perByte(channels, 'slot write 4', 4, 'slot write 24'),
      'four-slot read': perByte(channels, 'slot read 4', 4, 'slot read 24'),
      'ring-buffer write': perByte(channels, 'ring write 4', 4, 'ring write 24'),
      'ring-buffer read': perByte(channels, 'ring read 4', 4, 'ring read 24'),
      lock: { ns: own(channels, 'lock') },
      trigger: { ns: own(channels, 'trigger') },
    },
  };
}

const only = process.argv[2];
try {
  for (const { id, pwmPin, hasAnalog } of BOARDS) {
    if (only !== undefined && only !== id) continue;
    const found: Record<string, CodeCosts> = {};
    for (const target of TARGETS) {
      console.log(`${id}, ${target}…`);
      found[target] = await costsOf({ board: id, target, pwmPin }, hasAnalog);
    }
    const file = path.join(ROOT, 'generator/boards', id, 'costs.ts');
    writeFileSync(
      file,
      `/** What code costs, in ns. Written by \`npm run bench:estimate\`. */\nimport type { CodeCosts } from '../../platform/costs.ts';\n` +
        `export const COSTS: Readonly<Record<'superloop' | 'freertos', CodeCosts>> = ${JSON.stringify(found)};\n`,
    );
    execFileSync(process.execPath, [
      path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
      'check',
      '--write',
      file,
    ]);
    console.log(`wrote ${path.relative(ROOT, file)}`);
  }
} finally {
  runs.remove();
}
