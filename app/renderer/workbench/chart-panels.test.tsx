// @vitest-environment happy-dom
/**
 * The charts with a session: what they show of a prediction and of a run. Tests in charts/ cover
 * the drawing itself.
 */
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../generator/analysis/test-sketches.ts';
import { modelOf } from '../../../generator/simulation/test-models.ts';
import { newInterrupt } from '../../../generator/sketch/create.ts';
import { removeElement, updateElement } from '../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { EVENT_KINDS, type EventKind } from '../../../generator/trace/events.ts';
import type { Session } from '../state/session/session.ts';
import { testSession } from '../state/session/test-session.ts';
import { show } from '../views/test-view.ts';
import { TimelinePanel } from './chart-panels.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';

/** T2 is more urgent than T1. */
const SKETCH = sketchOf([
  { T: 20_000, C: 4_000 },
  { T: 10_000, C: 2_000 },
]);

async function timeline(sketch: Sketch = SKETCH) {
  const session = testSession(sketch);
  const view = await show(session, <TimelinePanel />);
  const labels = () => view.all('button').filter(({ className }) => className === 'pl-timeline-label');
  const lanes = () => labels().map((label) => label.querySelector('.pl-timeline-name')?.textContent);
  const chart = () => view.container.querySelector<HTMLElement>('[data-testid="timeline"]');
  return { session, view, labels, lanes, chart };
}

describe('the timeline', () => {
  it('has a lane for each task, most urgent first, and a click selects its task', async () => {
    const { session, view, labels, lanes, chart } = await timeline();
    expect(lanes()).toEqual(['T2', 'T1']);
    expect(chart()?.dataset.shows).toBe('predicted');
    await view.change(() => labels()[0]?.click());
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'T2' }]);
  });

  it('gives a long name the width of the period, which its title says', async () => {
    const name = 'a task with a long name';
    const [first, ...others] = SKETCH.tasks.map((task, index) => (index === 0 ? { ...task, name } : task));
    const { labels } = await timeline({ ...SKETCH, tasks: first === undefined ? [] : [first, ...others] });
    expect(labels().map(({ dataset }) => dataset.long)).toEqual(['false', 'true']);
  });

  it('reorders the lanes when a period changes', async () => {
    const { session, view, lanes } = await timeline();
    await view.change(() => {
      session.document.edit('Change period', (sketch) => updateElement(sketch, 'tasks', 'T1', { periodUs: 5_000 }));
    });
    await view.until(() => expect(lanes()).toEqual(['T1', 'T2']));
  });

  it('shows a lane for each interrupt handler', async () => {
    const handler = newInterrupt('Edge', '2', { handlerBudgetUs: 500, handlerPeriodUs: 15_000 });
    const { session, view, labels, lanes } = await timeline({ ...SKETCH, interrupts: [handler] });
    expect(lanes().toSorted()).toEqual(['Edge', 'T1', 'T2']);
    await view.change(() => labels()[lanes().indexOf('Edge')]?.click());
    expect(session.selection.currentSelection()).toEqual([{ kind: 'interrupts', name: 'Edge' }]);
  });

  it('shows why a sketch cannot be simulated, and a hint if there is no task', async () => {
    const { view } = await timeline({ ...SKETCH, tasks: [] });
    await view.until(() => expect(view.text()).toContain('Add a task to see'));
  });

  it('has playback controls for a prediction, but not for a run', async () => {
    const { session, view, chart } = await timeline();
    expect(view.get('button', 'Play (Space)')).toBeTruthy();
    await view.change(() => session.trace.beginTrace(SKETCH));
    expect(chart()?.dataset.shows).toBe('measured');
    expect(view.all('button', 'Play (Space)')).toEqual([]);
    expect(view.text()).toContain('The run ended before any job was measured.');
    await view.change(() => session.run.store.setState({ phase: 'running' }));
    expect(view.text()).toContain('Each job appears here as soon as its telemetry arrives.');
  });

  it('shows as many misses as the strip and the cards, although it is painted more often', async () => {
    const { session, view } = await timeline();
    await view.change(() => session.trace.beginTrace(SKETCH));
    await view.change(() => session.measured.store.setState({ misses: 3 }));
    expect(view.get('button', '3 missed')).toBeTruthy();
    await view.change(() => session.prediction.store.setState({ shown: 'predicted' }));
    expect(view.all('button', '3 missed')).toEqual([]);
  });

  it('keeps the lanes of the program that ran while the sketch changes, and does not select deleted elements', async () => {
    const { session, view, labels, lanes } = await timeline();
    await view.change(() => session.trace.beginTrace(SKETCH));
    await view.change(() => session.run.store.setState({ phase: 'running' }));
    await view.change(() => {
      session.document.edit('Delete', (sketch) => removeElement(sketch, 'tasks', 'T2'));
    });
    expect(lanes()).toEqual(['T2', 'T1']);
    await view.change(() => labels()[0]?.click());
    expect(session.selection.currentSelection()).toEqual([]);
  });
});

