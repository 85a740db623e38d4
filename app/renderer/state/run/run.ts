/** Builds the present sketch and runs the program on a board. */

import { createStore } from 'zustand/vanilla';
import { boardOf } from '../../../../generator/boards/index.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { readSketch } from '../../../../generator/sketch/read.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import type { TraceSource } from '../../../../generator/trace/file/trace-file.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { HostClient } from '../../../contract/contract.ts';
import type { CurrentRun, DeviceInfo, EdgeReport, PinInput, RunFeatures, RunStatus } from '../../../contract/runs.ts';
import type { Connection } from '../session/connection.ts';
import type { Environment } from '../session/environment.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import { createWindowId } from '../session/window-id.ts';
import { judge } from '../sketch/admission.ts';
import type { CalibrationsOfUser } from '../sketch/calibrations.ts';
import type { DocumentState, SketchDocument } from '../sketch/document.ts';
import { programKey } from '../sketch/sketch-key.ts';
import type { Layout } from '../window/layout.ts';
import type { Notices } from '../window/notices.ts';
import type { UserSettings } from '../window/settings.ts';
import type { Build } from './build.ts';
import type { Console } from './console.ts';
import type { Devices } from './devices.ts';
import type { Doubts } from './doubts.ts';
import type { Pins } from './pins.ts';
import { countTaken } from './taken.ts';
import type { Trace } from './trace.ts';
import type { Trust } from './trust.ts';

export type RunPhase = 'idle' | 'building' | 'starting' | 'running' | 'paused' | 'stopping';

interface RunState {
  readonly phase: RunPhase;
  readonly runId: string | null;
  readonly features: RunFeatures | null;
  readonly status: RunStatus | null;
  /** The requested speed. 1 is real time. */
  readonly speed: number | 'max';
}

const IDLE = { phase: 'idle', runId: null, features: null, status: null } as const satisfies Partial<RunState>;

/** Only a program on this computer can be paused. */
const sourceOf = ({ pause }: RunFeatures): TraceSource => (pause ? 'virtual' : 'board');

/** Whether a program runs or is paused. */
export const isLivePhase = (phase: RunPhase): boolean => phase === 'running' || phase === 'paused';

interface Needs {
  readonly build: Build;
  readonly calibrations: CalibrationsOfUser;
  readonly connection: Connection;
  readonly console: Console;
  readonly devices: Devices;
  readonly document: SketchDocument;
  readonly layout: Layout;
  readonly notices: Notices;
  readonly pins: Pins;
  readonly settings: UserSettings;
  readonly trace: Trace;
  readonly trust: Trust;
  readonly doubts: Doubts;
  readonly environment: Pick<Environment, 'windowStorage' | 'onGone'>;
}

export type Run = ReturnType<typeof createRun>;

