/** Monaco with C++ alone, its worker bundled beside it, and everything else of it left out. Loaded on first use. */
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/cpp/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import { type CodeMember, useBodies } from '../../state/bodies.ts';
import { registerCompletion } from './completion.ts';
import { bodyIdOf, modelUri } from './models.ts';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** Bodies are C++ with the names of Arduino and of the sketch's channels. */
const LANGUAGE = 'cpp';

registerCompletion(monaco, LANGUAGE);

/** The model of a piece of code; made when first asked for. */
export function modelOf(bodyId: string, member: CodeMember): monaco.editor.ITextModel {
  const uri = modelUri(monaco, bodyId, member);
  return monaco.editor.getModel(uri) ?? monaco.editor.createModel('', LANGUAGE, uri);
}

/** Models live as long as their body is open; its view has let go of them by then. */
useBodies.subscribe(({ open }) => {
  setTimeout(() => {
    for (const model of monaco.editor.getModels()) {
      const id = bodyIdOf(model);
      if (id.startsWith('body:') && !open.some((body) => body.id === id)) model.dispose();
    }
  }, 0);
});

export { monaco };
