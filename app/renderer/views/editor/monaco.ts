/**
 * Monaco with only C++, with its worker in the bundle and without its other features. Loaded
 * lazily.
 */
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/cpp/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import type { Session } from '../../state/session/session.ts';
import type { CodeMember, OpenBody } from '../../state/sketch/bodies.ts';
import { registerCompletion } from './completion.ts';
import { registerFormatting } from './formatting.ts';
import { bodyIdOf, modelUri } from './models.ts';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** Code is C++ with the names of Arduino and of the sketch's channels. */
const LANGUAGE = 'cpp';

/** Returns the model of a piece of code, and creates it on the first call. */
export function modelOf(bodyId: string, member: CodeMember): monaco.editor.ITextModel {
  const uri = modelUri(monaco, bodyId, member);
  return monaco.editor.getModel(uri) ?? monaco.editor.createModel('', LANGUAGE, uri);
}

const attached = new WeakSet<Session>();

/**
 * Attaches Monaco, which the whole page shares, to a session until the session is disposed: its
 * names, and the lifetime of its models.
 */
export function attachSession(session: Session): void {
  if (attached.has(session)) return;
  attached.add(session);
  session.onDispose(registerCompletion(monaco, LANGUAGE, session));
  session.onDispose(registerFormatting(monaco, LANGUAGE, session));
  // A model exists as long as its body is open. The timeout lets the body's view release the model
  // first.
  session.onDispose(session.bodies.store.subscribe(({ open }) => void setTimeout(() => disposeModels(open), 0)));
  session.onDispose(() => disposeModels([]));
}

function disposeModels(open: readonly OpenBody[]): void {
  for (const model of monaco.editor.getModels()) {
    const id = bodyIdOf(model);
    if (id.startsWith('body:') && !open.some((body) => body.id === id)) model.dispose();
  }
}

export { monaco };