export function createRun(needs: Needs, scope: Scope) {
  const { build, connection, console, devices, document, layout, notices, pins, settings, trace } = needs;
  const store = createStore<RunState>(() => ({ ...IDLE, speed: 1 }));
  const windowId = createWindowId(needs, scope);
  /**
   * Bytes of the run's serial line received so far. After a reload the host sends some of them
   * again.
   */
  let serialTaken = 0;
  /** The sketch that the user uploads although the stack of its last build does not suffice. */
  let acceptedStackOf: Sketch | null = null;
  let cancelBuild: (() => void) | null = null;
  /** The user can stop a build before the host has begun it, or when it has just ended. */
  let isCancelled = false;

  /**
   * Builds the present sketch. If that succeeds, runs it on the chosen device, or else on the first
   * one.
   */
  async function buildAndRun(): Promise<void> {
    if (store.getState().phase !== 'idle') await stopRun();
    if (store.getState().phase !== 'idle') return;
    document.flushEdits();
    isCancelled = false;
    store.setState({ phase: 'building' });
    try {
      const host = await connection.requireHost();
      const wanted = await isWanted();
      const built = document.store.getState();
      const firmwareId = wanted ? await buildSketch(host) : null;
      if (firmwareId === null || isCancelled) return store.setState(IDLE);
      warnUnlessAdmitted();
      await start(host, firmwareId, built);
    } catch (error) {
      if (store.getState().phase === 'building')
        build.failBuild(error instanceof Error ? error.message : String(error));
      else trace.dropTrace();
      store.setState(IDLE);
      notices.notifyError(error);
    }
  }

  /** A sketch that is not admitted can run anyway, because its misses are instructive. */
  function warnUnlessAdmitted(): void {
    const sketch = document.currentSketch();
    const { admitted, sentence } = judge(sketch, needs.calibrations.counted());
    if (!admitted && sketch.tasks.length > 0)
      notices.notify(tr`${sentence} It runs anyway, so you can watch the effect.`);
  }

  async function buildSketch(host: HostClient): Promise<string | null> {
    const sketch = document.currentSketch();
    build.beginBuild(sketch);
    layout.showPanel('build');
    const { path } = document.store.getState().file;
    const { tool } = settings.store.getState().settings;
    const { buildId } = await host.builds.start({ text: writeSketch(sketch), path, tool });
    cancelBuild = () => void host.builds.cancel({ buildId }).catch(notices.notifyError);
    if (isCancelled) cancelBuild();
    const result = await build.followBuild(host, buildId).finally(() => {
      cancelBuild = null;
    });
    if (result.outcome === 'failed') {
      // A list of errors needs no notice, which would cover it.
      layout.showPanel(result.diagnostics.length > 0 ? 'problems' : 'build');
      const hasErrors = result.diagnostics.some(({ severity }) => severity === 'error');
      if (result.message !== null || !hasErrors) notices.notify(result.message ?? tr`The build failed.`, 'problem');
    }
    return result.ok ? result.firmwareId : null;
  }

  /** Rejects with words for the user when there is no device, or when it is not plugged in. */
  async function presentDevice(): Promise<DeviceInfo> {
    const device = await devices.current();
    const sketch = document.currentSketch();
    const name = boardOf(sketch)?.label ?? sketch.board;
    if (device === null) throw new Error(tr`There is no ${name} to run this on. Connect one, or choose another board.`);
    if (device.isAbsent !== true) return device;
    throw new Error(tr`${device.label}: plug the board in, or choose another device beside Run.`);
  }

  /**
   * Whether the sketch is to be built for the device. Says why there is no device, and what speaks against writing a
   * real board, before anything is built.
   */
  async function isWanted(): Promise<boolean> {
    try {
      const device = await presentDevice();
      if (sourceOf(device.features) !== 'board') return true;
      // Estimating the memory takes code that the first screen does not need.
      const { lacksStack, uploadDoubts } = await import('../../../../generator/judge/upload-doubts.ts');
      const sketch = document.currentSketch();
      const last = build.store.getState();
      const built = last.sketch === sketch ? last.memory : null;
      const isUploaded = await needs.doubts.overcome(device, uploadDoubts(sketch, device.otherBoard ?? null, built));
      acceptedStackOf = isUploaded && built !== null && lacksStack(built) ? sketch : null;
      return isUploaded;
    } catch (error) {
      notices.notifyError(error);
      return false;
    }
  }

  async function start(host: HostClient, firmwareId: string, built: DocumentState): Promise<void> {
    store.setState({ phase: 'starting', status: null });
    const sketch = document.currentSketch();
    const device = await presentDevice();
    trace.beginTrace(sketch, sourceOf(device.features));
    console.clearConsole();
    pins.clearPins();
    serialTaken = 0;
    const partValues = Object.fromEntries(pins.store.getState().values);
    const order = { firmwareId, deviceId: device.id, windowId: windowId.id(), partValues };
    const { runId, features } = await needs.doubts.withStack(device, (ignoreStack) =>
      needs.trust.withTrust(built, (trusted) =>
        host.runs.start({ ...order, trusted, ignoreStack: ignoreStack || acceptedStackOf === sketch }),
      ),
    );
    // The run's first events may arrive before this answer. A real board is written first, so the
    // program runs only when a status says so.
    store.setState({ runId, features });
    layout.showPanel('timeline');
    if (features.pins)
      for (const [pin, input] of pins.store.getState().inputs) await host.runs.setPin({ runId, pin, input });
    const { speed } = store.getState();
    if (features.speedControl && speed !== 1) await host.runs.setSpeed({ runId, speed });
  }

  /** Stops the program, or the build that precedes it. */
  async function stopRun(): Promise<void> {
    const { phase, runId } = store.getState();
    if (phase === 'building') {
      isCancelled = true;
      return cancelBuild?.();
    }
    if (runId === null) return;
    store.setState({ phase: 'stopping' });
    try {
      const host = await connection.requireHost();
      await host.runs.stop({ runId });
    } catch (error) {
      notices.notifyError(error);
    }
    ended(runId);
    // The program was not written, so there is nothing to show.
    if (phase === 'starting') trace.dropTrace();
  }

  async function togglePause(): Promise<void> {
    const { phase, runId } = store.getState();
    if (runId === null) return;
    const host = await connection.requireHost();
    await (phase === 'paused' ? host.runs.resume({ runId }) : host.runs.pause({ runId }));
  }

  /** Sends a request about the running program, if there is one. A rejection becomes a notice. */
  function tellRun(request: (host: HostClient, runId: string) => Promise<unknown>): void {
    const { runId } = store.getState();
    if (runId === null) return;
    connection
      .requireHost()
      .then((host) => request(host, runId))
      .catch(notices.notifyError);
  }

  function setSpeed(speed: number | 'max'): void {
    store.setState({ speed });
    tellRun((host, runId) => host.runs.setSpeed({ runId, speed }));
  }

  /** Sets a level or a voltage on a pin of the virtual board. */
  function setPin(pin: string, input: PinInput): void {
    pins.rememberInput(pin, input);
    tellRun((host, runId) => host.runs.setPin({ runId, pin, input }));
  }

  /** Sets what the user operates on a part of the virtual board: a knob, a distance. */
  function setPart(part: string, value: number): void {
    pins.rememberValue(part, value);
    if (store.getState().features?.pins === true) tellRun((host, runId) => host.runs.setPart({ runId, part, value }));
  }

  /** Wires the parts of the present sketch to the board of the running program. */
  function rewireParts(): void {
    if (store.getState().features?.pins !== true) return;
    const parts = [...document.currentSketch().parts];
    tellRun((host, runId) => host.runs.setParts({ runId, parts }));
  }

  /** Sends a line to the program's `Serial.read()`. */
  function sendLine(text: string): void {
    if (store.getState().runId === null) return;
    console.addConsoleLine('sent', text);
    tellRun((host, runId) => host.runs.write({ runId, bytes: new TextEncoder().encode(`${text}\n`) }));
  }

  function ended(runId: string): void {
    if (store.getState().runId !== runId) return;
    trace.endTrace();
    pins.clearPins();
    store.setState(IDLE);
  }

  /** The program could not be written into the board, or was stopped before that. */
  function neverStarted(runId: string, { message }: RunStatus): void {
    ended(runId);
    trace.dropTrace();
    if (message !== null) notices.notify(message, 'problem');
  }

  function onStatus(runId: string, status: RunStatus): void {
    const run = store.getState();
    if (run.runId !== null && run.runId !== runId) return;
    const hasEnded = status.state === 'stopped' || status.state === 'failed';
    if (hasEnded && run.phase === 'starting' && status.boardTimeNs === null) {
      neverStarted(runId, status);
      return;
    }
    if (run.phase !== 'idle' && run.phase !== 'building') trace.noteStatus(status);
    if (hasEnded) {
      ended(runId);
      return;
    }
    if (run.phase === 'stopping' || run.phase === 'idle' || run.phase === 'building') return;
    const phase = status.state === 'paused' ? 'paused' : status.state === 'running' ? 'running' : run.phase;
    store.setState({ status, phase });
  }

  function onSerial(offset: number, bytes: Uint8Array): void {
    const { phase } = store.getState();
    if (phase === 'idle' || phase === 'building') return;
    const known = Math.max(0, serialTaken - offset);
    if (known >= bytes.length) return;
    serialTaken = offset + bytes.length;
    trace.feedTrace(known === 0 ? bytes : bytes.subarray(known));
  }

  function onEdges(runId: string, report: EdgeReport): void {
    const { phase, runId: current } = store.getState();
    if (phase === 'idle' || phase === 'building') return;
    if (current === null || current === runId) trace.feedEdges(report);
  }

  /** Resumes a run that this window started before it was reloaded. */
  function resumeRun(run: CurrentRun): void {
    const sketch = readSketch(run.sketchText);
    if (!sketch.ok) return;
    const phase = run.status.state === 'paused' ? 'paused' : 'running';
    store.setState({ phase, runId: run.runId, features: run.features, status: run.status });
    trace.beginTrace(sketch.sketch, sourceOf(run.features));
    trace.noteStatus(run.status);
    console.clearConsole();
    pins.updatePins(run.pins);
    pins.updateViews(run.parts);
    for (const [part, value] of Object.entries(run.partValues)) pins.rememberValue(part, value);
    serialTaken = run.serialOffset;
    onSerial(run.serialOffset, run.serial);
  }

  connection.withEachHost((host) => {
    const taken = countTaken(host);
    host.on('runs.status', ({ runId, status }) => taken(runId, () => onStatus(runId, status)));
    host.on('runs.serial', ({ runId, offset, bytes }) => taken(runId, () => onSerial(offset, bytes)));
    host.on('runs.pins', ({ runId, pins: changed }) => taken(runId, () => pins.updatePins(changed)));
    host.on('runs.edges', ({ runId, report }) => taken(runId, () => onEdges(runId, report)));
    host.on('runs.parts', ({ runId, parts }) => taken(runId, () => pins.updateViews(parts)));
    host.onClose(() => {
      const { runId } = store.getState();
      if (runId !== null) ended(runId);
    });
    windowId
      .currentRun(host)
      .then((run) => (run === null ? undefined : resumeRun(run)))
      .catch(notices.notifyError);
  });

  let wired = wiringOf(document.currentSketch());
  scope.own(
    document.store.subscribe(() => {
      const wiring = wiringOf(document.currentSketch());
      if (wiring === wired) return;
      wired = wiring;
      rewireParts();
    }),
  );

  // What a program did says nothing about another sketch that is opened in its place.
  scope.own(
    document.store.subscribe((now, before) => {
      if (now.generation === before.generation || store.getState().phase !== 'idle') return;
      const { sketch } = trace.store.getState();
      if (sketch !== null && programKey(sketch) !== programKey(now.history.present)) trace.dropTrace();
    }),
  );

  return { store, buildAndRun, stopRun, togglePause, setSpeed, setPin, setPart, sendLine };
}

export const useRun = storeHook(({ run }) => run.store);

export const useIsLive = (): boolean => useRun(({ phase }) => isLivePhase(phase));

/** Everything about the parts except their places on the canvas. */
const wiringOf = ({ parts }: Sketch): string => JSON.stringify(parts.map(({ position: _, ...part }) => part));
