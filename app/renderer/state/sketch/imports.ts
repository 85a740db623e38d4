/**
 * Imports Arduino sketches: pasted into code, dropped on the window, or chosen as files. The import
 * is loaded when it is first needed.
 */

import { createStore } from 'zustand/vanilla';
import { addImported } from '../../../../generator/import/add-imported.ts';
import { isSketchSource } from '../../../../generator/import/file-names.ts';
import { mayBeSketch } from '../../../../generator/import/recognise.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Environment } from '../session/environment.ts';
import { storeHook } from '../session/use-session.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument } from './document.ts';
import type { ElementRef } from './element-ref.ts';
import type { Files, SourceFile } from './files.ts';
import type { Selection } from './selection.ts';

export type Importer = Pick<
  typeof import('../../../../generator/import/import.ts'),
  'importSketch' | 'isArduinoSketch' | 'remedyOf' | 'withRemedies'
> &
  Pick<typeof import('../../../../generator/estimate/follow-code.ts'), 'withFirstEstimates'>;

/** A pasted sketch that waits for the user's answer. */
export interface PasteOffer {
  /** The piece of code that it was pasted into. */
  readonly bodyId: string;
  readonly text: string;
  /** Inserts the text as if it had been pasted. Null: it is shown as blocks, which take no text. */
  readonly insert: (() => void) | null;
}

interface ImportsState {
  readonly offer: PasteOffer | null;
}

const EXTENSIONS = ['.ino', '.pde', '.cpp', '.cc', '.c', '.h', '.hpp', '.hh'];

/** A pasted sketch has no file name. */
const PASTED = 'pasted.ino';

/** Size in bytes of the largest file that is read. */
const MAX_BYTES = 4 * 1024 * 1024;

interface Needs {
  readonly document: SketchDocument;
  readonly environment: Pick<Environment, 'pickFiles'>;
  readonly files: Files;
  readonly notices: Notices;
  readonly selection: Selection;
}

export type Imports = ReturnType<typeof createImports>;

export function createImports({ document, environment, files, notices, selection }: Needs) {
  const store = createStore<ImportsState>(() => ({ offer: null }));

  const load = async (): Promise<Importer> => {
    const [{ importSketch, isArduinoSketch, remedyOf, withRemedies }, { withFirstEstimates }] = await Promise.all([
      import('../../../../generator/import/import.ts'),
      import('../../../../generator/estimate/follow-code.ts'),
    ]);
    return { importSketch, isArduinoSketch, remedyOf, withRemedies, withFirstEstimates };
  };

  const showSources = (sources: readonly SourceFile[]): void => {
    document.flushEdits();
    files.showFileDialog({ kind: 'import', sources });
  };

  /** Takes a pasted text if it may be a sketch. Returns false if the text is pasted as usual. */
  function takePaste(offer: PasteOffer): boolean {
    if (!mayBeSketch(offer.text)) return false;
    load()
      .then(({ isArduinoSketch }) => {
        if (isArduinoSketch(offer.text)) store.setState({ offer });
        else offer.insert?.();
      })
      .catch((error: unknown) => {
        offer.insert?.();
        notices.notifyError(error);
      });
    return true;
  }

  /**
   * Proposes an import of a text that was pasted into the window, if the text may be a sketch.
   * @param onOther called when a closer look shows that the text is no sketch
   * @returns false if the text cannot be a sketch
   */
  function importText(text: string, onOther: () => void): boolean {
    if (!mayBeSketch(text)) return false;
    load()
      .then(({ isArduinoSketch }) => (isArduinoSketch(text) ? showSources([{ name: PASTED, text }]) : onOther()))
      .catch(notices.notifyError);
    return true;
  }

  function endOffer(): PasteOffer | null {
    const { offer } = store.getState();
    store.setState({ offer: null });
    return offer;
  }

  function splitPasted(): void {
    const offer = endOffer();
    if (offer !== null) showSources([{ name: PASTED, text: offer.text }]);
  }

  const insertPasted = (): void => endOffer()?.insert?.();

  /** Asks for the files of a sketch. */
  async function askFiles(): Promise<void> {
    try {
      const chosen = await environment.pickFiles(EXTENSIONS);
      if (chosen.length > 0) await importFiles(chosen);
    } catch (error) {
      notices.notifyError(error);
    }
  }

  /** Proposes an import of those files that belong to an Arduino sketch. */
  async function importFiles(given: readonly File[]): Promise<void> {
    const own = given.filter(({ name }) => isSketchSource(name));
    const large = own.find(({ size }) => size > MAX_BYTES);
    const sketch = given.find(({ name }) => name.endsWith('.polyloop.json'));
    if (own.length === 0 && sketch !== undefined) {
      notices.notify(
        tr`${sketch.name} is a sketch of Polyloop. Open it with Open… in the File menu, which can also save it again.`,
        'problem',
      );
      return;
    }
    if (own.length === 0) {
      notices.notify(tr`These files are not an Arduino sketch. Choose .ino, .cpp and .h files.`, 'problem');
      return;
    }
    if (large !== undefined) {
      notices.notify(tr`${large.name} is larger than ${MAX_BYTES / 2 ** 20} MiB.`, 'problem');
      return;
    }
    showSources(await Promise.all(own.map(async (file) => ({ name: file.name, text: await file.text() }))));
  }

  /** Adds the proposed elements to the sketch in one step of undo, and selects them. */
  function addToSketch(imported: Sketch): void {
    const before = document.currentSketch();
    if (!document.edit(tr`Import Arduino sketch`, (sketch) => addImported(sketch, imported))) return;
    files.closeFileDialog();
    const added = document.currentSketch().tasks.filter((task) => !before.tasks.includes(task));
    selection.select(added.map(({ name }): ElementRef => ({ kind: 'tasks', name })));
  }

  const openAsNew = (sketch: Sketch): void => files.place({ sketch });

  return {
    ...{ store, load, takePaste, importText, splitPasted, insertPasted },
    ...{ askFiles, importFiles, addToSketch, openAsNew },
  };
}

export const useImports = storeHook(({ imports }) => imports.store);
