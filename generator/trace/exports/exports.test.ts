import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../events.ts';
import { JobTracker } from '../jobs/jobs.ts';
import { KIND_GAP, KIND_PLOT } from '../kinds.ts';
import { plotValue } from '../number.ts';
import { stackValue } from '../stack.ts';
import { replay } from '../store/replay.ts';
import { TraceStore } from '../store/store.ts';
import { play, program, steps, traceTask } from '../test-traces.ts';
import { TelemetryDecoder } from '../wire/decoder.ts';
import { TelemetryEncoder } from '../wire/encoder.ts';
import { chrome } from './chrome.ts';
import { csv } from './csv.ts';
import { vcd } from './vcd.ts';

const MS = 1_000_000;

/**
 * Two tasks, a preemption, a mark, an interrupt, a text with everything that needs quoting, a gap.
 */
function sample(): TraceStore {
  const store = new TraceStore();
  store.metadata({
    clockHz: 1_000_000,
    objects: [
      traceTask('fast one', 0, { periodNs: 10 * MS, offsetNs: 0, deadlineNs: 10 * MS }),
      traceTask('slow, "quoted"', 1, { periodNs: 40 * MS, offsetNs: 0, deadlineNs: 40 * MS }),
      { ...traceTask('button', 0), class: 'interrupt' },
    ],
  });
  store.segment(true);
  const event = (ms: number, kind: (typeof EVENT_KINDS)[number], object = -1, value = 0) =>
    store.event(ms * MS, EVENT_KINDS.indexOf(kind), object, value);
  event(0, 'boot');
  event(0, 'release', 1);
  event(0, 'start', 1);
  event(1, 'interrupt-enter', 0);
  event(1.5, 'interrupt-exit', 0);
  event(2, 'switch-out', 1);
  event(2, 'release', 0);
  event(2, 'start', 0);
  event(3, 'mark', 7, -5);
  event(4, 'complete', 0);
  event(4, 'switch-in', 1);
  store.text(5 * MS, 'a, "b"\nc');
  event(5, 'stack', 1, stackValue({ unusedBytes: 40, sizeBytes: 200 }));
  event(5, 'stack', 2, stackValue({ unusedBytes: 30, sizeBytes: 100 }));
  event(6, 'complete', 1);
  event(7, 'gap', -1, 2 * MS);
  event(12, 'release', 0);
  return store;
}

const WRITERS = { '.csv': csv, '.json': chrome, '.vcd': vcd } as const;

function exported(store: TraceStore, extension: keyof typeof WRITERS): string {
  const jobs = new JobTracker(store);
  jobs.update();
  return [...WRITERS[extension]({ store, jobs, origin: null })].join('');
}

describe('comma-separated values', () => {
  test('one line per event, with fields quoted as in RFC 4180', () => {
    const lines = exported(sample(), '.csv').split('\r\n');
    expect(lines[0]).toBe('time_ns,board_time_ns,event,object,value,text');
    expect(lines[1]).toBe('0,0,boot,,0,');
    expect(lines[2]).toBe('0,0,release,"slow, ""quoted""",0,');
    expect(lines[9]).toBe('3000000,3000000,mark,mark 7,-5,');
    expect(lines[12]).toBe('5000000,5000000,text,,,"a, ""b""\nc"');
    expect(lines[13]).toBe('5000000,5000000,stack,"slow, ""quoted""",40,of 200');
    expect(lines[14]).toBe('5000000,5000000,stack,(manager),30,of 100');
    expect(lines.at(-1)).toBe('');
    expect(lines).toHaveLength(19);
  });
});

describe('Trace Event Format', () => {
  const document = JSON.parse(exported(sample(), '.json')) as {
    displayTimeUnit: string;
    traceEvents: { ph: string; name: string; tid: number; ts: number; dur: number; args: Record<string, unknown> }[];
  };
  const of = (ph: string) => document.traceEvents.filter((event) => event.ph === ph);

  test('names threads, and emits each piece of a job separately', () => {
    expect(document.displayTimeUnit).toBe('ns');
    expect(of('M').map((event) => event.args.name)).toContain('slow, "quoted"');
    expect(of('X').map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
      ['fast one', 2000, 2000],
      ['slow, "quoted"', 0, 2000],
      ['slow, "quoted"', 4000, 2000],
      ['gap', 7000, 2000],
    ]);
    expect(of('X')[0]?.args).toMatchObject({ job: 0, response_us: 4000, missed: false, state: 'complete' });
  });

  test('every event has the fields that its phase requires', () => {
    for (const event of document.traceEvents) {
      expect(event).toMatchObject({ pid: 1, tid: expect.any(Number), name: expect.any(String) });
      if (event.ph !== 'M') expect(event.ts).toBeGreaterThanOrEqual(0);
    }
    expect(of('B')).toHaveLength(of('E').length);
    expect(of('C').map(({ name, args }) => [name, args])).toEqual([
      ['mark 7', { value: -5 }],
      ['stack of slow, "quoted", bytes', { used: 160, unused: 40 }],
      ['stack of (manager), bytes', { used: 70, unused: 30 }],
    ]);
    expect(of('i').map((event) => event.name)).toEqual(['release', 'release', 'text', 'release']);
  });

  test('an empty trace is a valid document', () => {
    expect(JSON.parse(exported(new TraceStore(), '.json'))).toMatchObject({ displayTimeUnit: 'ns' });
  });
});

