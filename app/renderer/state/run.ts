/** Build and run: from the sketch as it is now to a program on a board, and back to nothing. */
import { create } from 'zustand';
import { readSketch } from '../../../generator/sketch/read.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import type { HostClient } from '../../contract/contract.ts';
import type { CurrentRun, PinInput, RunFeatures, RunStatus } from '../../contract/runs.ts';
import { judge } from './admission.ts';
import { beginBuild, failBuild, followBuild } from './build.ts';
import { requireHost, withEachHost } from './connection.ts';
import { addConsoleLine, clearConsole } from './console.ts';
import { currentSketch, flushEdits, useDocument } from './document.ts';
import { showPanel } from './layout.ts';
import { notify, notifyError } from './notices.ts';
import { clearPins, rememberInput, updatePins, usePins } from './pins.ts';
import { useSettings } from './settings.ts';
import { beginTrace, endTrace, feedTrace, noteStatus } from './trace.ts';

export type RunPhase = 'idle' | 'building' | 'starting' | 'running' | 'paused' | 'stopping';

interface RunState {
  readonly phase: RunPhase;
  readonly runId: string | null;
  readonly features: RunFeatures | null;
  readonly status: RunStatus | null;
  /** Asked for: 1 is real time. */
  readonly speed: number | 'max';
}

const IDLE = { phase: 'idle', runId: null, features: null, status: null } as const satisfies Partial<RunState>;

export const useRun = create<RunState>(() => ({ ...IDLE, speed: 1 }));

/** Whether a program runs, or is paused. */
export const useIsLive = (): boolean => useRun(({ phase }) => phase === 'running' || phase === 'paused');

const windowId = (() => {
  const key = 'polyloop.window';
  const known = sessionStorage.getItem(key) ?? crypto.randomUUID();
  sessionStorage.setItem(key, known);
  return known;
})();

/** Bytes of the run's serial line taken so far, so that none is taken twice after a reload. */
let serialTaken = 0;
let cancelBuild: (() => void) | null = null;

/** Builds the sketch as it is now and, when that succeeds, runs it on the first board there is. */
export async function buildAndRun(): Promise<void> {
  if (useRun.getState().phase !== 'idle') await stopRun();
  if (useRun.getState().phase !== 'idle') return;
  flushEdits();
  warnUnlessAdmitted();
  useRun.setState({ phase: 'building' });
  try {
    const host = await requireHost();
    const firmwareId = await build(host);
    if (firmwareId === null) useRun.setState(IDLE);
    else await start(host, firmwareId);
  } catch (error) {
    if (useRun.getState().phase === 'building') failBuild(error instanceof Error ? error.message : String(error));
    useRun.setState(IDLE);
    notifyError(error);
  }
}

/** A sketch that is not admitted may run all the same: to see it miss is a lesson. */
function warnUnlessAdmitted(): void {
  const { admitted, sentence } = judge(currentSketch(), false);
  if (!admitted && currentSketch().tasks.length > 0) notify(`${sentence}. It runs all the same: watch what happens.`);
}

async function build(host: HostClient): Promise<string | null> {
  const sketch = currentSketch();
  beginBuild(sketch);
  showPanel('build');
  const { path } = useDocument.getState().file;
  const { tool } = useSettings.getState().settings;
  const { buildId } = await host.builds.start({ text: writeSketch(sketch), path, tool });
  cancelBuild = () => void host.builds.cancel({ buildId }).catch(notifyError);
  const result = await followBuild(host, buildId).finally(() => {
    cancelBuild = null;
  });
  if (result.outcome === 'failed') {
    showPanel(result.diagnostics.length > 0 ? 'problems' : 'build');
    notify(result.message ?? failureText(result.diagnostics), 'problem');
  }
  return result.ok ? result.firmwareId : null;
}

