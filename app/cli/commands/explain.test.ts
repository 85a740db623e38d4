import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

const SEVEN = join(FIXTURES, 'seven-tasks.polyloop.json');

let folder = '';
let [trace, bare] = ['', ''];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-explain-'));
  [trace, bare] = [join(folder, 'seven.pltrace'), join(folder, 'bare.pltrace')];
  await runCli(['simulate', SEVEN, '--for', '2s', '--phasing', 'critical', '--trace', trace]);
  const bytes = readFileSync(trace);
  writeFileSync(bare, bytes.subarray(bytes.indexOf(0) + 1));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const explain = (...args: string[]) => runCli(['explain', ...args]);

interface Part {
  readonly cause: string;
  readonly task?: string;
  readonly us: number;
  readonly mostUs?: number;
  readonly jobs: number;
}

interface Document {
  readonly task: string;
  readonly job: number;
  readonly responseUs: number;
  readonly parts: readonly Part[];
  readonly bound: { readonly responseUs: number; readonly method: string; readonly parts: readonly Part[] };
  readonly words: readonly string[];
}

async function document(...args: string[]): Promise<Document> {
  const result = await explain(...args, '--json');
  const [first] = documents(result);
  if (first === undefined) throw new Error(result.error);
  return first as unknown as Document;
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { us }) => sum + us, 0);

describe('polyloop explain', () => {
  it('divides the response of a recorded job, and its bound, into parts', async () => {
    const found = await document(trace, '--task', 'T7', '--job', '0');
    expect(found).toMatchObject({ task: 'T7', job: 0, responseUs: 768_000, bound: { method: 'response-time' } });
    expect(sumOf(found.parts)).toBe(768_000);
    expect(sumOf(found.bound.parts)).toBe(768_000);
    expect(found.parts).toContainEqual({ cause: 'task', task: 'T6', us: 120_000, jobs: 1 });
    expect(found.bound.parts).toContainEqual({ cause: 'task', task: 'T3', us: 96_000, mostUs: 96_000, jobs: 8 });
    expect(found.words[0]).toBe('T7 responded in 768 ms (job 0). Its bound is 768 ms.');
  });

  it('explains the longest job in words, a table and two bars', async () => {
    const { code, out } = await explain(trace, '--task', 'T7');
    expect(code).toBe(0);
    expect(out).toContain('It waited 648 ms: 120 ms for 2 jobs of T1, 120 ms for 2 jobs of T2, 120 ms for 1 job of T6');
    const [job, bound] = ['this job', 'bound'].map((name) => new RegExp(`^${name} +([A-G]+)$`, 'm').exec(out)?.[1]);
    expect(job).toMatch(/^A+B+C+D+E+F+G+$/);
    expect(bound).toBe(job);
    expect(out).toMatch(/^C +T6 +120 ms +1 +120 ms +120 ms$/m);
  });

  it('explains a simulation of a sketch in the same way', async () => {
    const critical = [SEVEN, '--task', 'T7', '--for', '2s', '--phasing', 'critical'];
    const [simulated, recorded] = [await document(...critical), await document(trace, '--task', 'T7')];
    expect({ ...simulated, file: '' }).toEqual({ ...recorded, file: '' });
  });

  it('takes the sketch of a trace without a header from --sketch', async () => {
    expect(await document(bare, '--sketch', SEVEN, '--task', 'T7')).toMatchObject({ responseUs: 768_000 });
    const without = await explain(bare, '--task', 'T7');
    expect(without).toMatchObject({ code: 2, error: expect.stringContaining('--sketch FILE') });
    const other = join(FIXTURES, 'non-preemptive.polyloop.json');
    const wrong = await explain(bare, '--sketch', other, '--task', 'T7');
    expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining('is not a trace of this sketch') });
  });

  it.each([
    [['--task', 'T8'], 'there is no task "T8". Choose one of "T1"'],
    [['--task', 'T7', '--job', '900'], '"T7" has no job 900'],
    [['--task', 'T7', '--job', 'last'], 'Expected the number of a job'],
    [[], "required option '--task <name>'"],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, error } = await explain(trace, ...args);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  it('says what is wrong with a file', async () => {
    const text = join(folder, 'text.pltrace');
    writeFileSync(text, 'no telemetry');
    expect((await explain(text, '--task', 'T1')).error).toContain('has no events of a program');
    const damaged = readFileSync(trace);
    // The first bytes of the stream describe the program, and this part does not repeat them.
    const stream = damaged.indexOf(0) + 1;
    for (let at = stream; at < stream + 200; at += 20) damaged[at] = (damaged[at] ?? 0) ^ 4;
    writeFileSync(text, damaged.subarray(0, stream + 900));
    expect((await explain(text, '--task', 'T1')).error).toMatch(/its \d+ events cannot be read\. Copy the file again/);
    expect((await explain(join(folder, 'no.pltrace'), '--task', 'T1')).code).toBe(2);
    expect((await explain(join(folder, 'no.polyloop.json'), '--task', 'T1')).code).toBe(2);
  });
});
