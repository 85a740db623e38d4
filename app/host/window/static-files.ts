/** Resolves a URL path to one of the window's built files and its media type. */
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Also an allow-list: files of other types are not served. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

export interface StaticFile {
  readonly path: string;
  readonly mediaType: string;
  readonly size: number;
  /** True when the file's name contains a hash of its content, so the file never changes. */
  readonly immutable: boolean;
}

/**
 * Returns the segments of a URL path, or null when the path might refer to something outside the
 * root.
 */
function segments(pathname: string): string[] | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (!decoded.startsWith('/')) return null;
  const parts = decoded.slice(1).split('/');
  const isPlain = (part: string) => /^[\w@+~-][\w@+~. -]*$/.test(part) && !part.endsWith('.');
  return parts.every(isPlain) ? parts : null;
}

/** `pathname` is still percent-encoded. Null when there is no file to serve. */
export async function findStaticFile(root: string, pathname: string): Promise<StaticFile | null> {
  const parts = segments(pathname === '/' ? '/index.html' : pathname);
  if (parts === null) return null;
  const mediaType = MEDIA_TYPES[extname(parts.at(-1) ?? '').toLowerCase()];
  if (mediaType === undefined) return null;
  try {
    // Resolves symbolic links on both sides, so no file outside the root is served, whatever the
    // folder contains.
    const [realRoot, path] = await Promise.all([realpath(root), realpath(join(root, ...parts))]);
    const info = await stat(path);
    if (!path.startsWith(realRoot + sep) || !info.isFile()) return null;
    return { path, mediaType, size: info.size, immutable: parts[0] === 'assets' };
  } catch {
    return null;
  }
}
