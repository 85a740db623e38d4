// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { show } from '../../views/test-view.ts';
import { testSession } from '../session/test-session.ts';
import { judge, SYNCHRONOUS_TASKS, useJudged, useVerdictOn } from './admission.ts';
import { useSketch } from './document.ts';

const small = () => sketchOf([{ T: 10_000, C: 2_000 }]);
const large = () => sketchOf(Array.from({ length: SYNCHRONOUS_TASKS + 1 }, () => ({ T: 1_000_000, C: 1_000 })));

function Admitted({ onRender }: { readonly onRender: () => void }) {
  onRender();
  return useJudged(({ admission }) => (admission.admitted ? 'fits' : 'does not fit'));
}

const responsesOf = ({ tasks }: Sketch, admission: Admission): string =>
  `${tasks[0]?.budgetUs} ${admission.tasks.map(({ responseNs }) => responseNs).join(' ')}`;

function Responses() {
  const { sketch, admission } = useVerdictOn(useSketch());
  return responsesOf(sketch, admission);
}

describe('the verdict', () => {
  it('renders a view only when the part that it shows has changed', async () => {
    const session = testSession(small());
    let renders = 0;
    const view = await show(session, <Admitted onRender={() => renders++} />);
    const budget = (budgetUs: number) =>
      view.change(() => session.document.edit('b', (sketch) => updateElement(sketch, 'tasks', 'T1', { budgetUs })));
    const first = renders;
    for (let budgetUs = 2_000; budgetUs < 2_100; budgetUs += 10) await budget(budgetUs);
    expect(renders).toBe(first);
    await budget(9_999);
    expect(view.text()).toBe('does not fit');
    expect(renders).toBe(first + 1);
    await view.change(() => session.document.undo());
    expect(view.text()).toBe('fits');
  });

  it('is not computed while no view shows it', () => {
    const session = testSession(large());
    expect(session.admission.large.store.getState().answer).toBeNull();
    expect(session.admission.shown.getState()).toMatchObject({ stale: false, admission: { admitted: true } });
  });

  it('on another sketch comes from a worker if the sketch is large, and belongs to the last edit', async () => {
    const session = testSession(large());
    const view = await show(session, <Responses />);
    for (const budgetUs of [2_000, 3_000, 4_000]) {
      await view.change(() =>
        session.document.edit('b', (sketch) => updateElement(sketch, 'tasks', 'T1', { budgetUs })),
      );
    }
    const sketch = session.document.currentSketch();
    await view.until(() =>
      expect(view.text()).toBe(responsesOf(sketch, judge(sketch, session.calibrations.counted()))),
    );
    expect(view.text()).toMatch(/^4000 /);
  });
});
