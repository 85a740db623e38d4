/** A window's state from end to end, with the real host and a device that the test controls. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { addElement, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import type { Environment } from './environment.ts';
import type { Session } from './session.ts';
import { failedBuild, testHost } from './test-host.ts';
import { memoryStorage, testSession } from './test-session.ts';

const SKETCH = newSketch('three', { tasks: [newTask('Blink', { periodUs: 10_000, budgetUs: 1_000 })] });

/** A session of this host that is connected and has opened its first sketch. */
async function connected(openChannel: Environment['openChannel'], environment: Partial<Environment> = {}) {
  const session = testSession(undefined, { openChannel, ...environment });
  session.connection.connect();
  await eventually(() => expect(session.document.store.getState().generation).toBeGreaterThan(0));
  return session;
}

const phaseOf = ({ run }: Session) => run.store.getState().phase;
const textsOf = ({ notices }: Session) => notices.store.getState().notices.map(({ text }) => text);
const rename = (session: Session, name: string) =>
  session.document.edit('Rename sketch', (sketch) => updateSketch(sketch, { name }));

describe('a session', () => {
  it('opens the first starter sketch if the host specifies nothing else', async () => {
    const { openChannel } = await testHost();
    const session = await connected(openChannel);
    expect(session.document.currentSketch().tasks.length).toBeGreaterThan(0);
    expect(session.document.isUnsaved()).toBe(false);
  });

  it('shares no state with another session of the same page', async () => {
    const one = testSession(SKETCH);
    const other = testSession(SKETCH);
    rename(one, 'changed');
    one.selection.select([{ kind: 'tasks', name: 'Blink' }]);
    one.notices.notify('Only here.');
    one.layout.showPanel('console');
    expect(other.document.currentSketch().name).toBe('three');
    expect(other.selection.currentSelection()).toEqual([]);
    expect(textsOf(other)).toEqual([]);
    expect(other.layout.store.getState().wanted).toBeNull();
  });

  it('builds, runs, pauses and stops a program', async () => {
    const { openChannel, device } = await testHost();
    const session = await connected(openChannel);
    const phases: string[] = [];
    session.run.store.subscribe(({ phase }) => (phases.at(-1) === phase ? undefined : phases.push(phase)));
    await session.run.buildAndRun();
    await eventually(() => expect(phaseOf(session)).toBe('running'));
    await session.run.togglePause();
    await eventually(() => expect(phaseOf(session)).toBe('paused'));
    await session.run.togglePause();
    await eventually(() => expect(phaseOf(session)).toBe('running'));
    await session.run.stopRun();
    expect(phases).toEqual(['building', 'starting', 'running', 'paused', 'running', 'stopping', 'idle']);
    expect(device.stops).toBe(1);
    expect(session.build.store.getState()).toMatchObject({ phase: 'ok', lines: [{ text: 'compile' }] });
    expect(textsOf(session)).toEqual([]);
  });

  it('passes pins, speed and lines to the device, including pins that were set before the run', async () => {
    const { openChannel, device } = await testHost();
    const session = await connected(openChannel);
    session.run.setPin('A0', { kind: 'analog', millivolts: 100 });
    session.run.setSpeed(0.5);
    expect(device.calls).toEqual([]);
    await session.run.buildAndRun();
    expect(device.calls.filter((call) => !call.startsWith('setParts'))).toEqual(['setPin A0', 'setSpeed 0.5']);
    session.run.setPin('2', { kind: 'digital', level: 1 });
    session.run.sendLine('go');
    await eventually(() => expect(String.fromCharCode(...device.written)).toBe('go\n'));
    expect(device.calls.at(-1)).toBe('setPin 2');
    device.showPin('13', 1);
    await eventually(() => expect(session.pins.store.getState().pins.get('13')).toMatchObject({ level: 1 }));
    await session.run.stopRun();
    expect(session.pins.store.getState().pins.size).toBe(0);
  });

  it('operates the parts of the running program, rewires them after an edit, and shows what they show', async () => {
    const { openChannel, device } = await testHost();
    const session = await connected(openChannel);
    const dial = newPart('Dial', 'potentiometer', { pins: { wiper: 'A0' } });
    session.document.edit('Add part', (sketch) => addElement(sketch, 'parts', dial));
    session.run.setPart('Dial', 20);
    expect(device.calls).toEqual([]);
    await session.run.buildAndRun();
    expect(device.calls.at(-1)).toMatch(/^setParts .*Dial=20$/);
    session.run.setPart('Dial', 70);
    await eventually(() => expect(device.calls).toContain('setPart Dial=70'));
    session.document.edit('Change wiring', (sketch) =>
      updateElement(sketch, 'parts', 'Dial', { pins: { wiper: 'A1' }, position: { x: 5, y: 5 } }),
    );
    await eventually(() => expect(device.calls.at(-1)).toMatch(/^setParts .*Dial=70$/));
    const { length } = device.calls;
    session.document.edit('Move', (sketch) => updateElement(sketch, 'parts', 'Dial', { position: { x: 9, y: 9 } }));
    session.document.edit('Add part', (sketch) =>
      addElement(sketch, 'parts', newPart('Lamp', 'led', { pins: { anode: '13' } })),
    );
    await eventually(() =>
      expect(device.calls.slice(length)).toEqual([expect.stringMatching(/^setParts .*Dial=70 Lamp=0$/)]),
    );
    device.showPart({ part: 'Lamp', view: { shows: 'light', brightness: 0.5 } });
    await eventually(() => expect(session.pins.store.getState().views.get('Lamp')).toMatchObject({ brightness: 0.5 }));
    await session.run.stopRun();
    expect(session.pins.store.getState().views.size).toBe(0);
    expect(session.pins.store.getState().values.get('Dial')).toBe(70);
    expect(textsOf(session)).toEqual([]);
  });

  it('shows why a sketch cannot be built, and runs nothing', async () => {
    const diagnostic: Diagnostic = {
      severity: 'error',
      message: 'expected ;',
      file: null,
      line: 2,
      column: 1,
      element: { kind: 'task', name: 'Blink' },
      member: 'body',
    };
    const { openChannel } = await testHost({ build: async () => failedBuild({ diagnostics: [diagnostic] }) });
    const session = await connected(openChannel);
    await session.run.buildAndRun();
    expect(phaseOf(session)).toBe('idle');
    expect(session.layout.store.getState().wanted?.panel).toBe('problems');
    // A notice would cover the list of errors.
    expect(textsOf(session)).toEqual([]);
  });

  it('becomes idle again if the device does not start', async () => {
    const { openChannel, device } = await testHost();
    device.failWith = 'The board is gone.';
    const session = await connected(openChannel);
    await session.run.buildAndRun();
    await eventually(() => expect(phaseOf(session)).toBe('idle'));
    expect(textsOf(session).join()).toContain('The board is gone.');
  });

  it('saves to its file, and not over another program’s changes', async () => {
    const { folder, openChannel } = await testHost();
    const path = join(folder, 'three.polyloop.json');
    await writeFile(path, writeSketch(SKETCH));
    const session = await connected(openChannel);
    await session.files.openPath(path);
    rename(session, 'mine');
    expect(session.document.isUnsaved()).toBe(true);
    await writeFile(path, writeSketch({ ...SKETCH, policy: 'edf' }));
    session.files.save();
    await eventually(() => expect(session.document.isUnsaved()).toBe(false));
    await eventually(async () => expect(await readFile(path, 'utf8')).toContain('mine'));
    expect(await readFile(path, 'utf8')).toContain('edf');
  });

  it('asks about unsaved changes before it opens another sketch', async () => {
    const { openChannel } = await testHost();
    const session = await connected(openChannel);
    rename(session, 'mine');
    session.files.createSketch();
    expect(session.document.currentSketch().name).toBe('mine');
    const { dialog } = session.files.store.getState();
    if (dialog?.kind !== 'unsaved') throw new Error('no question');
    dialog.then();
    expect(session.document.currentSketch()).toMatchObject({ name: 'untitled', tasks: [] });
  });
});

