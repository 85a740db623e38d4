/** Builds starters in the same folder with PlatformIO and with repeated commands, and compares the firmware. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { alternately } from '../../../test/every-case.ts';
import type { BuildLine } from '../../contract/builds.ts';
import { buildSketch } from '../pipeline.ts';
import { readSketchText } from '../sketch-text.ts';

const tools = findTools();
if (!tools.pio.installed) console.warn(`Builds are not tried: ${describeMissing(tools.pio)}`);

const STARTERS = ['three-blinks', 'button-and-knob', 'interrupt-storm'];

/** Edits of code, which change nothing else in the project, and of what the runtime is compiled for. */
const EDITS: Readonly<Record<string, (sketch: Sketch) => Sketch>> = {
  'a body': (sketch) => withBody(sketch, 'static long edits;\nedits += millis() % 3;\nif (edits > 7) edits = 0;'),
  'a body with text': (sketch) =>
    withBody(sketch, 'if (millis() == 77) pinMode(7, strlen("edited") > 3 ? OUTPUT : INPUT);'),
  'the declarations': (sketch) => ({
    ...withBody(sketch, 'helper(3);'),
    prelude: `${sketch.prelude ?? ''}\nstatic volatile int helped;\nstatic void helper(int by) { helped += by; }\n`,
  }),
  'the tasks': (sketch) => {
    const [first, ...others] = sketch.tasks;
    if (first === undefined) throw new Error('The starter has no task.');
    return { ...sketch, tasks: [first, ...others, { ...first, name: 'one more, with a long name', body: '' }] };
  },
};

function withBody(sketch: Sketch, code: string): Sketch {
  const [first, ...others] = sketch.tasks;
  if (first === undefined) throw new Error('The starter has no task.');
  return { ...sketch, tasks: [{ ...first, body: `${first.body}\n${code}` }, ...others] };
}

describe.skipIf(!tools.pio.installed || process.platform === 'win32').each(STARTERS)('the starter %s', (id) => {
  let dir = '';
  let plans = '';
  let sketch: Sketch;

  const build = async (edited: Sketch) => {
    const commands: string[] = [];
    const request = {
      ...{ sketch: edited, dir, tool: 'platformio' as const, repeat: true, signal: new AbortController().signal },
      onLine: ({ stream, text }: Pick<BuildLine, 'stream' | 'text'>) =>
        void (stream === 'command' && commands.push(text)),
    };
    const { outcome, firmware, memory, diagnostics } = await buildSketch(request, { plans });
    expect(outcome).toBe('ok');
    const hex = await readFile(firmware?.path ?? '', 'utf8');
    return { hex, memory, diagnostics, byPio: commands.some((each) => each.includes(' run --project-dir ')) };
  };

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'polyloop-repeat-'));
    plans = await mkdtemp(join(tmpdir(), 'polyloop-plans-'));
    const text = await readFile(
      new URL(`../../../templates/sketches/${id}/${id}.polyloop.json`, import.meta.url),
      'utf8',
    );
    const read = readSketchText(text);
    if (!read.ok) throw new Error(`The starter ${id} cannot be read.`);
    sketch = { ...read.sketch, board: 'uno', target: 'superloop' };
    expect((await build(sketch)).byPio).toBe(true);
  });
  afterAll(async () => {
    for (const folder of [dir, plans]) await rm(folder, { recursive: true, force: true });
  });

  it.each(alternately(Object.entries(EDITS), STARTERS.indexOf(id) % 2))(
    'has the same firmware after an edit of %s',
    async (_, edit) => {
      const edited = edit(sketch);
      const repeated = await build(edited);
      expect(repeated.byPio).toBe(false);
      await rm(join(dir, '.pio', 'polyloop', 'record.json'));
      await rm(plans, { recursive: true });
      const complete = await build(edited);
      expect(complete.byPio).toBe(true);
      expect(repeated.hex).toBe(complete.hex);
      expect(repeated.memory).toEqual(complete.memory);
      expect(repeated.diagnostics).toEqual(complete.diagnostics);
    },
  );
});
