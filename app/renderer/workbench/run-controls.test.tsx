// @vitest-environment happy-dom
/** The buttons of a run, and the menu that chooses its device. */
import { describe, expect, it } from 'vitest';
import { testHost } from '../state/session/test-host.ts';
import { testSession } from '../state/session/test-session.ts';
import { show } from '../views/test-view.ts';
import { RunControls } from './run-controls.tsx';

describe('the run’s buttons', () => {
  it('follow a run from its build to its end', async () => {
    const { openChannel, device } = await testHost();
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    session.commands.registerCommands([
      { id: 'run', title: 'Run', run: () => void session.run.buildAndRun() },
      { id: 'stop', title: 'Stop', run: () => void session.run.stopRun() },
    ]);
    const view = await show(session, <RunControls />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.press('button', 'Run');
    await view.until(() => view.get('button', 'Stop'));
    expect(view.container.querySelector('[data-testid="board-time"]')?.textContent).toContain('× 1.0');
    await view.choose('Speed', '× 0.5');
    await view.until(() => expect(device.calls).toContain('setSpeed 0.5'));
    await view.press('button', 'Pause');
    await view.until(() => view.get('button', 'Resume'));
    await view.press('button', 'Resume');
    await view.until(() => view.get('button', 'Pause'));
    await view.press('button', 'Stop');
    await view.until(() => view.get('button', 'Run'));
    expect(device.stops).toBe(1);
  });

  it('return to Run when the device ends by itself', async () => {
    const { openChannel, device } = await testHost();
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <RunControls />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => view.get('button', 'Stop'));
    device.report('failed', 'The cable was pulled.');
    await view.until(() => view.get('button', 'Run'));
    expect(session.trace.lineOf().last.failure).toBe('The cable was pulled.');
  });
});

describe('the menu beside Run', () => {
  it('names the device, and keeps the chosen one', async () => {
    const features = { pause: true, speedControl: true, pins: true };
    const { openChannel } = await testHost({
      devices: {
        list: async () => ['one', 'two'].map((id) => ({ id, label: `Board ${id}`, features })),
        open: async () => Promise.reject(new Error('not used')),
      },
    });
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <RunControls />);
    await view.until(() => view.get('button', 'Run on: Board one'));
    await view.open('Run on: Board one');
    await view.until(() => view.get('menuitem', 'Board two'));
    await view.press('menuitem', 'Board two');
    await view.until(() => view.get('button', 'Run on: Board two'));
    expect(session.run.store.getState().deviceId).toBe('two');
  });
});
