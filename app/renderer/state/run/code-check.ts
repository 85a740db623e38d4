/**
 * Errors while typing: the host checks the code of the present sketch with the compiler while a piece of
 * code is open. A quick check comes first. If it finds no error, a full one looks for what only the
 * optimizer sees, so that the messages are those that a build would have.
 */
import { createStore } from 'zustand/vanilla';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import type { CheckDepth, CheckedCode } from '../../../contract/code.ts';
import type { Connection } from '../session/connection.ts';
import type { Scope } from '../session/scope.ts';
import type { Bodies } from '../sketch/bodies.ts';
import type { SketchDocument } from '../sketch/document.ts';
import { programKey } from '../sketch/sketch-key.ts';
import type { Notices } from '../window/notices.ts';
import type { UserSettings } from '../window/settings.ts';

interface CodeCheckState {
  /** The newest answer, and the sketch that it is about. Null before the first one. */
  readonly checked: { readonly sketch: Sketch; readonly diagnostics: readonly Diagnostic[] } | null;
}

interface Needs {
  readonly bodies: Bodies;
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
  readonly settings: UserSettings;
}

export type CodeChecks = ReturnType<typeof createCodeCheck>;

export function createCodeCheck({ bodies, connection, document, notices, settings }: Needs, scope: Scope) {
  const store = createStore<CodeCheckState>(() => ({ checked: null }));
  /** Messages that the user has seen: each is shown once in a session. */
  const said = new Set<string>();
  let running: AbortController | null = null;
  /** The program that was checked last, or is being checked. */
  let asked: string | null = null;
  /** While the user types, edits come between two keys, and a check of one would be out of date with the next key. */
  let isTyping = false;

  function cancel(): void {
    running?.abort();
    running = null;
    asked = null;
  }

  function look(): void {
    if (isTyping) return;
    const { host } = connection.store.getState();
    if (host === null || bodies.store.getState().open.length === 0) {
      cancel();
      return;
    }
    const sketch = document.currentSketch();
    const program = programKey(sketch);
    if (program === asked) return;
    cancel();
    asked = program;
    void check(sketch);
  }

  async function check(sketch: Sketch): Promise<void> {
    const abort = new AbortController();
    running = abort;
    const quick = await ask(sketch, 'syntax', abort.signal);
    if (quick?.outcome !== 'checked' || quick.diagnostics.some(({ severity }) => severity === 'error')) return;
    await ask(sketch, 'full', abort.signal);
  }

  /** Null if there is no answer, or if it is no longer wanted. */
  async function ask(sketch: Sketch, depth: CheckDepth, signal: AbortSignal): Promise<CheckedCode | null> {
    const { path } = document.store.getState().file;
    const { tool } = settings.store.getState().settings;
    try {
      const host = await connection.requireHost();
      const answer = await host.code.check({ text: writeSketch(sketch), path, tool, depth }, { signal });
      if (signal.aborted || answer.outcome === 'replaced') return null;
      if (answer.message !== null) sayOnce(answer.message);
      // A full check that a limit has ended knows less than the quick one before it.
      if (answer.outcome === 'checked' || (answer.outcome === 'stopped' && depth === 'syntax')) {
        store.setState({ checked: { sketch, diagnostics: answer.diagnostics } });
      }
      return answer;
    } catch {
      // The window says in another place that the connection is lost. It checks again when there is one.
      return null;
    }
  }

  function sayOnce(message: string): void {
    if (said.has(message)) return;
    said.add(message);
    notices.notify(message);
  }

  connection.withEachHost(() => {
    cancel();
    look();
  });
  scope.own(document.store.subscribe(look));
  scope.own(bodies.store.subscribe(look));
  scope.own(cancel);

  return {
    store,
    /** Cancels a check of text that is older than what is typed now. */
    noteTyping(): void {
      isTyping = true;
      cancel();
    },
    /** Checks the present code, unless that has been done. The user rests, and the text is part of the sketch. */
    noteTyped(): void {
      isTyping = false;
      look();
    },
  };
}
