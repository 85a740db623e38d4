/** A bare page with Monaco, the peer of the window: one editor with a few lines of C++. */
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/cpp/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');
monaco.editor.create(container, {
  value: 'void loop() {\n  digitalWrite(13, HIGH);\n  delay(500);\n}\n',
  language: 'cpp',
  automaticLayout: true,
});
