/**
 * JSON pointers (RFC 6901). A problem uses a pointer to name the member of the file that causes it.
 */

/**
 * The pointer for a path of member names and array indices. The empty path is the whole document.
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The path of a pointer, or null if the text is not a pointer. */
export function pathOf(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export type Resolution = { readonly found: true; readonly value: unknown } | { readonly found: false };

/** The value at a path inside a JSON value. Only own members count. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): Resolution {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return { found: false };
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(String(key))) return { found: false };
    if (!Object.hasOwn(value, key)) return { found: false };
    value = Reflect.get(value, key);
  }
  return { found: true, value };
}

/** The value that a pointer names inside a JSON value. */
export function resolvePointer(document: unknown, pointer: string): Resolution {
  const path = pathOf(pointer);
  return path === null ? { found: false } : valueAt(document, path);
}
