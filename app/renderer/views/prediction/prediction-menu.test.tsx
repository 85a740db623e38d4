// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { newResource } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { useSimulation } from '../../state/run/prediction.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { PredictionMenu } from './prediction-menu.tsx';
import { OutlinesToggle, Shows } from './shows.tsx';

/** A view that shows a schedule, like the timeline. */
function Watching() {
  useSimulation();
  return (
    <>
      <Shows />
      <OutlinesToggle />
      <PredictionMenu />
    </>
  );
}

async function watching(sketch: Partial<Sketch> = {}) {
  const session = testSession({ ...sketchOf([{ T: 10_000, C: 2_000 }]), ...sketch });
  session.settings.changeSettings({ detail: 'full' });
  const view = await show(session, <Watching />);
  const { prediction } = session;
  const simulated = () => prediction.predicted.getState().simulated;
  await view.until(() => expect(simulated()).not.toBeNull());
  return { session, view, simulated, options: () => prediction.store.getState().options };
}

describe('the prediction', () => {
  it('is simulated while a view shows it, and follows each edit', async () => {
    const { session, view, simulated } = await watching();
    const jobs = () => {
      simulated()?.schedule.jobs.update();
      return simulated()?.question.sketch.tasks[0]?.budgetUs;
    };
    expect(jobs()).toBe(2_000);
    await view.change(() => {
      session.document.edit('Change budget', (sketch) => {
        const tasks = sketch.tasks.map((task) => ({ ...task, budgetUs: 3_000 }));
        return { ok: true, sketch: { ...sketch, tasks } };
      });
    });
    await view.until(() => expect(jobs()).toBe(3_000));
  });

  it('is not simulated when no view shows it', async () => {
    const { session, view } = await watching();
    const isGrowing = () => session.prediction.predicted.getState().growing;
    await view.until(() => expect(isGrowing()).toBe(false));
    session.prediction.changePrediction({ seed: 8 });
    expect(isGrowing()).toBe(true);
    await view.unmount();
    expect(isGrowing()).toBe(false);
    session.prediction.changePrediction({ seed: 9 });
    expect(isGrowing()).toBe(false);
  });

  it('uses the menu’s options, and can be reset', async () => {
    const { view, simulated, options } = await watching();
    await view.press('button', 'Options of the prediction');
    expect(view.all('button', 'Reset')).toEqual([]);
    await view.enter('Seed', '7');
    await view.enter('Length', '1 s');
    expect(options()).toMatchObject({ seed: 7, lengthNs: 1e9 });
    await view.until(() => expect(simulated()?.question).toMatchObject({ untilNs: 1e9, options: { seed: 7 } }));
    await view.enter('Length', '0');
    expect(view.get('alert', 'At least 1 µs.')).toBeTruthy();
    await view.enter('Length', '2 s');
    await view.press('button', 'Reset');
    expect(options()).toMatchObject({ seed: 1, lengthNs: null });
  });

  it('stays open for the Escape that discards what was typed', async () => {
    const { view, options } = await watching();
    await view.press('button', 'Options of the prediction');
    await view.type('Seed', '75');
    await view.key('Seed', 'Escape');
    expect(view.value('field', 'Seed')).toBe('1');
    await view.key('Seed', 'Escape');
    expect(view.all('field', 'Seed')).toEqual([]);
    expect(options().seed).toBe(1);
  });

  it('has options in simple only while one of them is not the default', async () => {
    const { session, view } = await watching();
    await view.change(session.settings.toggleDetail);
    expect(view.all('button', 'Options of the prediction')).toEqual([]);
    await view.change(() => session.prediction.changePrediction({ seed: 7 }));
    expect(view.get('button', 'Options of the prediction')).toBeTruthy();
  });

  it('has a protocol only if there are resources, and a scheduler only if there are several cores', async () => {
    const { view } = await watching();
    await view.press('button', 'Options of the prediction');
    expect(view.all('list').map((list) => list.id)).toHaveLength(2);
    await view.unmount();
    const rich = await watching({ resources: [newResource('Bus')], cores: 2 });
    await rich.view.press('button', 'Options of the prediction');
    expect(rich.view.names('list')).toEqual(['First arrivals', 'Jobs take', 'Resources', 'Scheduler']);
  });

  it('offers measured times and the run only after a run', async () => {
    const { session, view } = await watching();
    expect(view.get('button', 'Measured')).toHaveProperty('disabled', true);
    await view.press('button', 'Options of the prediction');
    await expect(view.choose('Jobs take', 'what the last run measured')).rejects.toThrow('cannot be chosen');
    await view.change(() => session.trace.beginTrace(session.document.currentSketch()));
    expect(view.get('button', 'Measured').getAttribute('aria-pressed')).toBe('true');
    await view.choose('Jobs take', 'what the last run measured');
    await view.press('button', 'Predicted');
    expect(session.prediction.store.getState().shown).toBe('predicted');
  });

  it('is shown again after an edit, unless a program runs', async () => {
    const { session, view } = await watching();
    const edit = (budgetUs: number) =>
      view.change(() => {
        session.document.edit('Change budget', (sketch) => {
          const tasks = sketch.tasks.map((task) => ({ ...task, budgetUs }));
          return { ok: true, sketch: { ...sketch, tasks } };
        });
      });
    const shown = () => session.prediction.store.getState().shown;
    await view.change(() => session.trace.beginTrace(session.document.currentSketch()));
    await view.change(() => session.run.store.setState({ phase: 'running' }));
    await edit(1_500);
    expect(shown()).toBe('measured');
    await view.change(() => session.run.store.setState({ phase: 'idle' }));
    await edit(1_600);
    expect(shown()).toBe('predicted');
  });
});
