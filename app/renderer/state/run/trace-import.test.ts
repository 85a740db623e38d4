import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { traceFile } from '../../../../generator/trace/file/trace-file.ts';
import { Bench } from '../../../../generator/trace/jobs/test-jobs.ts';
import { testSession } from '../session/test-session.ts';
import { isTraceFile } from './trace-import.ts';

const SKETCH: Sketch = { ...sketchOf([{ T: 20_000, C: 4_000 }]), name: 'handed in' };

/** The bytes of a file with jobs. */
function bytesOf(sketch: Sketch | null, jobs = 1): Uint8Array<ArrayBuffer> {
  const bench = new Bench().play([0, 'boot']);
  for (let at = 0; at < jobs * 10; at += 10)
    bench.play([at, 'release', 0], [at + 1, 'start', 0], [at + 3, 'complete', 0]);
  const origin = sketch === null ? null : { source: 'board' as const, sketch };
  const parts = [...traceFile({ store: bench.store, jobs: bench.jobs, origin })];
  return new Uint8Array(Buffer.concat(parts));
}

const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'run.pltrace');

async function opened(bytes: Uint8Array<ArrayBuffer>) {
  const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
  await session.traceImport.openTrace(file(bytes));
  const { store, sketch } = session.trace.store.getState();
  const { shown } = session.prediction.store.getState();
  return { session, store, sketch, shown, notices: session.notices.store.getState().notices.map(({ text }) => text) };
}

describe('a recorded trace', () => {
  it('is shown with its own sketch, in place of the last run', async () => {
    const { store, sketch, shown, notices, session } = await opened(bytesOf(SKETCH));
    expect(sketch?.name).toBe('handed in');
    expect(store.end).toBeGreaterThanOrEqual(4);
    expect(shown).toBe('measured');
    expect(notices).toEqual(['The timeline shows run.pltrace, a trace of the sketch handed in.']);
    expect(session.document.currentSketch().name, 'the open sketch stays').not.toBe('handed in');
  });

  it.each([
    ['is cut within its header', () => bytesOf(SKETCH).slice(0, 60), 'ends within its header'],
    ['has a damaged header', () => new TextEncoder().encode('{"polyloopTrace":1,"source":"x"}\n\0'), 'is damaged'],
    ['is of a newer version', () => new TextEncoder().encode('{"polyloopTrace":9}\n\0'), 'Install a newer Polyloop'],
    ['is empty', () => new Uint8Array(0), 'no events of a program'],
    ['is another kind of file', () => new TextEncoder().encode('time,event\n1,2\n'), 'no events of a program'],
    ['has no sketch', () => bytesOf(null), 'does not have its sketch'],
  ])('is refused when it %s, and the last run stays', async (_case, bytes, words) => {
    const { store, shown, notices } = await opened(bytes());
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(`run.pltrace: `);
    expect(notices[0]).toContain(words);
    expect([store.end, shown]).toEqual([0, 'predicted']);
  });

  it('tells that events are missing', async () => {
    const bytes = bytesOf(SKETCH, 400);
    const middle = Math.floor((bytes.indexOf(0) + bytes.length) / 2);
    bytes.set([bytes[middle] === 1 ? 2 : 1], middle);
    const { notices } = await opened(bytes);
    expect(notices[0]).toContain('Events are missing in 1 place.');
  });

  it('has the extension of traces', () => {
    expect([{ name: 'a.PLTRACE' }, { name: 'a.ino' }].map(isTraceFile)).toEqual([true, false]);
  });
});