describe('a page that is left', () => {
  it('makes the browser ask while there are unsaved changes, and keeps them in any case', async () => {
    const { openChannel } = await testHost();
    const windowStorage = memoryStorage();
    let leave = (_event: { preventDefault(): void }): void => {};
    const onLeave: Environment['onLeave'] = (listener) => {
      leave = listener;
      return () => {};
    };
    const session = await connected(openChannel, { windowStorage, onLeave });
    const preventDefault = vi.fn();
    leave({ preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
    rename(session, 'unsaved work');
    leave({ preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    const after = await connected(openChannel, { windowStorage });
    expect(after.document.currentSketch().name).toBe('unsaved work');
  });

  it('keeps nothing before its first sketch is open, so that the next page opens it', async () => {
    const { openChannel } = await testHost();
    const windowStorage = memoryStorage();
    testSession(undefined, { openChannel, windowStorage }).opening.keepForReload();
    const after = await connected(openChannel, { windowStorage });
    const untouched = await connected(openChannel);
    expect(after.document.currentSketch()).toEqual(untouched.document.currentSketch());
    expect(after.document.currentSketch().tasks).not.toEqual([]);
  });

  it('reopens an unchanged file with its current content on disk', async () => {
    const { folder, openChannel } = await testHost();
    const path = join(folder, 'three.polyloop.json');
    await writeFile(path, writeSketch(SKETCH));
    const windowStorage = memoryStorage();
    const before = await connected(openChannel, { windowStorage });
    await before.files.openPath(path);
    before.opening.keepForReload();
    await writeFile(path, writeSketch({ ...SKETCH, name: 'newer' }));
    const after = await connected(openChannel, { windowStorage });
    expect(after.document.currentSketch().name).toBe('newer');
    expect(after.document.store.getState().file.path).toBe(path);
  });
});

describe('a session that ends', () => {
  it('is followed by a session that restores its unsaved changes and its run, as after a reload', async () => {
    const { openChannel, device } = await testHost();
    const windowStorage = memoryStorage();
    const before = await connected(openChannel, { windowStorage });
    rename(before, 'unsaved work');
    await before.run.buildAndRun();
    before.opening.keepForReload();
    before.dispose();

    const after = await connected(openChannel, { windowStorage });
    expect(after.document.currentSketch().name).toBe('unsaved work');
    expect(after.document.isUnsaved()).toBe(true);
    await eventually(() => expect(phaseOf(after)).toBe('running'));
    expect(after.trace.store.getState().sketch?.name).toBe('unsaved work');
    expect(device.stops).toBe(0);
    expect(phaseOf(before)).toBe('idle');
  });

  it('leaves no timers, workers or connections', async () => {
    const { openChannel } = await testHost();
    const terminated: string[] = [];
    const worker = (name: string) => () => ({
      postMessage: () => {},
      addEventListener: () => {},
      terminate: () => terminated.push(name),
    });
    const listeners = new Set<string>();
    const listen = (name: string) => () => {
      listeners.add(name);
      return () => void listeners.delete(name);
    };
    const channels: { isOpen: boolean }[] = [];
    const session = await connected(
      async () => {
        const channel = await openChannel();
        const seen = { isOpen: true };
        channels.push(seen);
        channel.onClose(() => {
          seen.isOpen = false;
        });
        return channel;
      },
      {
        startAnalysisWorker: worker('analysis'),
        startSimulationWorker: worker('simulation'),
        onFocus: listen('focus'),
        onLeave: listen('leave'),
        onSystemThemeChange: listen('theme'),
      },
    );
    await session.run.buildAndRun();
    expect(listeners.size).toBe(3);
    vi.useFakeTimers();
    try {
      session.notices.notify('Seen for a while.');
      session.prediction.watch();
      session.help.limits.want({ sketch: SKETCH, ideal: false, calibrations: [], task: 0 });
      session.help.design.want({ sketch: SKETCH, ideal: false, calibrations: [] });
      session.console.printText('a', 0);
      expect(vi.getTimerCount()).toBeGreaterThan(3);
      session.dispose();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(terminated.toSorted()).toEqual(['analysis', 'simulation']);
    expect(listeners.size).toBe(0);
    await eventually(() => expect(channels).toEqual([{ isOpen: false }]));
  });

  it('receives no more changes of the document', () => {
    const session = testSession(SKETCH);
    session.selection.select([{ kind: 'tasks', name: 'Blink' }]);
    session.dispose();
    session.document.showDocument(newSketch('other'));
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'Blink' }]);
  });
});

describe('the connection', () => {
  it('is retried after a failure, with growing pauses, and immediately on request', async () => {
    vi.useFakeTimers();
    try {
      let attempts = 0;
      const openChannel = async () => {
        attempts++;
        throw new Error('Nobody answers.');
      };
      const { connection } = testSession(undefined, { openChannel });
      connection.connect();
      await vi.advanceTimersByTimeAsync(0);
      expect(connection.store.getState()).toMatchObject({ status: 'lost', message: 'Nobody answers.' });
      await vi.advanceTimersByTimeAsync(500);
      expect(attempts).toBe(2);
      await vi.advanceTimersByTimeAsync(999);
      expect(attempts).toBe(2);
      await vi.advanceTimersByTimeAsync(1);
      expect(attempts).toBe(3);
      connection.reconnect();
      await vi.advanceTimersByTimeAsync(0);
      expect(attempts).toBe(4);
      // The pending automatic attempt is cancelled.
      await vi.advanceTimersByTimeAsync(3_999);
      expect(attempts).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that is lost ends the run, and is restored', async () => {
    const { openChannel } = await testHost();
    const session = await connected(openChannel);
    await session.run.buildAndRun();
    const { host } = session.connection.store.getState();
    host?.close();
    await eventually(() => expect(session.connection.store.getState().status).toBe('lost'));
    expect(phaseOf(session)).toBe('idle');
    await expect(session.connection.requireHost()).rejects.toThrow('There is no connection');
    await eventually(() => expect(session.connection.store.getState().status).toBe('connected'));
  });
});
