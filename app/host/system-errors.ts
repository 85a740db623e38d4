/** Translates errors of the operating system into words for the user. */
import { RpcError } from '../contract/errors.ts';

const REASONS: Readonly<Record<string, { code: 'not-found' | 'not-permitted' | 'unavailable'; text: string }>> = {
  ENOENT: { code: 'not-found', text: 'it does not exist' },
  ENOTDIR: { code: 'not-found', text: 'a part of the path is not a folder' },
  EISDIR: { code: 'unavailable', text: 'it is a folder' },
  EACCES: { code: 'not-permitted', text: 'you have no permission; choose another folder or change its permissions' },
  EPERM: { code: 'not-permitted', text: 'the system forbids it; choose another folder or change its permissions' },
  EROFS: { code: 'not-permitted', text: 'the disk is read-only; choose another folder' },
  ENOSPC: { code: 'unavailable', text: 'the disk is full; free some space or choose another disk' },
  EDQUOT: { code: 'unavailable', text: 'your disk quota is used up; free some space or choose another disk' },
  EFBIG: { code: 'unavailable', text: 'the file is larger than the disk allows' },
  EBUSY: { code: 'unavailable', text: 'another program is using it; close that program and try again' },
  EMFILE: { code: 'unavailable', text: 'too many files are open; close some programs and try again' },
  ELOOP: { code: 'not-found', text: 'its symbolic links form a cycle' },
  ENAMETOOLONG: { code: 'unavailable', text: 'the name is too long for this disk' },
  EINVAL: { code: 'unavailable', text: 'the name is not allowed on this system' },
};

/**
 * These actions create files. If one of them fails with ENOENT, the folder is missing and not the
 * file.
 */
const MAKES_FILES: ReadonlySet<string> = new Set(['save', 'write']);
const NO_FOLDER = { code: 'not-found', text: 'its folder does not exist; create it or choose another' } as const;

/**
 * Returns a code such as `ENOENT`, or null for an error that does not come from the operating
 * system.
 */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/**
 * `action` is a verb such as "open" or "save". An error that does not come from the operating
 * system is returned unchanged.
 */
export function systemError(error: unknown, action: string, path: string): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  const reason = code === 'ENOENT' && MAKES_FILES.has(action) ? NO_FOLDER : REASONS[code];
  const text = reason?.text ?? `the system reported ${code}`;
  return new RpcError(reason?.code ?? 'unavailable', `Cannot ${action} ${path}: ${text}.`, { system: code });
}