/** A run in which T1, the second lane, misses its deadline at 20 ms, and T2 its deadline at 40 ms. */
function beginMissingRun(session: Session): void {
  session.trace.beginTrace(SKETCH);
  const { store } = session.trace.store.getState();
  store.metadata(
    modelOf([
      { T: 20_000, C: 4_000 },
      { T: 10_000, C: 2_000 },
    ]).metadata,
  );
  store.segment(true);
  const event = (atMs: number, kind: EventKind, task: number) =>
    store.event(atMs * 1e6, EVENT_KINDS.indexOf(kind), task, 0);
  event(0, 'release', 0);
  event(0, 'start', 0);
  event(20, 'deadline-miss', 0);
  event(21, 'complete', 0);
  event(30, 'release', 1);
  event(30, 'start', 1);
  event(40, 'deadline-miss', 1);
  event(41, 'complete', 1);
}

describe('a miss that another part of the window asks for', () => {
  const opened = (view: Awaited<ReturnType<typeof timeline>>['view']) =>
    view.all('dialog').map((card) => card.textContent);

  it('opens with its reason, although the timeline shows the prediction', async () => {
    const { session, view } = await timeline();
    await view.change(() => beginMissingRun(session));
    await view.change(() => session.prediction.showTimelineOf('predicted'));
    await view.change(() => session.missRequest.showFirstMiss(null));
    await view.until(() => expect(opened(view)).toEqual([expect.stringMatching(/^T1 missed its deadline/)]));
    expect(session.missRequest.store.getState().asked).toBeNull();
  });

  it('opens as the first of its task', async () => {
    const { session, view } = await timeline();
    await view.change(() => beginMissingRun(session));
    await view.change(() => session.missRequest.showFirstMiss(1));
    await view.until(() => expect(opened(view)).toEqual([expect.stringMatching(/^T2 missed its deadline/)]));
  });

  it('opens when the timeline is shown later', async () => {
    const session = testSession(SKETCH);
    beginMissingRun(session);
    session.missRequest.showFirstMiss(null);
    const view = await show(session, <TimelinePanel />);
    await view.until(() => expect(opened(view)).toHaveLength(1));
  });
});

describe('the statistics', () => {
  it('count the jobs of the predicted schedule and show their bounds', async () => {
    const session = testSession(SKETCH);
    session.admission.setIdeal(true);
    const view = await show(session, <StatisticsPanel />);
    await view.until(() => expect(session.prediction.predicted.getState().growing).toBe(false));
    const cells = (name: string) => {
      const row = view.all('row').find((each) => each.textContent?.includes(name));
      return [...(row?.children ?? [])].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' '));
    };
    await view.until(() => expect(Number(cells('T1')[1])).toBeGreaterThan(0));
    // Two hyperperiods, plus the jobs that begin at the last instant.
    expect(Number(cells('T2')[1])).toBeGreaterThanOrEqual(2 * Number(cells('T1')[1]) - 1);
    expect(view.container.querySelector('[data-testid="statistics"]')?.getAttribute('data-shows')).toBe('predicted');
    await view.change(() => session.trace.beginTrace(SKETCH));
    expect(view.container.querySelector('[data-testid="statistics"]')?.getAttribute('data-shows')).toBe('measured');
  });
});
