/** Writes a zip file. Its bytes depend on its content only: names are sorted, and all files have one date. */
import { type ZipOptions, zipSync } from 'fflate';

/** The first date that a zip file can hold. It is a local time, as in the format. */
const DATE = new Date(1980, 0, 1);

/** @param folder the folder in the zip file that contains all files */
export function zipOf(files: ReadonlyMap<string, string | Uint8Array>, folder: string): Uint8Array {
  const encoder = new TextEncoder();
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const entries = sorted.map(([path, content]) => {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    const entry: [Uint8Array, ZipOptions] = [bytes, { mtime: DATE, level: 9 }];
    return [`${folder}/${path}`, entry] as const;
  });
  return zipSync(Object.fromEntries(entries));
}
