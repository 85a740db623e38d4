/** The files that belong to an Arduino sketch, by their extensions. */

export const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const MAIN_EXTENSIONS: readonly string[] = ['ino', 'pde'];
export const HEADER_EXTENSIONS: readonly string[] = ['h', 'hpp', 'hh'];

export const isSketchSource = (name: string): boolean =>
  [...MAIN_EXTENSIONS, ...HEADER_EXTENSIONS, 'cpp', 'c', 'cc'].includes(extensionOf(name));
