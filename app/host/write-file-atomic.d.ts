/**
 * The package has no types of its own. This declares the part that the host uses (see its README,
 * version 8).
 */
declare module 'write-file-atomic' {
  interface Options {
    readonly mode?: number | false;
    readonly fsync?: boolean;
    /**
     * Called with the temporary file, open and empty. The package waits for it before it syncs and
     * renames the file.
     */
    readonly tmpfileCreated?: (temporary: string) => Promise<void> | void;
  }
  export default function writeFileAtomic(
    path: string,
    data: string | Uint8Array | null,
    options?: Options,
  ): Promise<void>;
}