test.each([
  ['=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"`],
  ['+1+cmd|x', "'+1+cmd|x"],
  ['-1-2', "'-1-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['-5', '-5'],
  ['+1.5e3', '+1.5e3'],
  ['a=b', 'a=b'],
])('a spreadsheet takes no name or text for a formula: %j', (text, field) => {
  const store = new TraceStore();
  store.metadata({ clockHz: 1_000_000, objects: [traceTask(text, 0)] });
  store.segment(true);
  store.event(0, EVENT_KINDS.indexOf('release'), 0, 0);
  store.text(MS, text);
  const lines = exported(store, '.csv').trim().split('\r\n');
  expect(lines.slice(1)).toEqual([`0,0,release,${field},0,`, `${MS},${MS},text,,,${field}`]);
});

test.each(['.csv', '.vcd', '.json'] as const)('%s shows characters that hide or turn text', (extension) => {
  const hidden = 'a\u202eb\u200b';
  const store = new TraceStore();
  store.metadata({ clockHz: 1_000_000, objects: [traceTask(hidden, 0)] });
  store.segment(true);
  store.event(0, EVENT_KINDS.indexOf('release'), 0, 0);
  store.text(MS, hidden);
  const text = exported(store, extension);
  expect(text).toContain('a\\u202eb\\u200b');
  expect(text).not.toMatch(/[\u202e\u200b]/);
  // For a program it is the same name.
  if (extension === '.json') expect(JSON.stringify(JSON.parse(text))).toContain(hidden);
});

describe('value change dump', () => {
  const text = exported(sample(), '.vcd');

  test('the declarations come first, as in clause 18.2', () => {
    expect(text.slice(0, text.indexOf('#'))).toBe(
      [
        '$version Polyloop $end',
        '$timescale 1 ns $end',
        '$scope module polyloop $end',
        '$scope module fast_one $end',
        '$var wire 1 ! run $end',
        '$var wire 1 " ready $end',
        '$upscope $end',
        '$scope module slow,_"quoted" $end',
        '$var wire 1 ',
      ].join('\n'),
    );
    expect(text).toContain('$var wire 1 # run $end');
    expect(text).toContain('$var integer 32 & mark_7 $end');
    expect(text).toContain("$var integer 32 ' stack_unused $end");
    expect(text).toContain(`$enddefinitions $end\n$dumpvars\nx!\nx"\nx#\nx$\nx%\nbx &\nbx '\nbx (\n$end\n`);
  });

  test('the changes follow in order of time', () => {
    const body = text.slice(text.indexOf('$dumpvars'));
    const changes = body.slice(body.indexOf('$end\n') + 5);
    expect(changes).toBe(
      '#0\n0#\n1$\n1#\n#1000000\n1%\n#1500000\n0%\n#2000000\n0#\n0!\n1"\n1!\n' +
        `#3000000\nb${(-5 >>> 0).toString(2)} &\n#4000000\n0!\n0"\n1#\n#5000000\nb101000 '\nb11110 (\n#6000000\n0#\n0$\n` +
        `#7000000\nx!\nx"\nx#\nx$\nx%\nbx &\nbx '\nbx (\n#12000000\n0!\n1"\n`,
    );
  });

  test('numbers without a value are written as by printf(), as in clause 18.2.1', () => {
    const store = new TraceStore();
    store.metadata({ clockHz: 1_000_000, objects: [] });
    store.segment(true);
    for (const [index, number] of [1.5, Number.NaN, Number.NEGATIVE_INFINITY].entries())
      store.event(index * MS, KIND_PLOT, 0, plotValue(number));
    const found = [...exported(store, '.vcd').matchAll(/^r(\S+) !$/gm)].map(([, number]) => number);
    expect(found).toEqual(['nan', '1.5', 'nan', '-inf']);
  });

  test('a number is unknown after a gap and after a restart', () => {
    const store = new TraceStore();
    const event = (ms: number, kind: number, value = 0) =>
      store.event(ms * MS, kind, kind === KIND_GAP ? -1 : 0, value);
    store.metadata({ clockHz: 1_000_000, objects: [] });
    store.segment(true);
    event(1, KIND_PLOT, plotValue(1.5));
    event(2, KIND_GAP, MS);
    event(3, KIND_PLOT, plotValue(1.5));
    store.segment(true);
    event(0, KIND_PLOT, plotValue(2));
    const found = [...exported(store, '.vcd').matchAll(/^r(\S+) !$/gm)].map(([, number]) => number);
    expect(found).toEqual(['nan', '1.5', 'nan', '1.5', 'nan', '2']);
  });

  test('time never decreases', () => {
    fc.assert(
      fc.property(steps(0, 200), steps(0, 50), (first, second) => {
        const store = new TraceStore();
        play(program('A'), first, store);
        play(program('B'), second, store);
        const times = [...exported(store, '.vcd').matchAll(/^#(\d+)$/gm)].map((match) => Number(match[1]));
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
      { numRuns: 20 },
    );
  });
});

/**
 * The rows of a trace with all texts. Pieces of text with the same time are joined, because a board
 * may send a text in pieces.
 */
function descriptionOf(store: TraceStore): { readonly rows: readonly string[]; readonly text: string } {
  const plain = exported(store, '.csv').replaceAll(/"[^"]*"/g, '');
  const bare = plain.split('\n').map((row) => /^\d+,\d+,text,/.exec(row)?.[0] ?? row);
  const rows = bare.filter((row, index) => !row.endsWith(',text,') || row !== bare[index - 1]);
  return { rows, text: [...store.texts.values()].join('') };
}

test('a stored trace can be encoded as a board would have sent it', () => {
  fc.assert(
    fc.property(steps(1, 300), (run) => {
      const store = new TraceStore();
      play(program('A'), run, store);
      const encoder = new TelemetryEncoder();
      replay(store, encoder);
      const copy = new TraceStore();
      new TelemetryDecoder(copy).push(encoder.take());
      expect(descriptionOf(copy)).toEqual(descriptionOf(store));
    }),
    { numRuns: 30 },
  );
});
