/** Formats code with the host's clang-format: Monaco's own command, with its key, and the window's command. */

import type * as Monaco from 'monaco-editor/editor/editor.api';
import { tr } from '../../../../generator/words/tr.ts';
import type { Session } from '../../state/session/session.ts';
import { SHORTCUTS } from '../../workbench/shortcuts.ts';
import { bodyIdOf } from './models.ts';

const ACTION = 'editor.action.formatDocument';
/** A code editor declares this command while it is open. */
export const FORMAT_COMMAND = 'format-code';

/** Returns the function that ends it. */
export function registerFormatting(monaco: typeof Monaco, language: string, session: Session): () => void {
  const provider = monaco.languages.registerDocumentFormattingEditProvider(language, {
    displayName: 'clang-format',
    provideDocumentFormattingEdits: async (model) => {
      const isOwn = session.bodies.store.getState().open.some(({ id }) => id === bodyIdOf(model));
      const text = isOwn ? await formatted(session, model.getValue()) : null;
      return text === null ? [] : [{ range: model.getFullModelRange(), text }];
    },
  });
  return () => provider.dispose();
}

/** Null if the code could not be formatted. A notice says why. */
async function formatted({ connection, document, notices }: Session, text: string): Promise<string | null> {
  try {
    const host = await connection.requireHost();
    const answer = await host.code.format({ text, path: document.store.getState().file.path });
    if (answer.message !== null) notices.notify(answer.message, answer.outcome === 'failed' ? 'problem' : 'info');
    return answer.text;
  } catch (error) {
    notices.notifyError(error);
    return null;
  }
}

/** The command formats the code of the editor that had the focus last. Returns the function that removes it. */
export function addFormatCommand(
  monaco: typeof Monaco,
  editor: Monaco.editor.IStandaloneCodeEditor,
  { commands }: Session,
): () => void {
  let remove = (): void => {};
  const format = () => void editor.getAction(ACTION)?.run();
  // Monaco's own key differs between systems.
  editor.addCommand(monaco.KeyMod.Shift | monaco.KeyMod.Alt | monaco.KeyCode.KeyF, format);
  const register = () => {
    remove();
    remove = commands.registerCommands([
      {
        id: FORMAT_COMMAND,
        title: tr`Format code`,
        ...(SHORTCUTS[FORMAT_COMMAND] === undefined ? {} : { key: SHORTCUTS[FORMAT_COMMAND] }),
        run: format,
      },
    ]);
  };
  register();
  const focused = editor.onDidFocusEditorText(register);
  return () => {
    focused.dispose();
    remove();
  };
}
