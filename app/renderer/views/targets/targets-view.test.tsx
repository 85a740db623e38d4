// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { TARGETS } from '../../../../generator/targets/index.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { TargetsView } from './targets-view.tsx';

describe('the comparison of targets', () => {
  it('waits for a task', async () => {
    const view = await show(testSession(newSketch('s')), <TargetsView />);
    expect(view.text()).toContain('Add a task');
  });

  it('has a row for each target, marks the current one, and a click changes the target', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    const view = await show(session, <TargetsView />);
    await view.until(() => expect(view.all('row')).toHaveLength(TARGETS.length));
    const heads = () => view.all('row').map((row) => row.querySelector('th')?.textContent);
    expect(heads().toSorted()).toEqual(TARGETS.map(({ label }) => label).toSorted());
    expect(view.get('button', 'FreeRTOS is in use')).toHaveProperty('disabled', true);
    await view.press('button', 'Use Super-loop');
    expect(session.document.currentSketch().target).toBe('superloop');
    await view.until(() => expect(view.get('button', 'Super-loop is in use')).toBeTruthy());
  });

  it('shows why a target does not admit the sketch', async () => {
    // On the super-loop, T1 cannot preempt a job of T2, and the job is too long for T1's deadline.
    const session = testSession(
      sketchOf([
        { T: 5_000, C: 1_000 },
        { T: 50_000, C: 8_000 },
      ]),
    );
    const view = await show(session, <TargetsView />);
    await view.until(() => expect(view.all('row')).toHaveLength(TARGETS.length));
    const row = (label: string) => view.all('row').find((each) => each.querySelector('th')?.textContent === label);
    expect(row('FreeRTOS')?.textContent).toContain('Admitted');
    expect(row('Super-loop')?.textContent).toContain('T1');
    expect(row('Super-loop')?.querySelector('[data-verdict]')?.getAttribute('data-verdict')).not.toBe('yes');
  });
});
