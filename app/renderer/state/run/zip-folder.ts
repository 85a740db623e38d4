/** A trace of several files as one zip file. It is loaded with the first such trace. */
import { zipSync } from 'fflate';
import type { FolderWriter, Piece } from '../../../../generator/trace/exports/writer.ts';

/** @param folder the name of the folder in the zip file */
export function zipped(folder: string, files: ReturnType<FolderWriter>): Uint8Array<ArrayBuffer> {
  const contents = [...files].map(({ name, pieces }) => [`${folder}/${name}`, joined(pieces)] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(contents)));
}

function joined(pieces: Iterable<Piece>): Uint8Array {
  const bytes = [...pieces].map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  const all = new Uint8Array(bytes.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of bytes) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
