// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { SYNCHRONOUS_TASKS } from '../../state/sketch/admission.ts';
import { show } from '../test-view.ts';
import { AdmissionMeter } from './meter.tsx';

const manyTasks = (budgetUs: number): Sketch =>
  sketchOf(Array.from({ length: SYNCHRONOUS_TASKS + 1 }, () => ({ T: 1_000_000, C: budgetUs })));

async function meter(sketch: Sketch) {
  const session = testSession(sketch);
  const view = await show(session, <AdmissionMeter />);
  return { session, view, data: () => view.get('button', /^Admission: /).dataset };
}

describe('the admission meter', () => {
  it('shows the verdict in the same frame as the edit', async () => {
    const { session, view, data } = await meter(sketchOf([{ T: 10_000, C: 2_000 }]));
    expect(data()).toMatchObject({ admitted: 'true', stale: 'false' });
    const budget = (budgetUs: number) =>
      view.change(() => {
        session.document.edit('Change budget', (sketch) => {
          const tasks = sketch.tasks.map((task) => ({ ...task, budgetUs }));
          return { ok: true, sketch: { ...sketch, tasks } };
        });
      });
    await budget(11_000);
    expect(data()).toMatchObject({ admitted: 'false', stale: 'false' });
    await budget(1_000);
    expect(data()).toMatchObject({ admitted: 'true', stale: 'false' });
  });

  it('draws each task’s share at its position', async () => {
    const { session, view } = await meter(
      sketchOf([
        { T: 10_000, C: 2_000 },
        { T: 20_000, C: 6_000 },
      ]),
    );
    await view.change(() => session.admission.setIdeal(true));
    const segments = [...view.container.querySelectorAll<HTMLElement>('.meter-segment')];
    const widths = segments.map(({ style }) => Number.parseFloat(style.width));
    expect(widths.every((width) => width > 0)).toBe(true);
    const [first = 0, second = 0] = widths;
    expect(second / first).toBeCloseTo(1.5);
    expect(segments.every(({ parentElement }) => parentElement?.style.width === '100%')).toBe(true);
  });

  it('has no tick of success while the program of this sketch does not work', async () => {
    const { session, view } = await meter(sketchOf([{ T: 10_000, C: 2_000 }]));
    const verdict = () => view.container.querySelector('[data-verdict]')?.getAttribute('data-verdict');
    expect(verdict()).toBe('yes');
    await view.change(() => {
      session.health.store.setState({ verdict: { health: 'failed', label: 'Hung', finding: null } });
    });
    expect(verdict()).toBe('broken');
  });

  it('opens when the pointer rests on it, and not when it grows under a resting pointer', async () => {
    const { view } = await meter(sketchOf([{ T: 10_000, C: 2_000 }]));
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const point = (type: string) =>
      view.change(() => {
        const event = new PointerEvent(type, { bubbles: true, pointerType: 'mouse' });
        view.get('button', /^Admission: /).dispatchEvent(event);
        vi.advanceTimersByTime(1_000);
      });
    const isOpen = () => view.get('button', /^Admission: /).getAttribute('aria-expanded');
    await point('pointerover');
    expect(isOpen()).toBe('false');
    await point('pointermove');
    expect(isOpen()).toBe('true');
    await point('pointerout');
    expect(isOpen()).toBe('false');
  });

  it('offers the cheapest remedy of a refused sketch, which makes it fit', async () => {
    const { session, view, data } = await meter(
      sketchOf([
        { T: 10_000, C: 6_000, name: 'steady' },
        { T: 20_000, C: 10_000, name: 'greedy' },
      ]),
    );
    expect(data()).toMatchObject({ admitted: 'false' });
    await view.until(() => view.get('button', /^Apply: (steady|greedy) .* would fit$/));
    expect(view.text(), 'for a narrow strip').toMatch(/(steady|greedy) takes ≤ [\d.]+ ms/);
    await view.press('button', /^Apply: /);
    expect(data()).toMatchObject({ admitted: 'true' });
    expect(view.text()).toMatch(/^Everything fits\. Tightest: (steady|greedy), [\d.]+ of [\d.]+ ms/);
    expect(view.names('button').some((name) => name.startsWith('Apply'))).toBe(false);
    await view.change(() => session.document.undo());
    expect(data()).toMatchObject({ admitted: 'false' });
  });

  it('offers preemption where a long job keeps a short period waiting, and changes no number', async () => {
    const tasks = [newTask('urgent'), newTask('long', { periodUs: 200_000, budgetUs: 50_000 })];
    const { session, view, data } = await meter(newSketch('beside', { tasks }));
    expect(data()).toMatchObject({ admitted: 'false' });
    await view.until(() => view.get('button', 'Apply: Target Preemptive would fit'));
    await view.press('button', /^Apply: /);
    expect(session.document.currentSketch()).toMatchObject({ target: 'preemptive', tasks });
    expect(data()).toMatchObject({ admitted: 'true' });
  });

  it('opens the explanation when it is clicked', async () => {
    const { view } = await meter(sketchOf([]));
    expect(view.container.querySelector('[data-verdict]')).toBeNull();
    await view.press('button', /^Admission: /);
    expect(document.querySelector('[data-testid="admission-explanation"]')).not.toBeNull();
  });

  it('analyses a large sketch in a worker, and marks the previous verdict as stale meanwhile', async () => {
    const { session, view, data } = await meter(manyTasks(1_000));
    await view.until(() => expect(data()).toMatchObject({ admitted: 'true', stale: 'false' }));
    await view.change(() => {
      session.document.edit('Change budgets', () => ({ ok: true, sketch: manyTasks(30_000) }));
    });
    await view.until(() => expect(data()).toMatchObject({ admitted: 'false', stale: 'false' }));
    expect(session.admission.large.store.getState().answer?.question.sketch).toBe(session.document.currentSketch());
  });

  it('analyses a large sketch in the window if there is no worker', async () => {
    const startAnalysisWorker = () => {
      throw new Error('Workers are forbidden here.');
    };
    const session = testSession(manyTasks(30_000), { startAnalysisWorker });
    const view = await show(session, <AdmissionMeter />);
    await view.until(() => expect(view.get('button', /^Admission: /).dataset).toMatchObject({ admitted: 'false' }));
  });
});
