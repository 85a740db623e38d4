/** Imports the files of an Arduino sketch, or its folder, that are dropped on the window, and shows a dropped trace. */
import { useEffect } from 'react';
import { isTraceFile } from '../state/run/trace-import.ts';
import type { Session } from '../state/session/session.ts';

export function useDroppedSketches({ imports, notices, traceImport }: Session): void {
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      filesOf(event.dataTransfer)
        .then((files) => {
          const trace = files.find(isTraceFile);
          return trace === undefined ? imports.importFiles(files) : traceImport.openTrace(trace);
        })
        .catch(notices.notifyError);
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('drop', onDrop);
    };
  }, [imports, notices, traceImport]);
}

/** The dropped files, and those directly in dropped folders. */
async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // The entries must be read before the first wait: the browser empties the list then.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...transfer.files];
  const folders = entries.filter(isFolder);
  if (folders.length === 0) return files;
  const inside = await Promise.all(folders.map(filesIn));
  const names = new Set(folders.map(({ name }) => name));
  return [...files.filter(({ name }) => !names.has(name)), ...inside.flat()];
}

// Browsers do not all have the classes of these entries, so `instanceof` does not work.
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns the entries of a large folder in parts.
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (more.length === 0) break;
    entries.push(...more);
  }
  const own = entries.filter(isFile);
  return Promise.all(own.map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))));
}
