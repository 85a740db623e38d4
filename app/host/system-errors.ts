/** Translates errors of the operating system into words for the user. */
import { tr } from '../../generator/words/tr.ts';
import { RpcError } from '../contract/errors.ts';

const REASONS: Readonly<Record<string, { code: 'not-found' | 'not-permitted' | 'unavailable'; text: () => string }>> = {
  ENOENT: { code: 'not-found', text: () => tr`it does not exist` },
  ENOTDIR: { code: 'not-found', text: () => tr`a part of the path is not a folder` },
  EISDIR: { code: 'unavailable', text: () => tr`it is a folder` },
  EACCES: {
    code: 'not-permitted',
    text: () => tr`you have no permission; choose another folder or change its permissions`,
  },
  EPERM: {
    code: 'not-permitted',
    text: () => tr`the system forbids it; choose another folder or change its permissions`,
  },
  EROFS: { code: 'not-permitted', text: () => tr`the disk is read-only; choose another folder` },
  ENOSPC: { code: 'unavailable', text: () => tr`the disk is full; free some space or choose another disk` },
  EDQUOT: { code: 'unavailable', text: () => tr`your disk quota is used up; free some space or choose another disk` },
  EFBIG: { code: 'unavailable', text: () => tr`the file is larger than the disk allows` },
  EBUSY: { code: 'unavailable', text: () => tr`another program is using it; close that program and try again` },
  EMFILE: { code: 'unavailable', text: () => tr`too many files are open; close some programs and try again` },
  ELOOP: { code: 'not-found', text: () => tr`its symbolic links form a cycle` },
  ENAMETOOLONG: { code: 'unavailable', text: () => tr`the name is too long for this disk` },
  EINVAL: { code: 'unavailable', text: () => tr`the name is not allowed on this system` },
};

/** What failed, as a sentence with the path and the reason. */
const CANNOT = {
  open: (path: string, why: string) => tr`Cannot open ${path}: ${why}.`,
  read: (path: string, why: string) => tr`Cannot read ${path}: ${why}.`,
  save: (path: string, why: string) => tr`Cannot save ${path}: ${why}.`,
  show: (path: string, why: string) => tr`Cannot show ${path}: ${why}.`,
  write: (path: string, why: string) => tr`Cannot write ${path}: ${why}.`,
  'write to': (path: string, why: string) => tr`Cannot write to ${path}: ${why}.`,
  'build in': (path: string, why: string) => tr`Cannot build in ${path}: ${why}.`,
  'write the project to': (path: string, why: string) => tr`Cannot write the project to ${path}: ${why}.`,
  'keep the settings in': (path: string, why: string) => tr`Cannot keep the settings in ${path}: ${why}.`,
} as const;

type Action = keyof typeof CANNOT;

/**
 * These actions create files. If one of them fails with ENOENT, the folder is missing and not the
 * file.
 */
const MAKES_FILES: ReadonlySet<Action> = new Set(['save', 'write']);
const NO_FOLDER = {
  code: 'not-found',
  text: () => tr`its folder does not exist; create it or choose another`,
} as const;

/**
 * Returns a code such as `ENOENT`, or null for an error that does not come from the operating
 * system.
 */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** An error that does not come from the operating system is returned unchanged. */
export function systemError(error: unknown, action: Action, path: string): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  const reason = code === 'ENOENT' && MAKES_FILES.has(action) ? NO_FOLDER : REASONS[code];
  const text = reason?.text() ?? tr`the system reported ${code}`;
  return new RpcError(reason?.code ?? 'unavailable', CANNOT[action](path, text), { system: code });
}
