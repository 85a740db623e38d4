/**
 * Adds events to the table in a scratch copy. A row alone is enough. A new encoding does not
 * compile without its other parts.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const TSC = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const TABLE = 'generator/trace/event-table.ts';
const LAST_ROW = "  'lock-exceeded': {";
const LAST_ENCODING = '  text: () =>';
const CODE = 29;

let scratch = '';
beforeAll(async () => {
  await mkdir(path.join(root, 'build'), { recursive: true });
  scratch = await mkdtemp(path.join(root, 'build', 'events-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/**
 * A copy of the table and its generated files, with one more row and optionally one more encoding.
 */
async function planted(name: string, row: string, encoding = ''): Promise<string> {
  const copy = path.join(scratch, name);
  for (const folder of ['generator/trace', 'generator/sketch', 'generator/words', 'test/events']) {
    const isTest = /\.test\.ts$|test-[^/]+\.ts$/;
    await cp(path.join(root, folder), path.join(copy, folder), {
      recursive: true,
      filter: (file) => !isTest.test(file),
    });
  }
  const table = await readFile(path.join(copy, TABLE), 'utf8');
  expect(table).toContain(LAST_ROW);
  expect(table).toContain(LAST_ENCODING);
  const grown = table.replace(LAST_ROW, `${row}\n${LAST_ROW}`).replace(LAST_ENCODING, `${encoding}\n${LAST_ENCODING}`);
  await writeFile(path.join(copy, TABLE), grown);
  const config = {
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: { lib: ['ES2023'], types: [] },
    include: ['generator/trace/**/*.ts'],
  };
  await writeFile(path.join(copy, 'tsconfig.json'), JSON.stringify(config));
  return copy;
}

/** The compiler's errors in the copy. */
async function complaints(copy: string): Promise<string[]> {
  const said = await run(process.execPath, [TSC, '-p', copy, '--pretty', 'false'], { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  );
  return said.stdout.split('\n').filter((line) => line.includes('error TS'));
}

it('an event with an existing encoding needs only its row to be sent, received, named and documented', async () => {
  const copy = await planted(
    'row',
    `  probe: { code: ${CODE}, object: 'task', value: 'reading', wire: control(0x0e, 'zigzag'), doc: 'A probe is read.' },`,
  );
  expect(await complaints(copy)).toEqual([]);
  // In a separate process, which has not loaded the modules of the real table.
  const program = `
    import { TelemetryEncoder } from ${at(copy, 'generator/trace/wire/encoder.ts')};
    import { TelemetryDecoder } from ${at(copy, 'generator/trace/wire/decoder.ts')};
    import { TraceStore } from ${at(copy, 'generator/trace/store/store.ts')};
    import { objectClassOf } from ${at(copy, 'generator/trace/names.ts')};
    import { cHeader } from ${at(copy, 'test/events/c-header.ts')};
    import { withChapter } from ${at(copy, 'test/events/chapter.ts')};
    import { readFileSync } from 'node:fs';
    const task = { class: 'task', index: 0, name: 'a', periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null };
    const encoder = new TelemetryEncoder();
    encoder.metadata({ clockHz: 1000000, objects: [task] });
    encoder.segment(true);
    encoder.event(0, 0, -1, 0);
    encoder.event(5000, ${CODE}, 0, -77);
    const store = new TraceStore();
    const decoder = new TelemetryDecoder(store);
    decoder.push(encoder.take());
    decoder.end();
    const header = cHeader().split('\\n').filter((line) => line.includes('PROBE'));
    const page = readFileSync(${JSON.stringify(path.join(root, 'docs', 'telemetry.md'))}, 'utf8');
    const docs = withChapter(page).split('\\n').filter((line) => line.includes('probe'));
    console.log(JSON.stringify({ event: store.at(store.end - 1), named: objectClassOf(${CODE}), header, docs }));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual({
    event: { timeNs: 5000, kind: 'probe', object: 0, value: -77 },
    named: 'task',
    header: [expect.stringMatching(/PL_CONTROL_PROBE = 0x0E, .*A probe is read\. Value: reading\./)],
    docs: [expect.stringMatching(/0x0E +\| probe +\| varint: task; varint: reading, zigzag-coded .*A probe is read\./)],
  });
});

it('an event with a new encoding does not compile until decoder and encoder support it', async () => {
  const copy = await planted(
    'encoding',
    `  probe: { code: ${CODE}, object: 'task', value: 'x', wire: control(0x0e, 'float'), doc: 'A probe is read.' },`,
    "  float: () => '4 bytes',",
  );
  const found = await complaints(copy);
  expect(found).toHaveLength(2);
  for (const file of ['decoder.ts', 'encoder.ts']) {
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`${file}.*"float".*never`)));
  }
});

it('an event with an undefined encoding does not compile', async () => {
  const copy = await planted(
    'unknown',
    `  probe: { code: ${CODE}, object: 'task', value: 'x', wire: control(0x0e, 'float'), doc: 'A probe is read.' },`,
  );
  expect((await complaints(copy)).join('\n')).toMatch(/event-table\.ts.*"float"/);
});

function at(copy: string, file: string): string {
  return JSON.stringify(pathToFileURL(path.join(copy, file)).href);
}
