/** The last build: its output as it comes, what it found, and how much of the board it takes. */
import { create } from 'zustand';
import type { ElementKind } from '../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { BuildFinished, BuildLine, Diagnostic, MemoryUse } from '../../contract/builds.ts';
import type { HostClient } from '../../contract/contract.ts';
import type { ElementRef } from './element-ref.ts';

export interface OutputLine {
  readonly id: number;
  readonly stream: BuildLine['stream'];
  readonly text: string;
}

interface BuildState {
  readonly phase: 'idle' | 'building' | 'ok' | 'failed' | 'cancelled';
  readonly lines: readonly OutputLine[];
  /** Lines that were left out at the beginning because there were too many. */
  readonly leftOut: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly message: string | null;
  readonly memory: MemoryUse | null;
  readonly durationMs: number | null;
  /** What was built; places in diagnostics are in its code. */
  readonly sketch: Sketch | null;
}

const NOTHING: BuildState = {
  phase: 'idle',
  lines: [],
  leftOut: 0,
  diagnostics: [],
  message: null,
  memory: null,
  durationMs: null,
  sketch: null,
};

const MAX_LINES = 5000;

export const useBuild = create<BuildState>(() => NOTHING);

export function clearBuild(): void {
  useBuild.setState(NOTHING);
}

export function beginBuild(sketch: Sketch): void {
  useBuild.setState(({ memory }) => ({ ...NOTHING, phase: 'building', sketch, memory }));
}

let nextLine = 1;
let pending: OutputLine[] = [];
let frame: number | null = null;

/** Lines come faster than they can be painted: they are taken over once a frame. */
function addLine({ stream, text }: BuildLine): void {
  pending.push({ id: nextLine++, stream, text });
  if (frame === null) frame = requestAnimationFrame(flushLines);
}

function flushLines(): void {
  frame = null;
  const added = pending;
  pending = [];
  useBuild.setState(({ lines, leftOut }) => {
    const all = [...lines, ...added];
    const over = Math.max(0, all.length - MAX_LINES);
    return { lines: over === 0 ? all : all.slice(over), leftOut: leftOut + over };
  });
}

function finish(result: BuildFinished): void {
  flushLines();
  useBuild.setState(({ memory }) => ({
    phase: result.outcome,
    diagnostics: result.diagnostics,
    message: result.message,
    memory: result.memory ?? memory,
    durationMs: result.durationMs,
  }));
}

/** The build could not be started or followed. */
export function failBuild(message: string): void {
  flushLines();
  useBuild.setState({ phase: 'failed', message });
}

/** Lines and the result of one build that was started on this host, until it has finished. */
export function followBuild(host: HostClient, buildId: string): Promise<BuildFinished> {
  return new Promise((resolve, reject) => {
    const offLine = host.on('builds.line', (line) => (line.buildId === buildId ? addLine(line) : undefined));
    const offFinished = host.on('builds.finished', (result) => {
      if (result.buildId !== buildId) return;
      offLine();
      offFinished();
      finish(result);
      resolve(result);
    });
    host.onClose(() => reject(new Error('The connection to the Polyloop host was lost while it was building.')));
  });
}

const KIND_OF: Readonly<Record<string, ElementKind>> = {
  task: 'tasks',
  channel: 'channels',
  interrupt: 'interrupts',
  resource: 'resources',
  part: 'parts',
};

/** The element that a diagnostic is about; null: the sketch itself, or none. */
export function elementOf({ element }: Diagnostic): ElementRef | null {
  const kind = element === null ? undefined : KIND_OF[element.kind];
  return element === null || kind === undefined ? null : { kind, name: element.name };
}

const NONE: readonly string[] = [];
const cache = new WeakMap<readonly Diagnostic[], Map<string, readonly string[]>>();

/** What the last build found wrong with an element; stable between renders. */
export function useDiagnosed({ kind, name }: ElementRef): readonly string[] {
  return useBuild(({ diagnostics }) => {
    if (diagnostics.length === 0) return NONE;
    const byElement = cache.get(diagnostics) ?? groupErrors(diagnostics);
    cache.set(diagnostics, byElement);
    return byElement.get(`${kind}:${name}`) ?? NONE;
  });
}

function groupErrors(diagnostics: readonly Diagnostic[]): Map<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const diagnostic of diagnostics) {
    const element = elementOf(diagnostic);
    if (element === null || diagnostic.severity !== 'error') continue;
    const key = `${element.kind}:${element.name}`;
    const line = diagnostic.line === null ? '' : `line ${diagnostic.line}: `;
    groups.set(key, [...(groups.get(key) ?? []), `${line}${diagnostic.message}`]);
  }
  return groups;
}
