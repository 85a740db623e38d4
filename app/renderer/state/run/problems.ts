/**
 * The compiler's messages about the present code: of the last build, or of a check while typing.
 * The messages never come from both, so they cannot contradict each other. A build knows more than a check,
 * because it also links.
 */

import { createStore } from 'zustand/vanilla';
import type { ElementKind } from '../../../../generator/sketch/elements.ts';
import { remembered } from '../../../../generator/sketch/remembered.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { ElementRef } from '../sketch/element-ref.ts';
import { programKey } from '../sketch/sketch-key.ts';
import type { Build } from './build.ts';
import type { CodeChecks } from './code-check.ts';

interface ProblemsState {
  readonly source: 'build' | 'typing';
  readonly diagnostics: readonly Diagnostic[];
}

interface Needs {
  readonly build: Build;
  readonly codeCheck: CodeChecks;
  readonly document: SketchDocument;
}

export type Problems = ReturnType<typeof createProblems>;

export function createProblems({ build, codeCheck, document }: Needs, scope: Scope) {
  const store = createStore<ProblemsState>(() => ({ source: 'build', diagnostics: [] }));
  let shownBuild = build.store.getState().diagnostics;

  function choose(): void {
    const built = build.store.getState();
    const { checked } = codeCheck.store.getState();
    const present = programKey(document.currentSketch());
    const isBuilt = (built.phase === 'ok' || built.phase === 'failed') && built.sketch !== null;
    if (isBuilt && built.sketch !== null && programKey(built.sketch) === present) show('build', built.diagnostics);
    else if (checked !== null && programKey(checked.sketch) === present) show('typing', checked.diagnostics);
    // Otherwise the messages of older code stay until there are newer ones.
    else if (built.diagnostics !== shownBuild) show('build', built.diagnostics);
    shownBuild = built.diagnostics;
  }

  function show(source: ProblemsState['source'], diagnostics: readonly Diagnostic[]): void {
    const now = store.getState();
    if (now.source !== source || now.diagnostics !== diagnostics) store.setState({ source, diagnostics });
  }

  scope.own(build.store.subscribe(choose));
  scope.own(codeCheck.store.subscribe(choose));
  scope.own(
    document.store.subscribe((now, before) => {
      if (now.history.present !== before.history.present) choose();
    }),
  );

  return { store };
}

export const useProblems = storeHook(({ problems }) => problems.store);

const KIND_OF: Readonly<Record<string, ElementKind>> = {
  task: 'tasks',
  channel: 'channels',
  interrupt: 'interrupts',
  resource: 'resources',
  part: 'parts',
};

/**
 * Returns the element that a diagnostic refers to. Null when it refers to the sketch itself or to
 * none.
 */
export function elementOf({ element }: Diagnostic): ElementRef | null {
  const kind = element === null ? undefined : KIND_OF[element.kind];
  return element === null || kind === undefined ? null : { kind, name: element.name };
}

const NONE: readonly string[] = [];

/** The errors in an element. The array is the same between renders. */
export function useDiagnosed({ kind, name }: ElementRef): readonly string[] {
  return useProblems(({ diagnostics }) => {
    if (diagnostics.length === 0) return NONE;
    return errorsByElement(diagnostics).get(`${kind}:${name}`) ?? NONE;
  });
}

const errorsByElement = remembered((diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  for (const diagnostic of diagnostics) {
    const element = elementOf(diagnostic);
    if (element === null || diagnostic.severity !== 'error') continue;
    const key = `${element.kind}:${element.name}`;
    const { line, message } = diagnostic;
    groups.set(key, [...(groups.get(key) ?? []), line === null ? message : tr`line ${line}: ${message}`]);
  }
  return groups;
});
