/** Monaco with C++ alone, its worker bundled beside it, and everything else of it left out. Loaded on first use. */
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/cpp/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import { registerCompletion } from './completion.ts';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** Bodies are C++ with the names of Arduino and of the sketch's channels. */
export const LANGUAGE = 'cpp';

registerCompletion(monaco, LANGUAGE);

export { monaco };
