// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { BrokenPromise } from '../../../../generator/health/promises.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { AdmissionMeter } from '../../views/admission/meter.tsx';
import { show } from '../../views/test-view.ts';
import { EarlierRun, RunBadge, RunBanner } from './run-health.tsx';

const SKETCH = newSketch('s', {
  target: 'freertos',
  tasks: [
    newTask('blink', { periodUs: 2_000_000, budgetUs: 1_000 }),
    newTask('other', { periodUs: 20_000, budgetUs: 1_000 }),
  ],
});

const TOOK: BrokenPromise = {
  kind: 'budget',
  element: { kind: 'task', name: 'blink' },
  sentence: 'blink took 1 s; it was promised 1 ms.',
  budgetUs: 1_010_000,
};

function Strip() {
  return (
    <>
      <AdmissionMeter />
      <RunBadge />
      <RunBanner />
      <EarlierRun />
    </>
  );
}

/** A window after a run that broke these promises. */
async function ranWith(...broken: BrokenPromise[]) {
  const session = testSession(SKETCH);
  const view = await show(session, <Strip />);
  await view.change(() => {
    session.trace.beginTrace(session.document.currentSketch());
    session.health.store.setState({ broken, verdict: { health: 'misses', label: '2 misses', finding: null } });
  });
  const icon = () => view.container.querySelector<HTMLElement>('[data-verdict]')?.dataset.verdict;
  return { session, view, icon };
}

describe('promise and reality', () => {
  it('a broken promise replaces the verdict of an admitted sketch, and its tick', async () => {
    const { session, view, icon } = await ranWith();
    expect(icon()).toBe('yes');
    await view.change(() => session.health.store.setState({ broken: [TOOK] }));
    expect(icon()).toBe('broken');
    expect(view.names('button')[0]).toBe(`Admission: ${TOOK.sentence}`);
  });

  it('offers the measured budget, after which the values are marked as those of an earlier version', async () => {
    const { session, view, icon } = await ranWith(TOOK);
    expect(view.container.querySelector('[data-testid="earlier-run"]')).toBeNull();
    await view.press('button', 'Set budget to 1.01 s');
    expect(session.document.currentSketch().tasks[0]?.budgetUs).toBe(1_010_000);
    expect(view.text()).not.toContain(TOOK.sentence);
    expect(view.text()).toContain('from an earlier version of the sketch');
    expect(view.get('button', /^Run: 2 misses, from an earlier version/)).toBeTruthy();
    expect(icon()).not.toBe('broken');
    await view.change(() => session.document.undo());
    expect(icon()).toBe('broken');
  });

  it('has a badge that is a button only if it has misses to show', async () => {
    const { session, view } = await ranWith();
    await view.press('button', /^Run: 2 misses/);
    expect(session.missRequest.store.getState().asked).toEqual({ task: null });
    expect(session.prediction.store.getState().shown).toBe('measured');
    expect(session.layout.store.getState().wanted?.panel).toBe('timeline');
    await view.change(() =>
      session.health.store.setState({ verdict: { health: 'ok', label: 'No misses', finding: null } }),
    );
    expect(view.container.querySelector('[data-testid="run-badge"]')?.tagName).toBe('OUTPUT');
  });

  it('says that the values are those of a file', async () => {
    const { session, view } = await ranWith();
    await view.change(() => session.trace.showRecorded({ sketch: newSketch('other'), source: 'board' }, []));
    expect(view.text()).toContain('from a file');
    expect(view.text()).not.toContain('earlier version');
    await view.change(() => session.trace.beginTrace(session.document.currentSketch()));
    expect(view.text()).not.toContain('from a file');
  });

  it('opens the code of the task', async () => {
    const { session, view } = await ranWith({ ...TOOK, budgetUs: null });
    expect(view.names('button').some((name) => name.startsWith('Set budget'))).toBe(false);
    await view.press('button', 'Show code');
    expect(session.bodies.store.getState().open.map(({ owner }) => owner?.name)).toEqual(['blink']);
  });

  it('an edit of code makes the values stale, a moved card does not', async () => {
    const { session, view } = await ranWith(TOOK);
    const change = (member: object) =>
      view.change(() =>
        session.document.edit('Change', (sketch) => {
          const tasks = sketch.tasks.map((task, index) => (index === 1 ? { ...task, ...member } : task));
          return { ok: true, sketch: { ...sketch, tasks } };
        }),
      );
    await change({ position: { x: 7, y: 7 } });
    expect(view.text()).toContain(TOOK.sentence);
    await change({ body: 'delay(1);' });
    expect(view.text()).not.toContain(TOOK.sentence);
  });
});
