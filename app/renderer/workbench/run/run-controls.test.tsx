// @vitest-environment happy-dom
/** The buttons of a run, and the menu that chooses its device. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeviceEvents } from '../../../host/devices/device.ts';
import { TestDevice } from '../../../host/runs/test-device.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';
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

  it('show each step before the program starts, and Stop leaves no empty run', async () => {
    const steps: ((step: string) => void)[] = [];
    class Uploading extends TestDevice {
      override async start(_firmware: unknown, { status }: DeviceEvents): Promise<void> {
        steps.push((step) => status({ state: 'starting', boardTimeNs: null, speed: null, message: null, step }));
        steps[0]?.('Writing the program');
      }
    }
    const device = new Uploading();
    const list = async () => [{ id: 'test', label: 'Uno', features: device.features }];
    const { openChannel } = await testHost({ devices: { list, open: async () => device } });
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <RunControls />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.change(() => void session.run.buildAndRun());
    const step = () => view.container.querySelector('.run-step')?.textContent;
    await view.until(() => expect(step()).toBe('Writing the program'));
    steps[0]?.('Waiting for the program');
    await view.until(() => expect(step()).toBe('Waiting for the program'));
    await view.change(() => void session.run.stopRun());
    await view.until(() => view.get('button', 'Run'));
    expect(device.stops).toBeGreaterThan(0);
    expect(session.trace.store.getState().sketch).toBeNull();
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
    expect(session.devices.store.getState().chosen).toBe('two');
  });

  const features = { pause: false, speedControl: false, pins: false };
  const virtual = { id: 'virtual', label: 'Virtual Uno', features };
  const atPort = (port: string) => ({ id: 'usb:1:2:A', label: `Uno at port ${port}`, features });

  /** A host whose boards can be plugged in and out. */
  async function plugs() {
    let ports: readonly string[] = [];
    let lists = 0;
    const { openChannel, device, folder } = await testHost({
      devices: {
        list: async (_board, { chosen }) => {
          lists++;
          const present = ports.map(atPort);
          const isAbsent = chosen === 'usb:1:2:A' && present.length === 0;
          const absent = isAbsent ? [{ ...atPort(''), label: 'Uno (not plugged in)', isAbsent }] : [];
          return [virtual, ...present, ...absent];
        },
        open: async () => device,
        portsVersion: async () => ports.join(),
      },
    });
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <RunControls />);
    const plug = (...now: readonly string[]) => {
      ports = now;
    };
    return { session, view, plug, device, folder, lists: () => lists };
  }

  it('follows boards that are plugged in and out, open or closed', async () => {
    const { session, view, plug } = await plugs();
    await view.until(() => view.get('button', 'Run on: Virtual Uno'));
    await view.open('Run on: Virtual Uno');
    plug('ACM0');
    await view.until(() => view.get('menuitem', 'Uno at port ACM0'));
    await view.press('menuitem', 'Uno at port ACM0');
    await view.until(() => view.get('button', 'Run on: Uno at port ACM0'));
    plug();
    await view.until(() => view.get('button', 'Run on: Uno (not plugged in)'));
    await view.change(() => session.run.buildAndRun());
    expect(session.notices.store.getState().notices.at(-1)?.text).toContain('plug the board in');
    expect(session.build.store.getState().phase).toBe('idle');
    plug('ACM3');
    await view.until(() => view.get('button', 'Run on: Uno at port ACM3'));
    expect(session.devices.store.getState().chosen).toBe('usb:1:2:A');
  });

  it('asks for the devices when something has changed, and not for each run', async () => {
    const { session, view, lists } = await plugs();
    await view.until(() => view.get('button', 'Run on: Virtual Uno'));
    // The first question about the ports is answered.
    await view.until(() => expect(lists()).toBeGreaterThan(1));
    const before = lists();
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => view.get('button', 'Stop'));
    expect(lists()).toBe(before);
  });

  it('has the device on which the sketch ran last', async () => {
    const { session, view, plug, folder } = await plugs();
    plug('ACM0');
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.until(() => view.get('button', 'Run on: Virtual Uno'));
    const sketch = session.document.currentSketch();
    const open = (name: string) => {
      const file = { path: join(folder, name), revision: null, writable: true };
      return view.change(() => session.document.showDocument(sketch, file));
    };
    await open('blink.polyloop.json');
    await view.until(() => expect(session.devices.store.getState().devices).toHaveLength(2));
    expect(session.devices.store.getState().chosen).toBeNull();
    session.devices.choose('usb:1:2:A');
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => view.get('button', 'Stop'));
    await view.change(() => void session.run.stopRun());
    await view.until(() => view.get('button', 'Run on: Uno at port ACM0'));
    await open('other.polyloop.json');
    await view.until(() => view.get('button', 'Run on: Virtual Uno'));
    await open('blink.polyloop.json');
    await view.until(() => view.get('button', 'Run on: Uno at port ACM0'));
  });
});
