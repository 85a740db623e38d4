import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { FORMATS } from '../../../../generator/trace/exports/index.ts';
import { eventually } from '../../../../test/eventually.ts';
import { span } from '../../base/time.ts';
import type { Session } from '../session/session.ts';
import { testSession } from '../session/test-session.ts';

const MS = 1_000_000;

/** The slow task comes first in the sketch, and last in the timeline. */
const SKETCH: Sketch = newSketch('two rates', {
  tasks: [
    newTask('slow', { periodUs: 40_000, budgetUs: 4_000 }),
    newTask('fast', { periodUs: 10_000, budgetUs: 1_000 }),
  ],
});

interface Downloaded {
  readonly name: string;
  readonly text: string;
}

function exporting() {
  const files: Downloaded[] = [];
  const session = testSession(SKETCH, {
    download: (name, pieces) => {
      files.push({ name, text: pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join('') });
    },
  });
  const exported = async (id: string): Promise<Downloaded> => {
    const format = FORMATS.find((each) => each.id === id);
    if (format === undefined) throw new Error(`no format ${id}`);
    await session.traceExport.exportTrace(format);
    const file = files.pop();
    if (file === undefined) throw new Error('no file');
    return file;
  };
  return { session, exported, files };
}

/** 400 ms of both tasks. */
function run({ trace }: Session): void {
  trace.beginTrace(SKETCH);
  const { store } = trace.store.getState();
  store.metadata({
    clockHz: 1_000_000,
    releaseStartNs: 0,
    objects: SKETCH.tasks.map(({ name, periodUs }, index) => {
      const periodNs = (periodUs ?? 0) * 1_000;
      return { ...{ class: 'task' as const, index, name, offsetNs: 0 }, periodNs, deadlineNs: periodNs, budgetNs: MS };
    }),
  });
  store.segment(true);
  store.event(0, 0, -1, 0);
  for (let k = 0; k < 40; k++) {
    for (const task of k % 4 === 0 ? [1, 0] : [1]) {
      const at = k * 10 * MS + (task === 0 ? MS : 0);
      store.event(at, 1, task, 0);
      store.event(at, 2, task, 0);
      store.event(at + MS, 5, task, 0);
    }
  }
}

/** The texts of a drawing: numbers of the axis, and the names of lanes from the top. */
function textsOf({ text }: Downloaded) {
  const texts = [...text.matchAll(/<text x="[\d.]+" y="([\d.]+)"[^>]*>([^<]*)</g)];
  const numbers = texts.flatMap(([, , word = '']) => (/^\d/.test(word) ? [Number(word)] : []));
  const names = texts
    .filter(([, , word = '']) => SKETCH.tasks.some(({ name }) => name === word))
    .toSorted(([, a], [, b]) => Number(a) - Number(b))
    .map(([, , word]) => word);
  return { numbers, names };
}

describe('an exported drawing', () => {
  it('shows the part of the run that the timeline shows, with its lanes', async () => {
    const { session, exported } = exporting();
    run(session);
    const whole = textsOf(await exported('svg'));
    expect(whole.numbers.at(0)).toBe(0);
    expect(whole.numbers.at(-1), 'two of the longest period').toBe(80);

    session.layout.times.measured.show({}, { view: span(200 * MS, 250 * MS), live: false });
    const drawing = await exported('svg');
    expect(drawing.name).toBe('two-rates.svg');
    const shown = textsOf(drawing);
    expect([shown.numbers.at(0), shown.numbers.at(-1)]).toEqual([200, 250]);
    expect(shown.names).toEqual(['fast', 'slow']);
    const tikz = await exported('tikz');
    expect(tikz.text).toContain('{200};');
    expect(tikz.text).not.toContain('{0};');
  });

  it('ends where the run ends, and shows its start if the timeline shows no part of it', async () => {
    const { session, exported } = exporting();
    run(session);
    session.layout.times.measured.show({}, { view: span(-10 * MS, 1_000 * MS), live: false });
    expect(textsOf(await exported('svg')).numbers.at(-1)).toBeLessThanOrEqual(391);
    session.layout.times.measured.show({}, { view: span(5_000 * MS, 6_000 * MS), live: false });
    expect(textsOf(await exported('svg')).numbers.at(-1)).toBe(80);
  });

  it('is of the predicted schedule if the timeline shows that', async () => {
    const { session, exported, files } = exporting();
    const { prediction, traceExport, notices } = session;
    const [svg] = FORMATS.filter(({ id }) => id === 'svg');
    if (svg === undefined) throw new Error('no format');
    await traceExport.exportTrace(svg);
    expect(files).toEqual([]);
    expect(notices.store.getState().notices.at(-1)?.text).toContain('There is no trace yet.');
    expect(traceExport.exportedKind()).toBeNull();

    prediction.watch();
    await eventually(() => expect(prediction.predicted.getState().growing).toBe(false));
    await eventually(() => expect(traceExport.exportedKind()).toBe('predicted'));
    session.layout.times.predicted.show({}, { view: span(100 * MS, 150 * MS), live: false });
    const drawing = await exported('svg');
    expect(drawing.name).toBe('two-rates-predicted.svg');
    const { numbers, names } = textsOf(drawing);
    expect([numbers.at(0), numbers.at(-1), ...names]).toEqual([100, 150, 'fast', 'slow']);
    expect((await exported('csv')).text).toContain('release');

    run(session);
    expect(traceExport.exportedKind(), 'a run is shown when it begins').toBe('measured');
    prediction.showTimelineOf('predicted');
    expect(traceExport.exportedKind()).toBe('predicted');
  });
});
