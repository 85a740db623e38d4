/** The system's dialogs to open and save sketches. */
import type { BrowserWindow, Dialog } from 'electron';
import { tr } from '../../generator/words/tr.ts';
import type { Dialogs } from '../host/host.ts';
import { SKETCH_SUFFIX } from '../host/projects/browse.ts';

/** Dialogs accept only the last part of a suffix as the file type. */
const filters = () => [{ name: tr`Polyloop sketches`, extensions: ['json'] }];

/** Adds the suffix of sketch files, or the part of it that the user did not type. */
export function withSketchSuffix(path: string): string {
  if (path.toLowerCase().endsWith(SKETCH_SUFFIX)) return path;
  return `${path.replace(/(\.polyloop)?(\.json)?$/i, '')}${SKETCH_SUFFIX}`;
}

/**
 * Asks whether the window may close although it has unsaved changes. Escape and Enter keep it open.
 */
export function confirmLeave(dialog: Pick<Dialog, 'showMessageBoxSync'>, window: BrowserWindow): boolean {
  const buttons = [tr`Stay`, tr`Leave without saving`];
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: tr`The sketch has unsaved changes.`,
    detail: tr`They will be lost when this window closes.`,
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
        filters: filters(),
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    pickSave: async (suggestedName) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        defaultPath: withSketchSuffix(suggestedName),
        filters: filters(),
      });
      return canceled || !filePath ? null : withSketchSuffix(filePath);
    },
  } satisfies Dialogs;
}