function failureText(diagnostics: readonly { readonly severity: string }[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return `The build failed: ${errors === 1 ? '1 error' : `${errors} errors`}, listed under Problems.`;
}

async function start(host: HostClient, firmwareId: string): Promise<void> {
  useRun.setState({ phase: 'starting', status: null });
  const sketch = currentSketch();
  const { devices } = await host.devices.list({ board: sketch.board });
  const device = devices.find(({ kind }) => kind === 'virtual') ?? devices[0];
  if (device === undefined)
    throw new Error(`There is no ${sketch.board} to run this on: connect one, or choose another board.`);
  beginTrace(sketch);
  clearConsole();
  clearPins();
  serialTaken = 0;
  const { runId, features } = await host.runs.start({ firmwareId, deviceId: device.id, windowId });
  // Its first events may have come before the answer.
  useRun.setState(({ phase }) => ({ runId, features, phase: phase === 'starting' ? 'running' : phase }));
  showPanel('timeline');
  for (const [pin, input] of usePins.getState().inputs) await host.runs.setPin({ runId, pin, input });
  const { speed } = useRun.getState();
  if (features.speedControl && speed !== 1) await host.runs.setSpeed({ runId, speed });
}

/** Stops the program, or the build that would lead to it. */
export async function stopRun(): Promise<void> {
  const { phase, runId } = useRun.getState();
  if (phase === 'building') return cancelBuild?.();
  if (runId === null) return;
  useRun.setState({ phase: 'stopping' });
  try {
    const host = await requireHost();
    await host.runs.stop({ runId });
  } catch (error) {
    notifyError(error);
  }
  ended(runId);
}

export async function togglePause(): Promise<void> {
  const { phase, runId } = useRun.getState();
  if (runId === null) return;
  const host = await requireHost();
  await (phase === 'paused' ? host.runs.resume({ runId }) : host.runs.pause({ runId }));
}

export function setSpeed(speed: number | 'max'): void {
  useRun.setState({ speed });
  const { runId } = useRun.getState();
  if (runId === null) return;
  requireHost()
    .then((host) => host.runs.setSpeed({ runId, speed }))
    .catch(notifyError);
}

/** Puts a level or a voltage on a pin of the virtual board. */
export function setPin(pin: string, input: PinInput): void {
  rememberInput(pin, input);
  const { runId } = useRun.getState();
  if (runId === null) return;
  requireHost()
    .then((host) => host.runs.setPin({ runId, pin, input }))
    .catch(notifyError);
}

/** Sends a line to the program's `Serial.read()`. */
export function sendLine(text: string): void {
  const { runId } = useRun.getState();
  if (runId === null) return;
  addConsoleLine('sent', text);
  requireHost()
    .then((host) => host.runs.write({ runId, bytes: new TextEncoder().encode(`${text}\n`) }))
    .catch(notifyError);
}

function ended(runId: string): void {
  if (useRun.getState().runId !== runId) return;
  endTrace();
  clearPins();
  useRun.setState(IDLE);
}

function onStatus(runId: string, status: RunStatus): void {
  const run = useRun.getState();
  if (run.runId !== null && run.runId !== runId) return;
  if (run.phase !== 'idle' && run.phase !== 'building') noteStatus(status);
  if (status.state === 'stopped' || status.state === 'failed') {
    ended(runId);
    return;
  }
  if (run.phase === 'stopping' || run.phase === 'idle' || run.phase === 'building') return;
  const phase = status.state === 'paused' ? 'paused' : status.state === 'running' ? 'running' : run.phase;
  useRun.setState({ status, phase });
}

function onSerial(offset: number, bytes: Uint8Array): void {
  const { phase } = useRun.getState();
  if (phase === 'idle' || phase === 'building') return;
  const known = Math.max(0, serialTaken - offset);
  if (known >= bytes.length) return;
  serialTaken = offset + bytes.length;
  feedTrace(known === 0 ? bytes : bytes.subarray(known));
}

/** Takes up a run that this window had before it was reloaded. */
function resumeRun(run: CurrentRun): void {
  const sketch = readSketch(run.sketchText);
  if (!sketch.ok) return;
  const phase = run.status.state === 'paused' ? 'paused' : 'running';
  useRun.setState({ phase, runId: run.runId, features: run.features, status: run.status });
  beginTrace(sketch.sketch);
  noteStatus(run.status);
  clearConsole();
  updatePins(run.pins);
  serialTaken = run.serialOffset;
  onSerial(run.serialOffset, run.serial);
}

withEachHost((host) => {
  host.on('runs.status', ({ runId, status }) => onStatus(runId, status));
  host.on('runs.serial', ({ offset, bytes }) => onSerial(offset, bytes));
  host.on('runs.pins', ({ pins }) => updatePins(pins));
  host.onClose(() => {
    const { runId } = useRun.getState();
    if (runId !== null) ended(runId);
  });
  host.runs
    .current({ windowId })
    .then(({ run }) => (run === null ? undefined : resumeRun(run)))
    .catch(notifyError);
});
