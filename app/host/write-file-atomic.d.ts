/** The package brings no types of its own: the part that is used (its README, version 8). */
declare module 'write-file-atomic' {
  interface Options {
    readonly mode?: number | false;
    readonly fsync?: boolean;
    /** Called with the temporary file, open and empty, and waited for before it is synced and renamed. */
    readonly tmpfileCreated?: (temporary: string) => Promise<void> | void;
  }
  export default function writeFileAtomic(
    path: string,
    data: string | Uint8Array | null,
    options?: Options,
  ): Promise<void>;
}
