/** Loads the code editor when a body is first shown as code. */
export async function loadBodyEditor() {
  // Monaco reads its own texts while it loads, so its translation loads first.
  if (document.documentElement.lang === 'ko') await import('monaco-editor/nls/lang/ko');
  return import('./body-editor.tsx');
}
