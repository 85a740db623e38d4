/** The system's dialogs to open and save sketches. */
import type { BrowserWindow, Dialog } from 'electron';
import type { Dialogs } from '../host/host.ts';
import { SKETCH_SUFFIX } from '../host/projects/browse.ts';

/** Dialogs take the last part of a name alone for its type. */
const FILTERS = [{ name: 'Polyloop sketches', extensions: ['json'] }];

/** With the suffix that sketches have, whatever part of it the user typed. */
export function withSketchSuffix(path: string): string {
  if (path.toLowerCase().endsWith(SKETCH_SUFFIX)) return path;
  return `${path.replace(/(\.polyloop)?(\.json)?$/i, '')}${SKETCH_SUFFIX}`;
}

/** Whether the window may go although it has unsaved changes. Staying is what Escape and Enter do. */
export function confirmLeave(dialog: Pick<Dialog, 'showMessageBoxSync'>, window: BrowserWindow): boolean {
  const buttons = ['Stay', 'Leave without saving'];
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'The sketch has changes that are not saved.',
    detail: 'They are lost when this window closes.',
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  return answer === 1;
}

export function systemDialogs(dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>, window: () => BrowserWindow) {
  return {
    pickOpen: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        properties: ['openFile'],
        filters: FILTERS,
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    pickSave: async (suggestedName) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        defaultPath: withSketchSuffix(suggestedName),
        filters: FILTERS,
      });
      return canceled || !filePath ? null : withSketchSuffix(filePath);
    },
  } satisfies Dialogs;
}
