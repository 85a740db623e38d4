// @vitest-environment happy-dom
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { uno } from '../../../../generator/boards/uno/index.ts';
import { testRecord } from '../../../../generator/calibration/test-record.ts';
import { presentTools } from '../../../host/calibration/present-tools.ts';
import { CalibrationStore } from '../../../host/calibration/store.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { judge } from '../../state/sketch/admission.ts';
import { show } from '../test-view.ts';
import { OverheadSource } from './overhead-source.tsx';

const PROGRAM = join(import.meta.dirname, '../../../..');
const SKETCH = { ...sketchOf([{ T: 10_000, C: 2_000 }]), target: 'superloop' as const };

async function connected(isStale: boolean | null) {
  const { folder, openChannel } = await testHost();
  const store = new CalibrationStore({ config: join(folder, 'config') });
  const { runtime, compiler } = await presentTools(uno, PROGRAM);
  const record = { ...testRecord(), runtime: isStale ? '00000000' : runtime, compiler: compiler ?? 'GCC 5.4.0' };
  if (isStale !== null) await store.write(record);
  const session = testSession(undefined, { openChannel });
  session.connection.connect();
  const view = await show(session, <OverheadSource />);
  await view.until(() => expect(session.document.store.getState().generation).toBe(1));
  await view.until(() => expect(session.settings.store.getState().known).toBe(true));
  await view.change(() => session.settings.saveSettings({ detail: 'full' }));
  await view.change(() => session.document.showDocument(SKETCH));
  return { session, view };
}

describe('where the counted overheads are from', () => {
  it('is the shipped record at first', async () => {
    const { view } = await connected(null);
    expect(view.text()).toContain('The verdict counts shipped overheads.');
    expect(view.all('button').map((button) => button.textContent)).toEqual(['Measure on the board']);
  });

  it('can be measured for preemption on one stack, too', async () => {
    const { session, view } = await connected(null);
    await view.change(() => session.document.showDocument({ ...SKETCH, target: 'preemptive' }));
    expect(view.all('button').map((button) => button.textContent)).toEqual(['Measure on the board']);
  });

  it('is a calibration, until the user goes back', async () => {
    const { session, view } = await connected(false);
    const utilization = () => session.admission.shown.getState().admission.utilization;
    const shipped = judge(SKETCH, { ideal: false, calibrations: [] }).utilization;
    await view.until(() => expect(view.text()).toContain('overheads measured on this board on 2026-11-23'));
    expect(utilization()).not.toBe(shipped);
    await view.press('button', 'Use the shipped overheads');
    await view.until(() => expect(view.text()).toContain('shipped overheads.'));
    expect(utilization()).toBe(shipped);
  });

  it('is the shipped record if the calibration is stale, with the reason', async () => {
    const { view } = await connected(true);
    await view.until(() => expect(view.text()).toContain('Another version of the runtime was measured.'));
    expect(view.text()).toContain('shipped overheads, because those that were measured on 2026-11-23 no longer apply');
    expect(view.all('button').map((button) => button.textContent)).toContain('Measure again');
  });

  it('stays as it was if the board reports nothing, and the window says so', async () => {
    const { session, view } = await connected(null);
    await session.connection.requireHost();
    await view.press('button', 'Measure on the board');
    await view.until(() =>
      expect(JSON.stringify(session.notices.store.getState())).toContain('The board did not report all figures'),
    );
    await view.until(() => expect(view.text()).toContain('Measure on the board'));
    expect(view.text()).toContain('shipped overheads');
  });

  it('cannot be measured on this computer', async () => {
    const session = testSession({ ...SKETCH, board: 'host' });
    const view = await show(session, <OverheadSource />);
    expect(view.text()).toContain('not measured and not counted');
    expect(view.all('button')).toEqual([]);
  });
});
