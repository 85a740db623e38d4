/** Monaco with C++ alone, its worker bundled beside it, and everything else of it left out. Loaded on first use. */
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/cpp/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import type { Session } from '../../state/session/session.ts';
import type { CodeMember, OpenBody } from '../../state/sketch/bodies.ts';
import { registerCompletion } from './completion.ts';
import { bodyIdOf, modelUri } from './models.ts';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** Bodies are C++ with the names of Arduino and of the sketch's channels. */
const LANGUAGE = 'cpp';

/** The model of a piece of code; made when first asked for. */
export function modelOf(bodyId: string, member: CodeMember): monaco.editor.ITextModel {
  const uri = modelUri(monaco, bodyId, member);
  return monaco.editor.getModel(uri) ?? monaco.editor.createModel('', LANGUAGE, uri);
}

const attached = new WeakSet<Session>();

/** Gives Monaco, which the whole page shares, to a session until it is disposed: its names and the life of its models. */
export function attachSession(session: Session): void {
  if (attached.has(session)) return;
  attached.add(session);
  session.onDispose(registerCompletion(monaco, LANGUAGE, session));
  // A model lives as long as its body is open. By the next task the body's view has let go of it.
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
